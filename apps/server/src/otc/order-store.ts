import type {
  Conditions,
  Network,
  OrderLife,
  OrderQuantities,
  OrderSide,
  OwnOrderView,
} from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type Placeholders, prepared } from '../platform/database/prepared.ts'
import { updateEach } from '../platform/database/update-each.ts'
import type { OtcOrder } from './generated.ts'
import { openStates } from './trade-store.ts'

export type OrderRow = Omit<
  Selectable<OtcOrder>,
  'networks' | 'side' | 'life' | 'heldBecause' | 'rank'
> & {
  networks: Network[]
  side: OrderSide
  life: OrderLife
  heldBecause: HeldBecause | null
}
/** Why the market holds an order until its owner confirms. */
export type HeldBecause = NonNullable<OwnOrderView['heldBecause']>

export const quantitiesOf = (row: OrderRow): OrderQuantities => ({
  total: row.total,
  available: row.available,
  inTrade: row.inTrade,
  dealt: row.dealt,
  returned: row.returned,
})

export const conditionsOf = (row: OrderRow): Conditions => ({
  effectiveMember: row.effectiveOnly,
  minFinishedTrades: row.minFinishedTrades,
  minCompletionRate: row.minCompletionRate,
})

export const conditionColumns = (conditions: Conditions) => ({
  effectiveOnly: conditions.effectiveMember,
  minFinishedTrades: conditions.minFinishedTrades,
  minCompletionRate: conditions.minCompletionRate,
})

export async function insertOrder(
  tx: Tx,
  row: Omit<
    OrderRow,
    | 'inTrade'
    | 'dealt'
    | 'returned'
    | 'feeTaken'
    | 'version'
    | 'life'
    | 'heldBecause'
    | 'heldAt'
    | 'endedAt'
  >,
): Promise<OrderRow> {
  const inserted = await tx
    .insertInto('otcOrder')
    .values({ ...row, life: 'open' })
    .returningAll()
    .executeTakeFirstOrThrow()
  return inserted as OrderRow
}

/** The fee rates of some orders, basis points. */
export async function feeRatesOf(
  reader: Database | Tx,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('otcOrder')
    .select(['id', 'feeBps'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.id, row.feeBps]))
}

/**
 * The order, locked until the transaction ends. Every transaction that changes a trade must lock
 * its order first.
 */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  return (await tx
    .selectFrom('otcOrder')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as OrderRow | undefined
}

/**
 * Locks many orders, in the order of their ids. Without `waits` those that another transaction works on
 * now are left out.
 */
export async function lockOrders(
  tx: Tx,
  ids: readonly string[],
  waits: boolean,
): Promise<Map<string, OrderRow>> {
  const query = tx
    .selectFrom('otcOrder')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
  const rows = await (waits ? query : query.skipLocked()).execute()
  return new Map(rows.map(row => [row.id, row as OrderRow]))
}

/** As `lockOrder`, but skips an order that another transaction works on now. */
export async function lockOrderOrSkip(tx: Tx, id: string): Promise<OrderRow | undefined> {
  return (await tx
    .selectFrom('otcOrder')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()) as OrderRow | undefined
}

/** The columns of an order that may change; all others are final. */
export type OrderChange = Partial<
  Omit<
    OrderRow,
    | 'id'
    | 'memberId'
    | 'side'
    | 'orderNumber'
    | 'createdAt'
    | 'feeBps'
    | 'ruleVersion'
    | 'autoRelease'
    | 'idempotencyKey'
  >
>

export async function saveOrder(tx: Tx, id: string, change: OrderChange): Promise<OrderRow> {
  return (await tx
    .updateTable('otcOrder')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as OrderRow
}

/** Writes what many orders have become, of each only what a step of its trades changes. */
export const saveOrders = async (tx: Tx, orders: readonly OrderRow[]): Promise<void> => {
  await updateEach<OrderRow>(
    tx,
    'otcOrder',
    orders.map(order => {
      const { feeHeld, feeTaken, life, heldBecause, endedAt } = order
      const change = { ...quantitiesOf(order), feeHeld, feeTaken, life, heldBecause, endedAt }
      return { id: order.id, change }
    }),
  )
}

/** Reads orders of one side without a lock. */
export async function findOrders(
  reader: Database | Tx,
  side: OrderSide,
  ids: readonly string[],
): Promise<OrderRow[]> {
  const rows = await reader
    .selectFrom('otcOrder')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('side', '=', side)
    .execute()
  return rows as OrderRow[]
}

/** Reads an order without a lock. */
export async function findOrder(reader: Database | Tx, id: string): Promise<OrderRow | undefined> {
  return (await reader
    .selectFrom('otcOrder')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) as OrderRow | undefined
}

/**
 * The owners among these whose orders of a side nobody may take: they are frozen from selling, or
 * their whole account is.
 */
export async function frozenOwners(
  tx: Tx,
  side: OrderSide,
  memberIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('frozenOrderOwner')
    .select('memberId')
    .where('memberId', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
    .where('side', '=', side)
    .execute()
  return new Set(rows.map(row => row.memberId as string))
}

/** A member's buy orders that can be taken, oldest first. */
export async function openBuyOrders(tx: Tx, memberId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('otcOrder')
    .select('id')
    .where('memberId', '=', memberId)
    .where('side', '=', 'buy')
    .where('life', '=', 'open')
    .orderBy('id')
    .execute()
  return rows.map(row => row.id)
}

/** Counts a member's orders of each side on the market, paused and held ones included. */
export async function openOrderCounts(
  reader: Database | Tx,
  memberId: string,
): Promise<Record<OrderSide, number>> {
  const rows = await reader
    .selectFrom('otcOrder')
    .select(['side', eb => eb.fn.countAll<number>().as('count')])
    .where('memberId', '=', memberId)
    .where('available', '>', 0n)
    .groupBy('side')
    .execute()
  const of = (side: OrderSide) => Number(rows.find(row => row.side === side)?.count ?? 0)
  return { sell: of('sell'), buy: of('buy') }
}

/** What a member has on sale, micro-LEAF, and has sold lately, micro-USDT. */
export interface SellingFacts {
  openSellRests: bigint
  sold: bigint
}

const selectSellingFacts = prepared(
  'otc_selling_facts',
  (given: Placeholders<{ memberIds: readonly string[]; since: Date }>) => sql<
    SellingFacts & { memberId: string }
  >`
    select member.id as member_id,
      (select coalesce(sum(available), 0) from otc_order
        where member_id = member.id and side = 'sell' and available > 0) as open_sell_rests,
      (select coalesce(sum(payment_amount - coalesce(refund_amount, 0)), 0) from otc_trade
        where seller_id = member.id and dealt_at > ${given.since}::timestamptz
          and state not in ('payment_timeout', 'arbitration_refund')) as sold
    from unnest(${given.memberIds}::uuid[]) as member (id)`,
)

/** How much each of these members has on sale and has sold lately: the facts of the trading limit. */
export async function sellingFacts(
  reader: Database | Tx,
  memberIds: readonly string[],
  since: Date,
): Promise<Map<string, SellingFacts>> {
  const rows = await selectSellingFacts(reader, { memberIds, since })
  return new Map(rows.map(({ memberId, ...facts }) => [memberId, facts]))
}

/** Fees in a sell order's escrow for its trades that are still open, micro-LEAF. */
export async function feesInTrade(tx: Tx, orderId: string): Promise<bigint> {
  const { total } = await tx
    .selectFrom('otcTrade')
    .select(eb => eb.fn.coalesce(eb.fn.sum<bigint>('fee'), sql<bigint>`0::numeric`).as('total'))
    .where('orderId', '=', orderId)
    .where('state', 'in', openStates)
    // What is held again for a closed trade does not belong to the order.
    .where('lapsedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}
