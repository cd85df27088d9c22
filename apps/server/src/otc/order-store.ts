import type { Network, OrderQuantities } from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { OtcOrder } from '../platform/database/generated.ts'
import { openStates } from './trade-store.ts'

export type OrderRow = Omit<Selectable<OtcOrder>, 'networks'> & { networks: Network[] }

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

/** As `lockOrder`, but an order that someone else works on now is left to them. */
export async function lockOrderOrSkip(tx: Tx, id: string): Promise<OrderRow | undefined> {
  return (await tx
    .selectFrom('otcOrder')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
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
