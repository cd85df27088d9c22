import type { NotificationKind, NotificationSlots } from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import type { Happening } from './decide.ts'
import type { Notification } from './generated.ts'

export type NotificationRow = Omit<Selectable<Notification>, 'kind' | 'side' | 'slots'> & {
  kind: NotificationKind
  side: 'buyer' | 'seller' | null
  slots: NotificationSlots
}

/** Stores the notifications that do not exist yet; returns those. */
export async function insertNew(tx: Tx, happenings: readonly Happening[]): Promise<Happening[]> {
  if (happenings.length === 0) return []
  const rows = await tx
    .insertInto('notification')
    .values(happenings.map(one => ({ id: newUuid(), ...one, slots: JSON.stringify(one.slots) })))
    .onConflict(conflict => conflict.columns(['memberId', 'source']).doNothing())
    .returning(['memberId', 'source'])
    .execute()
  const written = new Set(rows.map(row => `${row.memberId} ${row.source}`))
  return happenings.filter(one => written.delete(`${one.memberId} ${one.source}`))
}

/**
 * A page of a member's notifications, newest first, read with one row more than the page is long.
 */
export async function notificationPage(
  database: Database,
  memberId: string,
  page: { after: string[] | null; limit: number },
): Promise<NotificationRow[]> {
  let query = database
    .selectFrom('notification')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (page.after)
    query = query.where(
      sql<boolean>`(at, id) < (${page.after[0]}::timestamptz, ${page.after[1]}::uuid)`,
    )
  return (await query.execute()) as NotificationRow[]
}

/** Counts unread notifications up to a limit. */
export async function countUnread(
  reader: Database | Tx,
  memberId: string,
  bound: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from notification where member_id = ${memberId} and read_at is null limit ${bound}) unread`.execute(
    reader,
  )
  return rows[0]?.count ?? 0
}

/** Marks one, or all, as read; returns how many were unread. */
export async function markRead(tx: Tx, memberId: string, id: string | undefined): Promise<number> {
  let query = tx
    .updateTable('notification')
    .set({ readAt: sql<Date>`house_now()` })
    .where('memberId', '=', memberId)
    .where('readAt', 'is', null)
  if (id !== undefined) query = query.where('id', '=', id)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Begins or continues the notifications of a settlement. Undefined while another process works on
 * them, or when they are complete.
 */
export async function claimSettlement(
  tx: Tx,
  period: string,
): Promise<{ toldUpTo: string | null } | undefined> {
  await tx
    .insertInto('notificationSettlement')
    .values({ period })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('notificationSettlement')
    .select('toldUpTo')
    .where('period', '=', period)
    .where('doneAt', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function saveSettlement(
  tx: Tx,
  period: string,
  toldUpTo: string | null,
): Promise<void> {
  await tx
    .updateTable('notificationSettlement')
    .set(toldUpTo === null ? { doneAt: sql<Date>`house_now()` } : { toldUpTo })
    .where('period', '=', period)
    .execute()
}

/** Deletes notifications that are older than this many days, one batch. */
export async function dropOld(database: Database, days: number, batch: number): Promise<void> {
  await sql`delete from notification where id in (
    select id from notification where at < house_now() - make_interval(days => ${days}) limit ${batch})`.execute(
    database,
  )
}

/** Deletes the notifications of a member. */
export async function dropOfMember(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('notification').where('memberId', '=', memberId).execute()
}
