import type { Selectable } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { GuidePrice } from '../platform/database/generated.ts'

export type GuidePriceRow = Selectable<GuidePrice>

/** The prices of the newest periods, newest first. */
export const newestPrices = (database: Database | Tx, count: number): Promise<GuidePriceRow[]> =>
  database.selectFrom('guidePrice').selectAll().orderBy('period', 'desc').limit(count).execute()

/** A second price for one period is a bug: the key refuses it. */
export async function insertPrice(tx: Tx, row: GuidePriceRow): Promise<void> {
  await tx.insertInto('guidePrice').values(row).execute()
}
