import type { OrderPrice, PricedTerms } from '@banyan/domain'
import { type RawBuilder, sql } from 'kysely'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { OtcDeps } from './context.ts'
import type { OrderRow } from './order-store.ts'

/** The price that the owner of an order set: fixed, or how it floats. */
export const askedPrice = ({
  price,
  marginBps,
  priceLimit,
}: Pick<OrderRow, 'price' | 'marginBps' | 'priceLimit'>): OrderPrice =>
  marginBps === null || priceLimit === null ? price : { marginBps, limit: priceLimit }

/** The terms from which the price of an order is computed. */
export const pricedTerms = (order: OrderRow): PricedTerms => ({
  side: order.side,
  price: askedPrice(order),
  concessionBps: order.concessionBps,
})

/** The columns of an order that define how it floats. */
export const floatingColumns = (price: OrderPrice) =>
  typeof price === 'bigint'
    ? { marginBps: null, priceLimit: null }
    : { marginBps: price.marginBps, priceLimit: price.limit }

/**
 * Updates every living order with a floating price to a guide price, in the transaction that
 * publishes it: both become visible together. An order whose price changes gets a new version.
 * Orders that are published or changed meanwhile wait, and are computed at the new guide price.
 */
export async function floatPrices(tx: Tx, guidePrice: bigint): Promise<void> {
  await holdLock(tx, 'orderBook')
  const guide = sql`${guidePrice.toString()}::numeric`
  // Locks rows in a fixed order, as everywhere. Takes that hold one of them end first.
  await sql`select from otc_order where ${behind(guide)} order by id for update`.execute(tx)
  await sql`
    update otc_order set price = ${priceIn(guide)}, guide_seen = ${guide},
      version = version + case when price = ${priceIn(guide)} then 0 else 1 end
    where ${behind(guide)}`.execute(tx)
}

/**
 * The same for a guide price that nobody published: before the first settlement it comes from the
 * rule book, and changes with it.
 */
export async function floatToGuide(database: Database, context: OtcDeps): Promise<void> {
  const guide = (await context.guidePrice(database)).toString()
  const { rows } = await sql<object>`
    select from otc_order where ${behind(sql`${guide}::numeric`)} limit 1`.execute(database)
  if (rows.length > 0)
    await inTransaction(database, async tx => floatPrices(tx, await context.guidePrice(tx)))
}

/** Living orders with a floating price that is not yet computed from this guide price. */
const behind = (guide: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`margin_bps is not null and life in ('open', 'paused', 'held')
    and (guide_seen, price) <> (${guide}, ${priceIn(guide)})`

/** `priceAt`, in SQL. */
const priceIn = (guide: RawBuilder<unknown>): RawBuilder<unknown> => {
  const scaled = sql`${guide} * (10000 + margin_bps)`
  const following = sql`div(${scaled} + case when margin_bps < 0 then 9999 else 0 end, 10000)`
  return sql`case side
    when 'sell' then greatest(${following}, div(price_limit * 10000 + 9999 - concession_bps, 10000 - concession_bps))
    else least(${following}, price_limit) end`
}
