import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type Placeholders, prepared } from '../platform/database/prepared.ts'
import { paidPrice } from './paid-price.ts'
import { openStates } from './trade-store.ts'

/** A finished trade as its seller's sale. Micro-units; coins in the units of the deal. */
interface SaleDeal {
  id: string
  at: Date
  quantity: bigint
  /** The price that was paid for one coin, after the concession. */
  price: bigint
  /** quantity × the order's price, before the concession, micro-USDT. */
  gross: bigint
  /** Micro-LEAF, charged beside the quantity. */
  fee: bigint
  /** The payment that the buyer sent, micro-USDT. */
  net: bigint
  /** The version of the rule book that set the deal's times, or its order's fee. */
  ruleVersion: number
  buyer: string
}

/**
 * What a member sent to sellers and received from buyers, outside the platform, in trades that are
 * over. Micro-USDT.
 */
export async function marketPayments(
  database: Database,
  memberId: string,
): Promise<{ paid: bigint; got: bigint }> {
  const [payments] = await selectPayments(database, { memberId })
  return payments ?? { paid: 0n, got: 0n }
}

const selectPayments = prepared(
  'otc_market_payments',
  ({ memberId }: Placeholders<{ memberId: string }>) => {
    const sum = (side: 'buyer_id' | 'seller_id') => sql`
      (select coalesce(sum(payment_amount - coalesce(refund_amount, 0)), 0) from otc_trade
        where ${sql.ref(side)} = ${memberId}::uuid and state in ('finished', 'arbitration_release'))`
    return sql<{ paid: bigint; got: bigint }>`
      select ${sum('buyer_id')} as paid, ${sum('seller_id')} as got`
  },
)

/**
 * Payment amounts of these members' market buys, micro-USDT: of open trades, and of those that
 * ended with the coin after an instant, less what arbitrators gave back. Selling again changes
 * nothing. Members who bought nothing are left out.
 */
export async function marketBuys(
  reader: Database | Tx,
  memberIds: readonly string[],
  since: Date,
): Promise<Map<string, bigint>> {
  const rows = await selectBuys(reader, { memberIds, since })
  return new Map(rows.map(({ memberId, paid }) => [memberId, paid]))
}

const stillOpen = sql.join(openStates.map(state => sql.lit(state)))
const selectBuys = prepared(
  'otc_market_buys',
  (given: Placeholders<{ memberIds: readonly string[]; since: Date }>) => sql<{
    memberId: string
    paid: bigint
  }>`
    select buyer_id as member_id, sum(payment_amount - coalesce(refund_amount, 0)) as paid from otc_trade
    where buyer_id = any(${given.memberIds}::uuid[]) and (state in (${stillOpen})
      or (state in ('finished', 'arbitration_release') and closed_at > ${given.since}::timestamptz))
    group by buyer_id`,
)

/** All that was sold under one order, the last deal first. Coins in the units of the last deal. */
export interface Sale extends Omit<SaleDeal, 'buyer'> {
  orderNumber: string
  deals: readonly SaleDeal[]
}

type SaleRow = Omit<Sale, 'deals'>
type DealRow = Omit<SaleDeal, 'buyer'> & { orderId: string; buyerId: string }

/**
 * A member's sales, order by order, the last sold first. The cursor is the instant of the last deal
 * and the order's id.
 */
export async function salesOf(
  database: Database,
  nicknames: (reader: Database, memberIds: readonly string[]) => Promise<Map<string, string>>,
  memberId: string,
  page: { after: string[] | null; limit: number },
): Promise<Sale[]> {
  const sales = await salesPage(database, memberId, page)
  if (sales.length === 0) return []
  const deals = await dealsOf(
    database,
    memberId,
    sales.map(sale => sale.id),
  )
  const names = await nicknames(
    database,
    deals.map(deal => deal.buyerId),
  )
  return sales.map(sale => ({
    ...sale,
    deals: deals
      .filter(deal => deal.orderId === sale.id)
      .map(({ orderId, buyerId, ...deal }) => ({ ...deal, buyer: names.get(buyerId) ?? '' })),
  }))
}

/**
 * Deals from before a split are converted to the units of the last deal: coins times the splits in
 * between.
 */
async function salesPage(
  database: Database,
  memberId: string,
  { after, limit }: { after: string[] | null; limit: number },
): Promise<SaleRow[]> {
  const [at, id] = after ?? [null, null]
  const { rows } = await sql<SaleRow>`
    select sale.id, otc_order.order_number, otc_order.rule_version, sale.at, sale.price, sale.gross, sale.net,
      div(sale.coins, sale.later) as quantity, div(sale.fee_coins, sale.later) as fee
    from (
      select order_id as id, max(closed_at) as at,
        sum(div(deal_amount * (quantity - coalesce(refund_quantity, 0)), quantity)) as gross,
        sum(payment_amount - coalesce(refund_amount, 0)) as net,
        (array_agg(${paidPrice()} order by closed_at desc, id desc))[1] as price,
        sum((quantity - coalesce(refund_quantity, 0)) * later) as coins, sum(fee * later) as fee_coins, min(later) as later
      from otc_trade, ledger_later_multiple('LEAF', epoch) as later
      where seller_id = ${memberId}::uuid and state in ('finished', 'arbitration_release')
      group by order_id
      having ${at}::timestamptz is null or (max(closed_at), order_id) < (${at}::timestamptz, ${id}::uuid)
      order by max(closed_at) desc, order_id desc
      limit ${limit}) sale
    join otc_order on otc_order.id = sale.id
    order by sale.at desc, sale.id desc`.execute(database)
  return rows
}

const dealsOf = (
  database: Database,
  memberId: string,
  orderIds: readonly string[],
): Promise<DealRow[]> =>
  database
    .selectFrom('otcTrade')
    .select([
      ...(['id', 'orderId', 'buyerId', 'fee', 'ruleVersion'] as const),
      // A trade that was live in a split keeps the price of its take; this one is per coin in the
      // units at its end.
      paidPrice().as('price'),
      'closedAt as at',
      // Of a split by arbitrators only the part that was sold.
      sql<bigint>`quantity - coalesce(refund_quantity, 0)`.as('quantity'),
      sql<bigint>`div(deal_amount * (quantity - coalesce(refund_quantity, 0)), quantity)`.as(
        'gross',
      ),
      sql<bigint>`payment_amount - coalesce(refund_amount, 0)`.as('net'),
    ])
    .where('orderId', 'in', orderIds)
    .where('sellerId', '=', memberId)
    .where('state', 'in', ['finished', 'arbitration_release'])
    .orderBy('closedAt', 'desc')
    .orderBy('id', 'desc')
    .$narrowType<{ at: Date }>()
    .execute()
