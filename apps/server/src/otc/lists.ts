import type { TradeState } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import { type OrderRow, openStates, type TradeRow } from './store.ts'

export interface Page {
  cursor: string[] | null
  limit: number
}

/** Rows of a page and the key of the last one, when more may follow. */
export interface Paged<T> {
  rows: T[]
  next: string[] | null
}

function paged<T>(rows: T[], limit: number, keyOf: (row: T) => string[]): Paged<T> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length > limit && last !== undefined ? keyOf(last) : null }
}

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

/** A member's trades of one or both sides, newest first. */
export async function tradesPage(
  database: Database,
  memberId: string,
  filter: { side?: 'buy' | 'sell' | undefined; states?: readonly TradeState[] | undefined },
  page: Page,
): Promise<Paged<TradeRow>> {
  let query = database
    .selectFrom('otcTrade')
    .selectAll()
    .orderBy('dealtAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (filter.side === 'buy') query = query.where('buyerId', '=', memberId)
  else if (filter.side === 'sell') query = query.where('sellerId', '=', memberId)
  else
    query = query.where(eb => eb.or([eb('buyerId', '=', memberId), eb('sellerId', '=', memberId)]))
  if (filter.states) query = query.where('state', 'in', filter.states)
  if (page.cursor)
    query = query.where(
      sql<boolean>`(dealt_at, id) < (${page.cursor[0]}::timestamptz, ${page.cursor[1]}::uuid)`,
    )
  const rows = (await query.execute()) as TradeRow[]
  return paged(rows, page.limit, row => [row.dealtAt.toISOString(), row.id])
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

/** Ids of trades whose deadline has passed, the longest overdue first. */
export async function overdueTrades(
  database: Database,
  limit: number,
): Promise<{ id: string; orderId: string }[]> {
  const { rows } = await sql<{ id: string; orderId: string }>`
    select id, order_id from (
      select id, order_id, payment_deadline as due from otc_trade where state = 'unpaid' and payment_deadline <= house_now()
      union all
      select id, order_id, grace_deadline from otc_trade where state = 'payment_grace' and grace_deadline <= house_now()
      union all
      select id, order_id, release_deadline from otc_trade where state = 'paid' and release_deadline <= house_now()
    ) overdue order by due, id limit ${limit}`.execute(database)
  return rows
}

/** Moves every open deadline by an outage, so that nobody is penalised for the house being away. */
export async function extendDeadlines(database: Database, byMs: number): Promise<void> {
  const by = sql`(${byMs}::double precision * interval '1 millisecond')`
  await sql`
    update otc_trade set
      payment_deadline = case when state = 'unpaid' then payment_deadline + ${by} else payment_deadline end,
      grace_deadline = grace_deadline + ${by},
      release_deadline = release_deadline + ${by}
    where state in (${sql.join(openStates.filter(state => state !== 'release_timeout'))})`.execute(
    database,
  )
}
