import type { NoticeEvent, NoticeState } from '@banyan/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Notice, NoticePicture, NoticeVersion } from './generated.ts'

export type NoticeRow = Omit<Selectable<Notice>, 'state'> & { state: NoticeState }
export type VersionRow = Selectable<NoticeVersion>
export type PictureRow = Selectable<NoticePicture>
type Reader = Database | Tx

export async function insertNotice(tx: Tx, row: Insertable<Notice>): Promise<NoticeRow> {
  return (await tx
    .insertInto('notice')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()) as NoticeRow
}

/** A notice, locked until the transaction ends. */
export const lockNotice = async (tx: Tx, id: string): Promise<NoticeRow | undefined> =>
  (await tx.selectFrom('notice').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) as
    | NoticeRow
    | undefined

export const findNotice = async (reader: Reader, id: string): Promise<NoticeRow | undefined> =>
  (await reader.selectFrom('notice').selectAll().where('id', '=', id).executeTakeFirst()) as
    | NoticeRow
    | undefined

export async function saveNotice(
  tx: Tx,
  row: NoticeRow,
  change: Partial<Insertable<Notice>>,
): Promise<NoticeRow> {
  return (await tx
    .updateTable('notice')
    .set({ ...change, version: row.version + 1 })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as NoticeRow
}

/** Writes a version: what was done to a notice, and its text since then. */
export async function insertVersion(
  tx: Tx,
  row: NoticeRow,
  done: { event: 'create' | NoticeEvent; actor: string; reason: string | null; at: Date },
): Promise<void> {
  const { titleZh, bodyZh, titleEn, bodyEn, pinned, version } = row
  await tx
    .insertInto('noticeVersion')
    .values({ noticeId: row.id, version, titleZh, bodyZh, titleEn, bodyEn, pinned, ...done })
    .execute()
}

export const versionsOf = (reader: Reader, noticeId: string): Promise<VersionRow[]> =>
  reader
    .selectFrom('noticeVersion')
    .selectAll()
    .where('noticeId', '=', noticeId)
    .orderBy('version', 'desc')
    .execute()

/** Notices for operators, the last changed first, read with one row more than the page is long. */
export async function noticesPage(
  database: Database,
  state: NoticeState | undefined,
  page: { after: readonly string[] | null; limit: number },
): Promise<NoticeRow[]> {
  let query = database
    .selectFrom('notice')
    .selectAll()
    .orderBy('changedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (state) query = query.where('state', '=', state)
  if (page.after)
    query = query.where(
      sql<boolean>`(changed_at, id) < (${page.after[0]}::timestamptz, ${page.after[1]}::uuid)`,
    )
  return (await query.execute()) as NoticeRow[]
}

/**
 * The next notice that is due, locked. Skips notices that another worker has locked; undefined when
 * there is none.
 */
export const lockDue = async (tx: Tx): Promise<NoticeRow | undefined> =>
  (await tx
    .selectFrom('notice')
    .selectAll()
    .where('state', '=', 'scheduled')
    .where('publishAt', '<=', sql<Date>`house_now()`)
    .orderBy('publishAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()) as NoticeRow | undefined

/** A published notice as a member reads it. */
export type MemberNotice = NoticeRow & { read: boolean; ended: boolean; onTop: number }

const ended = sql<boolean>`coalesce(ends_at <= house_now(), false)`
const onTop = sql<number>`case when pinned and ${ended} is false then 1 else 0 end`
const readBy = (memberId: string) => sql<boolean>`exists (
  select from notice_read where notice_read.notice_id = notice.id and member_id = ${memberId})`

/**
 * Published notices, pinned ones first, then the newest; read with one row more than the page is
 * long.
 */
export async function memberPage(
  database: Database,
  memberId: string,
  page: { after: readonly string[] | null; limit: number },
): Promise<MemberNotice[]> {
  let query = database
    .selectFrom('notice')
    .selectAll()
    .select([readBy(memberId).as('read'), ended.as('ended'), onTop.as('onTop')])
    .where('state', '=', 'published')
    .orderBy(onTop, 'desc')
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (page.after) {
    const [top, at, id] = page.after
    query = query.where(
      sql<boolean>`(${onTop}, published_at, id) < (${top}::integer, ${at}::timestamptz, ${id}::uuid)`,
    )
  }
  return (await query.execute()) as MemberNotice[]
}

/** One notice as a member reads it, in any state. */
export const memberNotice = async (
  database: Database,
  memberId: string,
  id: string,
): Promise<MemberNotice | undefined> =>
  (await database
    .selectFrom('notice')
    .selectAll()
    .select([readBy(memberId).as('read'), ended.as('ended'), onTop.as('onTop')])
    .where('id', '=', id)
    .executeTakeFirst()) as MemberNotice | undefined

/**
 * Unread: published, not ended, not read, and published since the member joined. The last condition
 * does not apply to a pinned notice.
 */
const unreadOf = (memberId: string, joinedAt: Date) => sql<boolean>`state = 'published'
  and ${ended} is false and (pinned or published_at >= ${joinedAt}) and not ${readBy(memberId)}`

/** The first unread notices of a member, pinned ones before the others, and their number. */
export async function unreadNoticesOf(
  reader: Reader,
  member: { memberId: string; joinedAt: Date },
  limit: number,
): Promise<{ items: NoticeRow[]; unread: number }> {
  const isUnread = unreadOf(member.memberId, member.joinedAt)
  const items = await reader
    .selectFrom('notice')
    .selectAll()
    .where(isUnread)
    .orderBy('pinned', 'desc')
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const { count } = await reader
    .selectFrom('notice')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(isUnread)
    .executeTakeFirstOrThrow()
  return { items: items as NoticeRow[], unread: Number(count) }
}

/** Marks one published notice, or all, as read; returns how many were unread. */
export async function markRead(tx: Tx, memberId: string, id: string | undefined): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into notice_read (member_id, notice_id, read_at)
    select ${memberId}::uuid, id, house_now() from notice
    where state = 'published' ${id === undefined ? sql`` : sql`and id = ${id}::uuid`}
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function insertPicture(tx: Tx, row: Insertable<NoticePicture>): Promise<void> {
  await tx.insertInto('noticePicture').values(row).execute()
}

export const findPicture = (reader: Reader, id: string): Promise<PictureRow | undefined> =>
  reader.selectFrom('noticePicture').selectAll().where('id', '=', id).executeTakeFirst()

export async function countPictures(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('noticePicture')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The pictures among these that nobody has uploaded. */
export async function missingPictures(reader: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await reader
    .selectFrom('noticePicture')
    .select('id')
    .where('id', 'in', ids)
    .execute()
  const known = new Set(rows.map(row => row.id))
  return ids.filter(id => !known.has(id))
}

/** Whether a published notice shows this picture. */
export async function isPublished(reader: Reader, pictureId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('notice')
    .select('id')
    .where('state', '=', 'published')
    .where(sql<boolean>`${pictureId}::uuid = any(pictures)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Those of these files that a picture of a notice names. */
export async function picturesNamed(
  reader: Reader,
  fileNames: readonly string[],
): Promise<readonly string[]> {
  if (fileNames.length === 0) return []
  const rows = await reader
    .selectFrom('noticePicture')
    .select('fileName')
    .where('fileName', 'in', fileNames)
    .execute()
  return rows.map(({ fileName }) => fileName)
}

/** The files of pictures behind a name, in the order of their names. */
export async function noticeFiles(
  reader: Reader,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await reader
    .selectFrom('noticePicture')
    .select('fileName')
    .where('fileName', '>', after)
    .orderBy('fileName')
    .limit(limit)
    .execute()
  return rows.map(({ fileName }) => fileName)
}
