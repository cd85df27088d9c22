import type { RedemptionKind, RedemptionState } from '@banyan/domain'
import type { Period, RedeemFacts, RedemptionDeal } from '@banyan/economy'
import { type Insertable, type Selectable, sql } from 'kysely'
import { holdLock, shareLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Redemption } from './generated.ts'

export type RedemptionRow = Omit<Selectable<Redemption>, 'kind' | 'state'> & {
  kind: RedemptionKind
  state: RedemptionState
  /** In current units while it is open, in those of its end afterwards. */
  shownQuantity: bigint
}

/**
 * Held while coins are requested: a cut-off waits for every request that has read the time before
 * it, so that a slow commit leaves no request behind.
 */
export async function lockQueueShared(tx: Tx): Promise<void> {
  await shareLock(tx, 'redemptionQueue')
}

/** Waits for all requests under way and blocks new ones until the transaction ends. */
export async function lockQueueExclusive(tx: Tx): Promise<void> {
  await holdLock(tx, 'redemptionQueue')
}

const shownQuantity = sql<bigint>`
  coalesce(ended_quantity, quantity * ledger_later_multiple('LEAF', epoch))`.as('shownQuantity')

/** Whether a member has used a key for such a redemption before. */
export async function keyIsUsed(
  tx: Tx,
  { memberId, kind, key }: { memberId: string; kind: RedemptionKind; key: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('redemption')
    .select('id')
    .where('memberId', '=', memberId)
    .where('kind', '=', kind)
    .where('idempotencyKey', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the new row, or undefined when its order number is taken. */
export async function insertRedemption(
  tx: Tx,
  row: Insertable<Redemption>,
): Promise<RedemptionRow | undefined> {
  return (await tx
    .insertInto('redemption')
    .values(row)
    .onConflict(conflict => conflict.column('orderNumber').doNothing())
    .returningAll()
    .returning(shownQuantity)
    .executeTakeFirst()) as RedemptionRow | undefined
}

/** A member's own redemption, locked until the transaction ends. */
export async function lockRedemption(
  tx: Tx,
  memberId: string,
  id: string,
): Promise<RedemptionRow | undefined> {
  return (await tx
    .selectFrom('redemption')
    .selectAll()
    .select(shownQuantity)
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()) as RedemptionRow | undefined
}

/** A member's undo that was not cancelled: there is at most one. */
export async function undoOf(
  reader: Database | Tx,
  memberId: string,
): Promise<RedemptionRow | undefined> {
  return (await reader
    .selectFrom('redemption')
    .selectAll()
    .select(shownQuantity)
    .where('memberId', '=', memberId)
    .where('kind', '=', 'undo')
    .where('state', '<>', 'cancelled')
    .executeTakeFirst()) as RedemptionRow | undefined
}

export async function cancelRedemption(
  tx: Tx,
  row: RedemptionRow,
  closedAt: Date,
): Promise<RedemptionRow> {
  return (await tx
    .updateTable('redemption')
    .set({ state: 'cancelled', closedAt, endedQuantity: row.shownQuantity })
    .where('id', '=', row.id)
    .returningAll()
    .returning(shownQuantity)
    .executeTakeFirstOrThrow()) as RedemptionRow
}

/** Some members' requests that no run has taken yet, locked until the transaction ends. */
export async function lockQueued(tx: Tx, limit: number): Promise<RedemptionRow[]> {
  return (await tx
    .selectFrom('redemption')
    .selectAll()
    .select(shownQuantity)
    .where('state', '=', 'queued')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()) as RedemptionRow[]
}

/** Whether any request is queued, or in a run. */
export async function hasOpenRedemptions(reader: Database | Tx): Promise<boolean> {
  const row = await reader
    .selectFrom('redemption')
    .select('id')
    .where('state', 'in', ['queued', 'settling'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Assigns everything queued before a cut-off to its run, and freezes the coins of each. */
export async function takeQueued(tx: Tx, period: Period, cutoff: Date): Promise<void> {
  await sql`
    with taken as (
      update redemption set state = 'settling', period = ${period}
      where state = 'queued' and asked_at < ${cutoff}
      returning id, quantity, epoch)
    insert into redemption_turn (period, redemption_id, quantity, epoch)
    select ${period}, id, quantity * ledger_later_multiple('LEAF', epoch),
      (select coalesce(max(epoch), 0) from ledger_epoch where asset = 'LEAF')
    from taken`.execute(tx)
}

/** Leaves everything queued for the next run: this one settles nothing. Rule book 2.17. */
export async function deferQueued(tx: Tx, period: Period, cutoff: Date): Promise<void> {
  await tx
    .updateTable('redemption')
    .set({ period })
    .where('state', '=', 'queued')
    .where('askedAt', '<', cutoff)
    .execute()
}

/**
 * The redemptions that a cut-off assigned to a run, each kind oldest first, whatever their state
 * now.
 */
export async function factsOfRun(reader: Database | Tx, period: Period): Promise<RedeemFacts> {
  const rows = await reader
    .selectFrom('redemptionTurn as turn')
    .innerJoin('redemption', 'redemption.id', 'turn.redemptionId')
    .select(['redemption.id', 'memberId', 'turn.quantity', 'fill'])
    .where('turn.period', '=', period)
    .orderBy('askedAt')
    .orderBy('redemption.id')
    .execute()
  return {
    exchanges: rows.flatMap(({ fill, ...row }) => (fill === null ? [row] : [])),
    undos: rows.flatMap(({ fill, ...row }) => (fill === null ? [] : [{ ...row, fill }])),
  }
}

/** An unsettled redemption of a run. */
export interface SettlingRow {
  id: string
  kind: RedemptionKind
  memberId: string
  holdId: string
  state: RedemptionState
  quantity: bigint
  epoch: number
}

/** Some unsettled redemptions of a run, locked until the transaction ends. */
export const lockSettling = (tx: Tx, period: Period, limit: number): Promise<SettlingRow[]> =>
  tx
    .selectFrom('redemption')
    .innerJoin('redemptionTurn as turn', join =>
      join
        .onRef('turn.redemptionId', '=', 'redemption.id')
        .onRef('turn.period', '=', 'redemption.period'),
    )
    .select(['redemption.id', 'kind', 'memberId', 'holdId', 'state'])
    .select(['turn.quantity', 'turn.epoch'])
    .where('redemption.period', '=', period)
    .where('state', '=', 'settling')
    .orderBy('askedAt')
    .orderBy('redemption.id')
    .limit(limit)
    .forUpdate('redemption')
    .execute() as Promise<SettlingRow[]>

/** Ends redemptions with the amounts paid. */
export async function endRedemptions(
  tx: Tx,
  deals: readonly RedemptionDeal[],
  end: { exitPrice: bigint; closedAt: Date; dealVersion: number },
): Promise<void> {
  await sql`
    update redemption set state = 'done', exit_price = ${end.exitPrice}, closed_at = ${end.closedAt},
      gross = deal.gross, fee = deal.fee, pay = deal.pay, ended_quantity = deal.quantity,
      deal_version = ${end.dealVersion}
    from unnest(
      ${deals.map(deal => deal.id)}::uuid[],
      ${deals.map(deal => deal.quantity)}::numeric[],
      ${deals.map(deal => deal.gross)}::numeric[],
      ${deals.map(deal => deal.fee)}::numeric[],
      ${deals.map(deal => deal.pay)}::numeric[]) as deal (id, quantity, gross, fee, pay)
    where redemption.id = deal.id`.execute(tx)
}

/** Puts redemptions back into the queue: their run had no price. */
export async function requeue(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.updateTable('redemption').set({ state: 'queued' }).where('id', 'in', ids).execute()
}

/** A member's redemptions, newest first; one row more than the page when there is a next page. */
export async function redemptionPage(
  database: Database,
  memberId: string,
  state: RedemptionState | undefined,
  page: { after: string[] | null; limit: number },
): Promise<RedemptionRow[]> {
  let query = database
    .selectFrom('redemption')
    .selectAll()
    .select(shownQuantity)
    .where('memberId', '=', memberId)
    .orderBy('askedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (state) query = query.where('state', '=', state)
  if (page.after) {
    const [at, id] = page.after
    query = query.where(sql<boolean>`(asked_at, id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  return (await query.execute()) as RedemptionRow[]
}

/** A member's settled exchanges, the last settled first. */
export async function soldPage(
  database: Database,
  memberId: string,
  page: { after: string[] | null; limit: number },
): Promise<RedemptionRow[]> {
  let query = database
    .selectFrom('redemption')
    .selectAll()
    .select(shownQuantity)
    .where('memberId', '=', memberId)
    .where('kind', '=', 'exchange')
    .where('state', '=', 'done')
    .orderBy('closedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
  if (page.after) {
    const [at, id] = page.after
    query = query.where(sql<boolean>`(closed_at, id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  return (await query.execute()) as RedemptionRow[]
}

/** The fees of what the runs from a period on and before another have dealt, by member. Micro-USDT. */
export async function feesOfMembers(
  reader: Database | Tx,
  { from, before }: { from: Period; before: Period },
): Promise<{ memberIds: string[]; fees: bigint[] }> {
  // As two texts: a row object for each member costs more than everything else.
  const { rows } = await sql<{ members: string | null; fees: string | null }>`
    select string_agg(member_id::text, ',' order by member_id) as members,
      string_agg(fees::text, ',' order by member_id) as fees
    from (select member_id, sum(fee)::numeric(38,0) as fees from redemption
      where state = 'done' and period >= ${from} and period < ${before}
      group by member_id) by_member`.execute(reader)
  const { members, fees } = rows[0] ?? {}
  return {
    memberIds: members?.split(',') ?? [],
    fees: fees?.split(',').map(BigInt) ?? [],
  }
}
