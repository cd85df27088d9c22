import type { SideChoice } from '@banyan/domain'
import type { Candidate, Period, PlacingInviter, Region } from '@banyan/economy'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import type { Reader } from './store.ts'

export interface RoundRow {
  period: Period
  cutoffAt: Date
  nextIdx: number
  postedAt: Date | null
}

export const findRound = (reader: Reader, period: Period): Promise<RoundRow | undefined> =>
  reader
    .selectFrom('placementRound')
    .select(['period', 'cutoffAt', 'nextIdx', 'postedAt'])
    .where('period', '=', period)
    .executeTakeFirst()

export async function insertRound(tx: Tx, period: Period, cutoffAt: Date): Promise<void> {
  await sql`
    insert into placement_round (period, cutoff_at, next_idx, closed_at)
    select ${period}, ${cutoffAt}::timestamptz, coalesce((select max(idx) + 1 from placement), 0), house_now()`.execute(
    tx,
  )
}

/** Marks a run's placements as complete; returns true the first time. */
export async function markPosted(tx: Tx, period: Period): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('placementRound')
    .set({ postedAt: sql<Date>`house_now()` })
    .where('period', '=', period)
    .where('postedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether the run of a cut-off will have to find a smaller region. */
export async function asksForSmaller(reader: Reader, cutoff: Date): Promise<boolean> {
  const { rows } = await sql<{ asks: boolean }>`
    select exists (select from invitee where state = 'requested' and choice = 'smaller' and requested_at < ${cutoff})
      or exists (select from invitee left join placement_preference on placement_preference.member_id = inviter_id
        where state = 'pending' and due_at <= ${cutoff}
          and coalesce(placement_preference.choice, 'smaller') = 'smaller') as asks`.execute(reader)
  return rows[0]?.asks === true
}

/**
 * Assigns to a run every member whom it will place: requests made before the cut-off and the
 * overdue, when the inviter is final or is placed in the same run. A request whose inviter is
 * neither stays open.
 */
export async function takeCandidates(tx: Tx, period: Period, cutoff: Date): Promise<void> {
  await sql`
    with recursive ready as (
      select member_id, inviter_id, choice, state = 'pending' as overdue,
        case state when 'pending' then registered_at else requested_at end as at
      from invitee
      where (state = 'requested' and requested_at < ${cutoff}) or (state = 'pending' and due_at <= ${cutoff})
    ), taken as (
      select ready.* from ready join placement on placement.member_id = ready.inviter_id
      union all
      select ready.* from ready join taken on taken.member_id = ready.inviter_id
    ), marked as (
      update invitee set state = 'settling', period = ${period}
      from taken where invitee.member_id = taken.member_id
    )
    insert into placement_candidate (period, rank, member_id, inviter_id, choice, overdue)
    select ${period}, row_number() over (order by overdue, at, taken.member_id) - 1, taken.member_id,
      inviter_id, coalesce(taken.choice, preference.choice, 'smaller'), overdue
    from taken left join placement_preference preference on preference.member_id = taken.inviter_id`.execute(
    tx,
  )
}

/** Both regions of a node, as frozen at the cut-off. */
export interface Weight {
  idx: number
  left: Region
  right: Region
}

/** The inviters of a run for whom an invitee asks for the smaller region, by index. */
export async function invitersToWeigh(tx: Tx, period: Period): Promise<number[]> {
  const { rows } = await sql<{ idx: number }>`
    select distinct placement.idx from placement_candidate candidate
    join placement on placement.member_id = candidate.inviter_id
    where candidate.period = ${period} and candidate.choice = 'smaller' order by idx`.execute(tx)
  return rows.map(row => row.idx)
}

/** Freezes the ends of the lines of every final inviter of a run, and the weighed regions. */
export async function freezeInviters(
  tx: Tx,
  period: Period,
  weights: readonly Weight[],
): Promise<void> {
  await sql`
    insert into placement_inviter (period, idx, left_end, right_end, left_total, right_total, left_members, right_members)
    select ${period}, inviter.idx, coalesce(left_tail.tail_idx, inviter.left_chain),
      coalesce(right_tail.tail_idx, inviter.right_chain),
      weight.left_total, weight.right_total, weight.left_members, weight.right_members
    from (select distinct inviter_id from placement_candidate where period = ${period}) candidate
    join placement inviter on inviter.member_id = candidate.inviter_id
    left join chain_tail left_tail on left_tail.side = 'left' and left_tail.chain = inviter.left_chain
    left join chain_tail right_tail on right_tail.side = 'right' and right_tail.chain = inviter.right_chain
    left join unnest(${weights.map(one => one.idx)}::int[],
      ${weights.map(one => one.left.total)}::numeric[], ${weights.map(one => one.right.total)}::numeric[],
      ${weights.map(one => one.left.members)}::int[], ${weights.map(one => one.right.members)}::int[])
      weight (idx, left_total, right_total, left_members, right_members) on weight.idx = inviter.idx`.execute(
    tx,
  )
}

/** The candidates of a run, in their order. */
export async function candidatesOf(
  reader: Reader,
  period: Period,
): Promise<(Candidate & { overdue: boolean })[]> {
  const rows = await reader
    .selectFrom('placementCandidate')
    .select(['memberId', 'inviterId', 'choice', 'overdue'])
    .where('period', '=', period)
    .orderBy('rank')
    .execute()
  return rows.map(row => ({ ...row, choice: row.choice as SideChoice }))
}

/**
 * The final inviters of a run as frozen at its cut-off, by index. Regions not weighed are empty.
 */
export async function invitersOf(reader: Reader, period: Period): Promise<PlacingInviter[]> {
  const { rows } = await sql<
    Omit<PlacingInviter, 'leftEnd' | 'rightEnd' | 'left' | 'right'> & {
      leftEnd: number
      leftEndDepth: number
      rightEnd: number
      rightEndDepth: number
      leftTotal: bigint
      rightTotal: bigint
      leftMembers: number
      rightMembers: number
    }
  >`
    select node.member_id, node.idx, node.depth, node.left_chain, node.right_chain,
      frozen.left_end, left_end.depth as left_end_depth,
      frozen.right_end, right_end.depth as right_end_depth,
      coalesce(frozen.left_total, 0) as left_total, coalesce(frozen.right_total, 0) as right_total,
      coalesce(frozen.left_members, 0) as left_members, coalesce(frozen.right_members, 0) as right_members
    from placement_inviter frozen
    join placement node on node.idx = frozen.idx
    join placement left_end on left_end.idx = frozen.left_end
    join placement right_end on right_end.idx = frozen.right_end
    where frozen.period = ${period} order by frozen.idx`.execute(reader)
  return rows.map(row => ({
    memberId: row.memberId,
    idx: row.idx,
    depth: row.depth,
    leftChain: row.leftChain,
    rightChain: row.rightChain,
    leftEnd: { idx: row.leftEnd, depth: row.leftEndDepth },
    rightEnd: { idx: row.rightEnd, depth: row.rightEndDepth },
    left: { total: row.leftTotal, members: row.leftMembers },
    right: { total: row.rightTotal, members: row.rightMembers },
  }))
}

/**
 * Ends the wait of placed members, and starts the deadline of their own invitees. Returns how many
 * were waiting for this run.
 */
export async function endWaiting(
  tx: Tx,
  memberIds: readonly string[],
  run: { period: Period; finalAt: Date; days: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update invitee set state = 'placed'
    where member_id = any(${memberIds}::uuid[]) and state = 'settling' and period = ${run.period}`.execute(
    tx,
  )
  await sql`
    update invitee set due_at = greatest(registered_at, ${run.finalAt}::timestamptz) + make_interval(days => ${run.days})
    where inviter_id = any(${memberIds}::uuid[]) and due_at is null and state <> 'placed'`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}
