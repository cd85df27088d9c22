import { type Selectable, sql } from 'kysely'
import { sharedRead } from '../platform/batches.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { GuidePrice } from './generated.ts'

export type GuidePriceRow = Selectable<GuidePrice>

/** The prices of the newest periods, newest first. */
export const newestPrices = (database: Database | Tx, count: number): Promise<GuidePriceRow[]> =>
  database.selectFrom('guidePrice').selectAll().orderBy('period', 'desc').limit(count).execute()

/** The price of the newest period; undefined before the first settlement. */
export const newestPrice = sharedRead(
  async (reader): Promise<GuidePriceRow | undefined> => (await newestPrices(reader, 1))[0],
)

/** The first price published at or after each of these instants, where there is one. */
export async function publishedWith(
  database: Database | Tx,
  instants: readonly Date[],
): Promise<(GuidePriceRow | null)[]> {
  const { rows } = await sql<{ place: number } & GuidePriceRow>`
    select split.place::int as place, published.*
    from unnest(${instants.map(at => at.toISOString())}::timestamptz[]) with ordinality as split (at, place)
    cross join lateral (
      select * from guide_price where published_at >= split.at order by period limit 1) published`.execute(
    database,
  )
  return instants.map((_, i) => rows.find(row => row.place === i + 1) ?? null)
}

/** A second price for one period is a bug: the primary key rejects it. */
export async function insertPrice(tx: Tx, row: GuidePriceRow): Promise<void> {
  await tx.insertInto('guidePrice').values(row).execute()
}
