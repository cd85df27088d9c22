import type { MarketSort, Network, OrderSide } from '@banyan/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import type { CursorPart } from '../platform/http/cursor.ts'
import type { OrderRow } from './order-store.ts'
import { type Page, type Paged, paged } from './paging.ts'
import { paidPrice } from './paid-price.ts'
import type { Measure } from './terms.ts'

/** The filter of a market list; amounts in micro-units. */
export interface MarketFilter extends Measure {
  side: OrderSide
  network?: Network | undefined
  /** Only orders that can be taken for this quantity. */
  quantity?: bigint | undefined
  /** Only orders that can be taken for this payment. */
  payment?: bigint | undefined
}

/** An order's price after its concession, times 10,000. */
const effective = sql`(price * (10000 - concession_bps))`

/** An order that can be taken now: the conditions of a take, in SQL. */
const takeable = (side: OrderSide, measure: Measure): RawBuilder<unknown> =>
  sql`${priced(side, measure)} and not exists (select from frozen_order_owner owner
    where owner.member_id = otc_order.member_id and owner.side = ${side})`

/** An open order whose price the market has not left behind. */
const priced = (side: OrderSide, { guidePrice, inForce }: Measure): RawBuilder<unknown> => {
  const guide = sql`${guidePrice.toString()}::numeric`
  const band = inForce.bandBps
  return sql`side = ${side} and life = 'open' and available > 0 and expires_at > house_now()
    and rank between ${guide} * ${side === 'sell' ? 10_000 - band : -10_000 - band}::integer
      and ${guide} * ${side === 'sell' ? 10_000 + band : band - 10_000}::integer
    and (margin_bps is not null
      or abs(${guide} - guide_seen) * 10000 <= guide_seen * ${inForce.guideMoveBps}::integer)`
}

/**
 * Whether this quantity can be taken: within the limits, or exactly the rest when that is below the
 * minimum.
 */
const fits = (quantity: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${quantity} <= available and ${quantity} <= max_quantity
    and (${quantity} >= min_quantity or ${quantity} = available)`

interface SortRule {
  /** The key by which rows are sorted; the id makes it unique. */
  key: readonly { column: string; part: CursorPart; of: (row: MarketRow) => string }[]
  descending: boolean
}
type MarketRow = OrderRow & { rank: bigint }

const createdAt = {
  column: 'created_at',
  part: 'instant',
  of: (row: MarketRow) => row.createdAt.toISOString(),
} as const
const rules: Record<MarketSort, SortRule> = {
  price: {
    key: [{ column: 'rank', part: 'integer', of: row => row.rank.toString() }, createdAt],
    descending: false,
  },
  available: {
    key: [{ column: 'available', part: 'integer', of: row => row.available.toString() }],
    descending: true,
  },
  newest: { key: [createdAt], descending: true },
}
const casts: Record<CursorPart, string> = {
  integer: 'numeric',
  instant: 'timestamptz',
  uuid: 'uuid',
}

/** The parts of a market list's cursor. */
export const marketCursor = (sort: MarketSort): CursorPart[] => [
  ...rules[sort].key.map(({ part }) => part),
  'uuid',
]

/** Orders of one side that can be taken: best price first, then the oldest; the largest; or the newest. */
export async function marketPage(
  database: Database,
  filter: MarketFilter,
  sort: MarketSort,
  page: Page,
): Promise<Paged<MarketRow>> {
  const { key, descending } = rules[sort]
  const columns = [...key.map(({ column }) => column), 'id']
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const after = page.cursor?.map(
    (text, i) => sql`${text}::${sql.raw(casts[key[i]?.part ?? 'uuid'])}`,
  )
  const amount = fitsAmount(filter)
  const { rows } = await sql<MarketRow>`
    select * from otc_order
    where ${wanted(filter)}
      ${amount === null ? sql`` : sql`and ${amount}`}
      ${after === undefined ? sql`` : sql`and (${sql.raw(columns.join(', '))}) ${sql.raw(descending ? '<' : '>')} (${sql.join(after)})`}
    order by ${sql.join(columns.map(column => sql`${sql.raw(column)} ${direction}`))}
    limit ${page.limit + 1}`.execute(database)
  return paged(rows, page.limit, row => [...key.map(({ of }) => of(row)), row.id])
}

/** Counts the orders that `marketPage` leaves out only because of the amount. */
export async function leftOutByAmount(database: Database, filter: MarketFilter): Promise<number> {
  const amount = fitsAmount(filter)
  if (amount === null) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from otc_order
    where ${wanted(filter)} and not (${amount})`.execute(database)
  return rows[0]?.count ?? 0
}

/** The conditions of the filter besides the amount. */
const wanted = (filter: MarketFilter): RawBuilder<unknown> =>
  filter.network === undefined
    ? takeable(filter.side, filter)
    : sql`${takeable(filter.side, filter)} and networks @> array[${filter.network}]::text[]`

/** Whether the requested amount can be taken. Null when none is requested. */
function fitsAmount({ quantity, payment }: MarketFilter): RawBuilder<unknown> | null {
  const conditions = [
    ...(quantity === undefined ? [] : [fits(sql`${quantity.toString()}::numeric`)]),
    ...(payment === undefined
      ? []
      : [fits(sql`div(${payment.toString()}::numeric * 10000000000, ${effective})`)]),
  ]
  return conditions.length === 0 ? null : sql.join(conditions, sql` and `)
}

const LEVELS = 20

/**
 * One price level: effective price in whole cents, micro-USDT, and the quantity at this price,
 * micro-LEAF.
 */
export interface Level {
  price: bigint
  quantity: bigint
  orders: number
}

/** The best levels of one side: sell orders rounded up to a cent, buy orders down. */
export async function depthOf(
  database: Database,
  side: OrderSide,
  measure: Measure,
): Promise<Level[]> {
  const cents = side === 'sell' ? sql`ceil(rank / 100000000)` : sql`floor(-rank / 100000000)`
  const { rows } = await sql<Level>`
    select ${cents} * 10000 as price, sum(available) as quantity, count(*)::int as orders
    from otc_order where ${takeable(side, measure)}
    group by 1 order by 1 ${sql.raw(side === 'sell' ? 'asc' : 'desc')} limit ${LEVELS}`.execute(
    database,
  )
  return rows
}

/** A member's orders, newest first. */
export async function ownOrdersPage(
  database: Database,
  memberId: string,
  filter: { side?: OrderSide | undefined; open?: boolean | undefined },
  page: Page,
): Promise<Paged<OrderRow>> {
  let query = database
    .selectFrom('otcOrder')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (filter.side) query = query.where('side', '=', filter.side)
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

/** The price that was paid in the last finished trade (`pricePaid`), per coin of today, or null. */
export async function lastDealPrice(database: Database): Promise<bigint | null> {
  const { rows } = await sql<{ price: bigint }>`
    select ${paidPrice(sql`ledger_later_multiple('LEAF', epoch)`)} as price
    from otc_trade where state = 'finished' order by closed_at desc limit 1`.execute(database)
  return rows[0]?.price ?? null
}

/** Orders past their time with something left, the longest overdue first. */
export async function overdueOrders(database: Database, limit: number): Promise<string[]> {
  const rows = await database
    .selectFrom('otcOrder')
    .select('id')
    .where('available', '>', 0n)
    .where('expiresAt', '<=', sql<Date>`house_now()`)
    .orderBy('expiresAt')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

/** Open orders that the guide price, or the band in force, has left behind. */
export async function leftBehind(
  database: Database,
  measure: Measure,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from otc_order where life = 'open' and available > 0
      and not (${priced('sell', measure)}) and not (${priced('buy', measure)})
      and expires_at > house_now()
    limit ${limit}`.execute(database)
  return rows.map(row => row.id)
}
