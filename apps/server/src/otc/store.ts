import type { Network, OrderQuantities, TradeActor, TradeEvent, TradeState } from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { OtcOrder, OtcTrade } from '../platform/database/generated.ts'

export type OrderRow = Omit<Selectable<OtcOrder>, 'networks'> & { networks: Network[] }
/** Where to pay is sealed: see `where-to-pay.ts`. */
export type TradeRow = Omit<
  Selectable<OtcTrade>,
  'state' | 'network' | 'reason' | 'payTo' | 'contact'
> & {
  state: TradeState
  network: Network
  reason: 'gave_up' | 'unpaid' | null
}

/** States in which a trade's coin is in escrow. */
export const openStates = [
  'unpaid',
  'payment_grace',
  'paid',
  'release_timeout',
] as const satisfies readonly TradeState[]

export const quantitiesOf = (row: OrderRow): OrderQuantities => ({
  total: row.total,
  available: row.available,
  inTrade: row.inTrade,
  dealt: row.dealt,
  returned: row.returned,
})

export async function insertOrder(
  tx: Tx,
  row: Omit<
    OrderRow,
    'inTrade' | 'dealt' | 'returned' | 'feeTaken' | 'version' | 'epoch' | 'cancelledAt'
  >,
): Promise<OrderRow> {
  const inserted = await tx
    .insertInto('otcOrder')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
  return inserted as OrderRow
}

/** The order, locked until the transaction ends. Whoever touches a trade locks its order first. */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  return (await tx
    .selectFrom('otcOrder')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as OrderRow | undefined
}

export async function saveOrder(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<
      OrderRow,
      'available' | 'inTrade' | 'dealt' | 'returned' | 'feeHeld' | 'feeTaken' | 'cancelledAt'
    >
  >,
): Promise<OrderRow> {
  return (await tx
    .updateTable('otcOrder')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as OrderRow
}

export async function insertTrade(
  tx: Tx,
  row: Omit<
    TradeRow,
    | 'paymentHash'
    | 'paidAt'
    | 'releaseDeadline'
    | 'closedAt'
    | 'version'
    | 'epoch'
    | 'reason'
    | 'feePeriod'
  >,
): Promise<TradeRow> {
  return (await tx
    .insertInto('otcTrade')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()) as TradeRow
}

export async function findTrade(
  database: Database | Tx,
  id: string,
): Promise<TradeRow | undefined> {
  return (await database
    .selectFrom('otcTrade')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) as TradeRow | undefined
}

export async function lockTrade(tx: Tx, id: string): Promise<TradeRow> {
  return (await tx
    .selectFrom('otcTrade')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()) as TradeRow
}

export async function saveTrade(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<
      TradeRow,
      'state' | 'reason' | 'paymentHash' | 'paidAt' | 'releaseDeadline' | 'closedAt' | 'version'
    >
  >,
): Promise<TradeRow> {
  return (await tx
    .updateTable('otcTrade')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as TradeRow
}

export async function recordEvent(
  tx: Tx,
  row: {
    tradeId: string
    version: number
    event: TradeEvent | 'take'
    actor: TradeActor
    at: Date
  },
): Promise<void> {
  await tx.insertInto('otcTradeEvent').values(row).execute()
}

export async function addVouchers(
  tx: Tx,
  tradeId: string,
  uploadIds: readonly string[],
  at: Date,
): Promise<void> {
  await tx
    .insertInto('otcVoucher')
    .values(uploadIds.map((uploadId, position) => ({ tradeId, uploadId, position, addedAt: at })))
    .execute()
}

/** A trade's time line and vouchers, for a page of trades at once. */
export async function tradeDetails(database: Database | Tx, ids: readonly string[]) {
  if (ids.length === 0) return { events: [], vouchers: [] }
  const [events, vouchers] = [
    await database
      .selectFrom('otcTradeEvent')
      .selectAll()
      .where('tradeId', 'in', ids)
      .orderBy('version')
      .execute(),
    await database
      .selectFrom('otcVoucher')
      .selectAll()
      .where('tradeId', 'in', ids)
      .orderBy('position')
      .execute(),
  ]
  return { events, vouchers }
}

/** Is this picture a voucher of a trade that the member is a party of? */
export async function isVoucherOfParty(
  database: Database,
  memberId: string,
  uploadId: string,
): Promise<boolean> {
  const row = await database
    .selectFrom('otcVoucher')
    .innerJoin('otcTrade', 'otcTrade.id', 'otcVoucher.tradeId')
    .select('otcTrade.id')
    .where('otcVoucher.uploadId', '=', uploadId)
    .where(eb => eb.or([eb('buyerId', '=', memberId), eb('sellerId', '=', memberId)]))
    .executeTakeFirst()
  return row !== undefined
}

/** What a member has on sale and has sold lately: the facts of the trading limit. */
export async function sellingFacts(
  database: Database | Tx,
  memberId: string,
  since: Date,
): Promise<{ openOrders: number; openSellRests: bigint; sold: bigint }> {
  const { rows } = await sql<{ openOrders: number; openSellRests: bigint; sold: bigint }>`
    select
      (select count(*) from otc_order where member_id = ${memberId} and available > 0)::int as open_orders,
      (select coalesce(sum(available), 0) from otc_order where member_id = ${memberId} and available > 0) as open_sell_rests,
      (select coalesce(sum(payment_amount), 0) from otc_trade
        where seller_id = ${memberId} and dealt_at > ${since} and state <> 'payment_timeout') as sold`.execute(
    database,
  )
  const facts = rows[0]
  if (!facts) throw new Error('selling facts gave no row')
  return facts
}

/** Fees in escrow for trades of an order that are still open, micro-LEAF. */
export async function feesInTrade(tx: Tx, orderId: string): Promise<bigint> {
  const { total } = await tx
    .selectFrom('otcTrade')
    .select(eb => eb.fn.coalesce(eb.fn.sum<bigint>('fee'), sql<bigint>`0::numeric`).as('total'))
    .where('orderId', '=', orderId)
    .where('state', 'in', openStates)
    .executeTakeFirstOrThrow()
  return total
}
