import type { PlacementState, Side, SideChoice } from '@banyan/domain'
import type { Period } from '@banyan/economy'
import { type Selectable, sql } from 'kysely'
import { holdLock, shareLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Invitee } from './generated.ts'

export type Reader = Database | Tx
export type InviteeRow = Omit<Selectable<Invitee>, 'state' | 'choice'> & {
  state: PlacementState
  choice: SideChoice | null
}

/**
 * Held while a request is made or changed: a cut-off waits for every caller that has read the time
 * before it, so that a slow commit leaves no request behind.
 */
export async function lockRoundShared(tx: Tx): Promise<void> {
  await shareLock(tx, 'placementRound')
}

/** Waits for all requests under way and blocks new ones until the transaction ends. */
export async function lockRoundExclusive(tx: Tx): Promise<void> {
  await holdLock(tx, 'placementRound')
}

/** When the tree was begun, and the last period whose placements were frozen. */
export async function roundsSoFar(
  reader: Reader,
): Promise<{ foundedAt: Date | null; closed: Period | null }> {
  const { rows } = await sql<{ foundedAt: Date | null; closed: Period | null }>`
    select (select final_at from placement where idx = 0) as founded_at,
      (select max(period) from placement_round) as closed`.execute(reader)
  return rows[0] ?? { foundedAt: null, closed: null }
}

/**
 * Adds a newly registered member to the inviter's list. The caller's transaction must hold the
 * inviter's row, so that numbers have no gap. The deadline starts at once when the inviter is final
 * already.
 */
export async function insertInvitee(
  tx: Tx,
  { memberId, inviterId, days }: { memberId: string; inviterId: string; days: number },
): Promise<void> {
  await sql`
    insert into invitee (member_id, inviter_id, number, registered_at, due_at)
    select ${memberId}::uuid, ${inviterId}::uuid,
      coalesce((select max(number) from invitee where inviter_id = ${inviterId}::uuid), 0) + 1,
      now.at,
      (select now.at + make_interval(days => ${days}) from placement where member_id = ${inviterId}::uuid)
    from (select house_now() as at) now`.execute(tx)
}

/** A member's own placement; undefined for the root. */
export const ownInvitee = async (
  reader: Reader,
  memberId: string,
): Promise<InviteeRow | undefined> =>
  (await reader
    .selectFrom('invitee')
    .selectAll()
    .where('memberId', '=', memberId)
    .executeTakeFirst()) as InviteeRow | undefined

/** A member whom this member invited, locked until the transaction ends. */
export const lockInvitee = async (
  tx: Tx,
  inviterId: string,
  memberId: string,
): Promise<InviteeRow | undefined> =>
  (await tx
    .selectFrom('invitee')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('inviterId', '=', inviterId)
    .forUpdate()
    .executeTakeFirst()) as InviteeRow | undefined

/** The state of a request, and the requested side. */
export type RequestChange = Pick<InviteeRow, 'state' | 'choice' | 'requestedAt'>

export const saveRequest = async (
  tx: Tx,
  memberId: string,
  change: RequestChange,
): Promise<InviteeRow> =>
  (await tx
    .updateTable('invitee')
    .set(change)
    .where('memberId', '=', memberId)
    .returningAll()
    .executeTakeFirstOrThrow()) as InviteeRow

/** Where a member is in both trees, and how many of their invitees wait. */
export interface PlacementStatus {
  now: Date
  state: PlacementState | null
  inviterId: string | null
  dueAt: Date | null
  idx: number | null
  parentId: string | null
  side: Side | null
  overdue: boolean | null
  finalAt: Date | null
  preference: SideChoice
  invited: number
  waiting: number
  pending: number
  dueSoon: number
}

/** Reads a handful of index entries. `noticeDays`: how long before the deadline is soon. */
export async function placementStatus(
  reader: Reader,
  memberId: string,
  noticeDays: number,
): Promise<PlacementStatus> {
  const { rows } = await sql<PlacementStatus>`
    select now.at as now, own.state, own.inviter_id, own.due_at,
      place.idx, parent.member_id as parent_id, place.side, place.overdue, place.final_at,
      coalesce(preference.choice, 'smaller') as preference,
      coalesce((select max(number) from invitee where inviter_id = me.id), 0) as invited,
      wait.waiting, wait.pending, wait.due_soon
    from (select ${memberId}::uuid as id) me
    cross join (select house_now() as at) now
    left join invitee own on own.member_id = me.id
    left join placement place on place.member_id = me.id
    left join placement parent on parent.idx = place.parent_idx
    left join placement_preference preference on preference.member_id = me.id
    cross join lateral (
      select count(*) as waiting, count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'pending'
        and due_at <= now.at + make_interval(days => ${noticeDays})) as due_soon
      from invitee where inviter_id = me.id and state <> 'placed') wait`.execute(reader)
  return rows[0] as PlacementStatus
}

/** How many a member has invited: invitees are numbered from 1. */
export async function invitedBy(reader: Reader, memberId: string): Promise<number> {
  const row = await reader
    .selectFrom('invitee')
    .select(eb => eb.fn.max('number').as('invited'))
    .where('inviterId', '=', memberId)
    .executeTakeFirst()
  return row?.invited ?? 0
}

/** The own requests that a settlement has not placed yet, in the order in which they count. */
export const openRequests = async (reader: Reader, inviterId: string): Promise<InviteeRow[]> =>
  (await reader
    .selectFrom('invitee')
    .selectAll()
    .where('inviterId', '=', inviterId)
    .where('state', 'in', ['requested', 'settling'])
    .orderBy('requestedAt')
    .orderBy('memberId')
    .limit(500)
    .execute()) as InviteeRow[]

/** An invitee with the place, if there is one. */
export type ListedInvitee = InviteeRow & {
  idx: number | null
  side: 'left' | 'right' | null
  finalAt: Date | null
}

/** Direct invitees, the newest first; one row more than the page when there is a next page. */
export async function inviteePage(
  reader: Reader,
  inviterId: string,
  filter: 'waiting' | 'placed' | undefined,
  page: { after: number | null; limit: number },
): Promise<ListedInvitee[]> {
  let query = reader
    .selectFrom('invitee')
    .leftJoin('placement', 'placement.memberId', 'invitee.memberId')
    .selectAll('invitee')
    .select(['placement.idx', 'placement.side', 'placement.finalAt'])
    .where('invitee.inviterId', '=', inviterId)
    .orderBy('invitee.number', 'desc')
    .limit(page.limit + 1)
  if (filter === 'placed') query = query.where('invitee.state', '=', 'placed')
  if (filter === 'waiting') query = query.where('invitee.state', '<>', 'placed')
  if (page.after !== null) query = query.where('invitee.number', '<', page.after)
  return (await query.execute()) as ListedInvitee[]
}

/** Stores the side for a member's overdue invitees. */
export async function savePreference(
  tx: Tx,
  row: { memberId: string; choice: SideChoice; changedAt: Date },
): Promise<void> {
  const { choice, changedAt } = row
  await tx
    .insertInto('placementPreference')
    .values(row)
    .onConflict(conflict => conflict.column('memberId').doUpdateSet({ choice, changedAt }))
    .execute()
}

/**
 * Inviters with an invitee whose deadline is near and who were not reminded; marks them as
 * reminded.
 */
export async function takeDueSoon(
  tx: Tx,
  { noticeDays, limit }: { noticeDays: number; limit: number },
): Promise<{ inviterId: string; dueAt: Date }[]> {
  const { rows } = await sql<{ inviterId: string; dueAt: Date }>`
    update invitee set noticed_at = house_now() where member_id in (
      select member_id from invitee
      where state = 'pending' and noticed_at is null
        and due_at <= (select house_now()) + make_interval(days => ${noticeDays})
      order by due_at limit ${limit} for update skip locked)
    returning inviter_id, due_at`.execute(tx)
  return rows
}

/** The members among these who were placed since a time, with their inviters. */
export async function placedAmong(
  reader: Reader,
  memberIds: readonly string[],
  since: Date,
): Promise<{ memberId: string; inviterId: string; finalAt: Date }[]> {
  if (memberIds.length === 0) return []
  return reader
    .selectFrom('placement')
    .innerJoin('invitee', 'invitee.memberId', 'placement.memberId')
    .select(['placement.memberId', 'invitee.inviterId', 'finalAt'])
    .where('placement.memberId', 'in', memberIds)
    .where('finalAt', '>', since)
    .execute()
}
