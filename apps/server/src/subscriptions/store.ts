import type { InvestmentKind, SubscriptionState } from '@banyan/domain'
import type { Period } from '@banyan/economy'
import { type Insertable, type Selectable, sql } from 'kysely'
import {
  holdLock,
  holdMemberLock,
  holdMemberLocks,
  shareLock,
} from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type Placeholders, prepared } from '../platform/database/prepared.ts'
import type { Subscription } from './generated.ts'

export type SubscriptionRow = Omit<Selectable<Subscription>, 'state' | 'kind'> & {
  state: SubscriptionState
  kind: InvestmentKind
}

/**
 * One member's orders are placed one after the other, so that two cannot use the same rest of a
 * limit.
 */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await holdMemberLock(tx, 'subscriptions', memberId)
}

/** As `lockMember`, for several members at once. */
export const lockMembers = (tx: Tx, memberIds: readonly string[]): Promise<void> =>
  holdMemberLocks(tx, 'subscriptions', memberIds)

/**
 * Held while an order is placed: a cut-off waits for every order that has read the time before it,
 * so that a slow commit leaves no order behind.
 */
export async function lockRoundShared(tx: Tx): Promise<void> {
  await shareLock(tx, 'subscriptionRound')
}

/** Waits for all orders being placed and blocks new ones until the transaction ends. */
export async function lockRoundExclusive(tx: Tx): Promise<void> {
  await holdLock(tx, 'subscriptionRound')
}

/** Sums of a member's own orders, micro-USDT. */
export interface OwnOrders {
  issued: bigint
  open: bigint
  issuedBefore: boolean
}

/** For a member who has subscribed nothing. */
export const noOrders: OwnOrders = { issued: 0n, open: 0n, issuedBefore: false }

/**
 * The parts of the limits that members' orders use; fills count from the start of the window.
 * Members without any are left out.
 */
export async function ordersAmong(
  database: Database | Tx,
  memberIds: readonly string[],
  windowStart: Date,
): Promise<Map<string, OwnOrders>> {
  const rows = await selectOrders(database, { memberIds, windowStart })
  return new Map(rows.map(({ memberId, ...orders }) => [memberId, orders]))
}

const selectOrders = prepared(
  'subscription_sums',
  (given: Placeholders<{ memberIds: readonly string[]; windowStart: Date }>) => sql<
    OwnOrders & { memberId: string }
  >`
    select member_id,
      coalesce(sum(filled) filter (where closed_at > ${given.windowStart}::timestamptz), 0) as issued,
      coalesce(sum(amount) filter (where state in ('pending', 'settling')), 0) as open,
      coalesce(bool_or(state in ('issued', 'part_issued')), false) as issued_before
    from subscription where member_id = any(${given.memberIds}::uuid[])
    group by member_id`,
)

type PendingOrder = Pick<
  SubscriptionRow,
  'memberId' | 'amount' | 'state' | 'placedAt' | 'ripeAt' | 'period' | 'passedPeriod'
>

/** Orders of these members that no run has taken yet. */
export const pendingOrders = prepared(
  'pending_subscriptions',
  (given: Placeholders<{ memberIds: readonly string[] }>) => sql<PendingOrder>`
    select member_id, amount, state, placed_at, ripe_at, period, passed_period from subscription
    where member_id = any(${given.memberIds}::uuid[]) and state = 'pending'`,
)

/** Whether a member has used a key for a subscription before. */
export async function keyIsUsed(tx: Tx, memberId: string, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('subscription')
    .select('id')
    .where('memberId', '=', memberId)
    .where('idempotencyKey', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** Some members' orders that no run has taken yet, locked until the transaction ends. */
export async function lockPending(tx: Tx, limit: number): Promise<SubscriptionRow[]> {
  return (await tx
    .selectFrom('subscription')
    .selectAll()
    .where('state', '=', 'pending')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()) as SubscriptionRow[]
}

/** Whether any order waits for a run, or is in one. */
export async function hasOpenOrders(reader: Database | Tx): Promise<boolean> {
  const row = await reader
    .selectFrom('subscription')
    .select('id')
    .where('state', 'in', ['pending', 'settling'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the new row, or undefined when its order number is taken. */
export async function insertSubscription(
  tx: Tx,
  row: Insertable<Subscription>,
): Promise<SubscriptionRow | undefined> {
  return (await tx
    .insertInto('subscription')
    .values(row)
    .onConflict(conflict => conflict.column('orderNumber').doNothing())
    .returningAll()
    .executeTakeFirst()) as SubscriptionRow | undefined
}

/** The first coins ever issued to a member for a subscription. */
export interface FirstFill {
  subscriptionId: string
  /** Micro-USDT. */
  fill: bigint
  /** Micro-LEAF, today's units. */
  quantity: bigint
  issuedAt: Date
}

/** A member's first fill, or undefined before there is one. */
export const firstFill = (
  reader: Database | Tx,
  memberId: string,
): Promise<FirstFill | undefined> =>
  reader
    .selectFrom('subscription')
    .select(['id as subscriptionId', 'filled as fill', 'closedAt as issuedAt'])
    .select(sql<bigint>`quantity * ledger_later_multiple('LEAF', epoch)`.as('quantity'))
    .where('memberId', '=', memberId)
    .where('filled', '>', 0n)
    .orderBy('period')
    .orderBy('placedAt')
    .orderBy('id')
    .limit(1)
    .$narrowType<{ fill: bigint; issuedAt: Date }>()
    .executeTakeFirst()

/** A member's own order, locked until the transaction ends. */
export async function lockSubscription(
  tx: Tx,
  memberId: string,
  id: string,
): Promise<SubscriptionRow | undefined> {
  return (await tx
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()) as SubscriptionRow | undefined
}

export const readSubscription = (tx: Tx, id: string): Promise<SubscriptionRow> =>
  tx
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow() as Promise<SubscriptionRow>

/** Sets a smaller amount with its new hold, and keeps the original amount. */
export async function cutSubscription(
  tx: Tx,
  id: string,
  cut: { amount: bigint; holdId: string; asked: bigint },
): Promise<void> {
  await tx.updateTable('subscription').set(cut).where('id', '=', id).execute()
}

export async function cancelSubscription(
  tx: Tx,
  id: string,
  closedAt: Date,
): Promise<SubscriptionRow> {
  return (await tx
    .updateTable('subscription')
    .set({ state: 'cancelled', closedAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as SubscriptionRow
}

/** How a run ended an order. */
export type SubscriptionEnd = Pick<SubscriptionRow, 'id' | 'state' | 'kind'> & {
  filled: bigint
  quantity: bigint
}

/** Ends the orders of a run: the coins of each, at one price and in the units of one epoch. */
export async function endSubscriptions(
  tx: Tx,
  ends: readonly SubscriptionEnd[],
  run: { closedAt: Date; guidePrice: bigint; epoch: number; dealVersion: number },
): Promise<void> {
  await sql`
    update subscription set state = ended.state, kind = ended.kind, filled = ended.filled,
      quantity = ended.quantity, closed_at = ${run.closedAt}, guide_price = ${run.guidePrice},
      epoch = ${run.epoch}, deal_version = ${run.dealVersion}
    from unnest(
      ${ends.map(end => end.id)}::uuid[],
      ${ends.map(end => end.state)}::text[],
      ${ends.map(end => end.kind)}::text[],
      ${ends.map(end => end.filled)}::numeric[],
      ${ends.map(end => end.quantity)}::numeric[]) as ended (id, state, kind, filled, quantity)
    where subscription.id = ended.id`.execute(tx)
}

/** The members among these who have had coins issued before. */
export async function haveBeenIssued(
  reader: Database | Tx,
  memberIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await reader
    .selectFrom('subscription')
    .select('memberId')
    .distinct()
    .where('memberId', 'in', memberIds)
    .where('filled', '>', 0n)
    .execute()
  return new Set(rows.map(row => row.memberId))
}

/** The sum of everything that the next cut-off would take, micro-USDT. */
export async function demandAt(database: Database, cutoff: Date): Promise<bigint> {
  const { rows } = await sql<{ demand: bigint }>`
    select coalesce(sum(amount), 0) as demand from subscription
    where state = 'pending' and ripe_at <= ${cutoff} and placed_at < ${cutoff}`.execute(database)
  return rows[0]?.demand ?? 0n
}

/**
 * Leaves every ripe order pending for the next run: this one fills nobody. Rule book 2.3 (5), 2.17.
 */
export async function deferRipe(tx: Tx, period: Period, cutoff: Date): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ passedPeriod: period })
    .where('state', '=', 'pending')
    .where('placedAt', '<', cutoff)
    .where('ripeAt', '<=', cutoff)
    .execute()
}

/** Assigns every ripe order placed before a cut-off to the run of that cut-off. */
export async function takeRipe(tx: Tx, period: Period, cutoff: Date): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ state: 'settling', period })
    .where('state', '=', 'pending')
    .where('placedAt', '<', cutoff)
    .where('ripeAt', '<=', cutoff)
    .execute()
}

/** The orders of a run, oldest first, whatever their state now. */
export const ordersOfRun = (database: Database | Tx, period: Period) =>
  database
    .selectFrom('subscription')
    .select(['id', 'memberId', 'amount'])
    .where('period', '=', period)
    .orderBy('placedAt')
    .orderBy('id')
    .execute()

/** Some unsettled orders of a run, locked until the transaction ends. */
export async function lockSettling(
  tx: Tx,
  period: Period,
  limit: number,
): Promise<SubscriptionRow[]> {
  return (await tx
    .selectFrom('subscription')
    .selectAll()
    .where('period', '=', period)
    .where('state', '=', 'settling')
    .orderBy('placedAt')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()) as SubscriptionRow[]
}

/** A member's orders, newest first; one row more than the page when there is a next page. */
export async function subscriptionPage(
  database: Database,
  memberId: string,
  states: readonly SubscriptionState[] | null,
  page: { after: string[] | null; limit: number },
): Promise<SubscriptionRow[]> {
  let query = database
    .selectFrom('subscription')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('placedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (states) query = query.where('state', 'in', states)
  if (page.after) {
    const [at, id] = page.after
    query = query.where(sql<boolean>`(placed_at, id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  return (await query.execute()) as SubscriptionRow[]
}
