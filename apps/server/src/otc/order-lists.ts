import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import type { OrderRow } from './order-store.ts'
import { type Page, type Paged, paged } from './paging.ts'

/** An order's price after its concession, times 10,000: what the market sorts by. */
const effective = sql`(price * (10000 - concession_bps))`

/** Sell orders that can be taken, best price after concession first, then the oldest. */
export async function marketPage(
  database: Database,
  filter: { network?: string | undefined },
  page: Page,
): Promise<Paged<OrderRow & { effective: bigint }>> {
  const [price, at, id] = page.cursor ?? []
  const { rows } = await sql<OrderRow & { effective: bigint }>`
    select *, ${effective} as effective from otc_order
    where side = 'sell' and available > 0
      ${filter.network === undefined ? sql`` : sql`and networks @> array[${filter.network}]::text[]`}
      ${price === undefined ? sql`` : sql`and (${effective}, created_at, id) > (${price}::numeric, ${at}::timestamptz, ${id}::uuid)`}
    order by ${effective}, created_at, id limit ${page.limit + 1}`.execute(database)
  return paged(rows, page.limit, row => [
    row.effective.toString(),
    row.createdAt.toISOString(),
    row.id,
  ])
}

/** A member's orders, newest first. */
export async function ownOrdersPage(
  database: Database,
  memberId: string,
  filter: { open?: boolean | undefined },
  page: Page,
): Promise<Paged<OrderRow>> {
  let query = database
    .selectFrom('otcOrder')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (filter.open !== undefined) {
    const isOpen = sql<boolean>`(available > 0 or in_trade > 0)`
    query = query.where(filter.open ? isOpen : sql<boolean>`not ${isOpen}`)
  }
  if (page.cursor)
    query = query.where(
      sql<boolean>`(created_at, id) < (${page.cursor[0]}::timestamptz, ${page.cursor[1]}::uuid)`,
    )
  const rows = (await query.execute()) as OrderRow[]
  return paged(rows, page.limit, row => [row.createdAt.toISOString(), row.id])
}

/** The price of the last finished trade, or null. */
export async function lastDealPrice(database: Database): Promise<bigint | null> {
  const row = await database
    .selectFrom('otcTrade')
    .select('price')
    .where('state', '=', 'finished')
    .orderBy('closedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.price ?? null
}
