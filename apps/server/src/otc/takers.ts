import {
  newcomersMost,
  type TakerLimit,
  type TakerRecord,
  type TakerRules,
  takerLimit,
} from '@banyan/domain'
import { sql } from 'kysely'
import { holdMemberLocks } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type Placeholders, prepared } from '../platform/database/prepared.ts'
import type { OtcDeps } from './context.ts'
import type { OrderRow } from './order-store.ts'
import { faultRows } from './penalties.ts'
import { takerRules, termsInForce } from './terms.ts'

const nobody: TakerRecord = { finished: 0, open: 0, faults: [] }

/**
 * The records from which the limits of these members are computed. Members without any history are
 * included.
 */
async function takerRecords(
  reader: Database | Tx,
  { steps, faults }: TakerRules,
  memberIds: readonly string[],
): Promise<Map<string, TakerRecord>> {
  if (memberIds.length === 0) return new Map()
  // Finished trades beyond the highest step change nothing.
  const enough = Math.max(...steps.map(step => step.finished), 1)
  const faultsReadMs = faults.windowMs + faults.lastsMs
  const { rows } = await sql<{
    memberId: string
    finished: number
    open: number
    faults: Date[]
  }>`
    select m.id as member_id,
      (select count(*)::int from otc_trade where closed_at is null
        and (case order_side when 'sell' then buyer_id else seller_id end) = m.id) as open,
      (select count(*)::int from (
        (select from otc_trade where buyer_id = m.id and state = 'finished' and counts limit ${enough})
        union all
        (select from otc_trade where seller_id = m.id and state = 'finished' and counts limit ${enough})) done) as finished,
      (select coalesce(array_agg(at order by at), '{}') from (${faultRows(sql`m.id`)}) fault
        where at > house_now() - ${faultsReadMs}::float8 * interval '1 millisecond') as faults
    from unnest(${[...memberIds]}::uuid[]) as m(id)`.execute(reader)
  return new Map(rows.map(({ memberId, ...record }) => [memberId, record]))
}

/**
 * Locks these members' takes until the transaction ends: takes of several orders see each other.
 */
export const lockTakers = (tx: Tx, memberIds: readonly string[]): Promise<void> =>
  holdMemberLocks(tx, 'takes', memberIds)

/**
 * By order, what members without a finished trade have taken of it and not paid, micro-LEAF. Only a
 * payment that the chain holds counts as paid, because anybody can make up a hash. Orders without
 * any are left out.
 */
async function unpaidByNewcomers(
  reader: Database | Tx,
  context: Pick<OtcDeps, 'paidOnChain'>,
  orderIds: readonly string[],
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; orderId: string; quantity: bigint }>`
    select id, order_id, quantity from otc_trade taken
    where order_id = any(${[...orderIds]}::uuid[]) and order_side = 'sell' and closed_at is null and lapsed_at is null
      and not exists (select from otc_trade done where done.state = 'finished' and done.counts
        and done.buyer_id = taken.buyer_id)
      and not exists (select from otc_trade done where done.state = 'finished' and done.counts
        and done.seller_id = taken.buyer_id)`.execute(reader)
  const paid = await context.paidOnChain(
    reader,
    rows.map(row => row.id),
  )
  const unpaid = new Map<string, bigint>()
  for (const { id, orderId, quantity } of rows)
    if (!paid.has(id)) unpaid.set(orderId, (unpaid.get(orderId) ?? 0n) + quantity)
  return unpaid
}

/**
 * How much of an order members without a finished trade may take, micro-LEAF, and their share of
 * it.
 */
export interface NewcomersPart {
  most: bigint
  shareBps: number
}

/** The limits of takers of some orders, whose takes are decided one after the other. */
export interface TakerBounds {
  /** The limit of this member, with what they have taken in this batch. */
  limit(takerId: string): TakerLimit
  /**
   * The part of the order that they may take when they have finished no trade; null for all others.
   */
  newcomers(takerId: string, order: OrderRow): NewcomersPart | null
  /** Counts a decided take. */
  took(takerId: string, order: OrderRow, quantity: bigint): void
}

/** Reads the limits of these takers of orders. The orders and the takers' takes are locked. */
export async function takerBounds(
  tx: Tx,
  context: Pick<OtcDeps, 'paidOnChain'>,
  {
    orders,
    takers,
    rules,
    now,
  }: { orders: readonly OrderRow[]; takers: readonly string[]; rules: TakerRules; now: Date },
): Promise<TakerBounds> {
  const records = await takerRecords(tx, rules, takers)
  const recordOf = (takerId: string) => records.get(takerId) ?? nobody
  // A taker of a buy order puts in their own coin: none of it is unpaid by them.
  const selling = orders.filter(order => order.side === 'sell').map(order => order.id)
  const isNew = (takerId: string) => recordOf(takerId).finished === 0
  const unpaid =
    selling.length > 0 && takers.some(isNew)
      ? await unpaidByNewcomers(tx, context, selling)
      : new Map<string, bigint>()
  const unpaidOf = (order: OrderRow): bigint => unpaid.get(order.id) ?? 0n
  return {
    limit: takerId => takerLimit(recordOf(takerId), rules, now),
    newcomers(takerId, order) {
      if (order.side === 'buy' || !isNew(takerId)) return null
      const most = newcomersMost({ available: order.available, unpaid: unpaidOf(order) }, rules)
      return { most, shareBps: rules.unpaidShareBps }
    },
    took(takerId, order, quantity) {
      const record = recordOf(takerId)
      records.set(takerId, { ...record, open: record.open + 1 })
      if (isNew(takerId)) unpaid.set(order.id, unpaidOf(order) + quantity)
    },
  }
}

/**
 * Who among these members has finished no trade, and the most that each of them may take, by order;
 * null when all of them have.
 */
export async function newcomersMostOf(
  reader: Database,
  context: OtcDeps,
  memberIds: readonly string[],
  orders: readonly OrderRow[],
): Promise<{ newcomers: Set<string>; most: Map<string, bigint> } | null> {
  const selling = orders.filter(order => order.side === 'sell')
  if (selling.length === 0) return null
  const done = await finishedAny(reader, { memberIds: [...new Set(memberIds)] })
  const experienced = new Set(done.map(one => one.memberId))
  const newcomers = new Set(memberIds.filter(id => !experienced.has(id)))
  if (newcomers.size === 0) return null
  const rules = takerRules(await termsInForce(context, reader), context.takerScale)
  const ids = selling.map(order => order.id)
  const unpaid = await unpaidByNewcomers(reader, context, ids)
  const most = selling.map(({ id, available }): [string, bigint] => [
    id,
    newcomersMost({ available, unpaid: unpaid.get(id) ?? 0n }, rules),
  ])
  return { newcomers, most: new Map(most) }
}

/** The members among these who have finished a trade that counts. */
const finishedAny = prepared(
  'members_who_finished',
  ({ memberIds }: Placeholders<{ memberIds: readonly string[] }>) => sql<{ memberId: string }>`
    select m.id as member_id from unnest(${memberIds}::uuid[]) as m(id)
    where exists (select from otc_trade where buyer_id = m.id and state = 'finished' and counts)
      or exists (select from otc_trade where seller_id = m.id and state = 'finished' and counts)`,
)

/** A member's limits as a taker, as pages show them. */
export async function takesOf(reader: Database, rules: TakerRules, memberId: string, now: Date) {
  const record = (await takerRecords(reader, rules, [memberId])).get(memberId) ?? nobody
  const { loweredUntil, ...limit } = takerLimit(record, rules, now)
  return {
    ...limit,
    loweredUntil: loweredUntil?.toISOString() ?? null,
    newcomersShare: record.finished === 0 ? rules.unpaidShareBps / 100 : null,
  }
}
