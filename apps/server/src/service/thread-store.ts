import type { ServiceAuthor, ServiceEvent } from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { ServiceMessage, ServiceThread } from './generated.ts'

type Reader = Database | Tx
export type ThreadRow = Selectable<ServiceThread>
export type MessageRow = Omit<Selectable<ServiceMessage>, 'author' | 'event'> & {
  author: ServiceAuthor
  event: ServiceEvent | null
}

/** Makes a member's thread if there is none, and locks it until the transaction ends. */
export const lockThread = (tx: Tx, memberId: string): Promise<ThreadRow> =>
  tx
    .insertInto('serviceThread')
    .values({ memberId })
    .onConflict(conflict => conflict.column('memberId').doUpdateSet({ memberId }))
    .returningAll()
    .executeTakeFirstOrThrow()

export const findThread = (reader: Reader, memberId: string): Promise<ThreadRow | undefined> =>
  reader.selectFrom('serviceThread').selectAll().where('memberId', '=', memberId).executeTakeFirst()

/** Assigns the next place of a thread. */
export async function nextPlace(tx: Tx, memberId: string): Promise<number> {
  const { lastPlace } = await tx
    .updateTable('serviceThread')
    .set(eb => ({ lastPlace: eb('lastPlace', '+', 1) }))
    .where('memberId', '=', memberId)
    .returning('lastPlace')
    .executeTakeFirstOrThrow()
  return lastPlace
}

export async function insertMessage(
  tx: Tx,
  row: MessageRow,
  uploadIds: readonly string[],
): Promise<void> {
  await tx.insertInto('serviceMessage').values(row).execute()
  if (uploadIds.length === 0) return
  const { id: messageId, memberId, conversationId } = row
  await tx
    .insertInto('serviceMessagePicture')
    .values(
      uploadIds.map((uploadId, position) => ({
        messageId,
        memberId,
        conversationId,
        position,
        uploadId,
      })),
    )
    .execute()
}

/** Moves a side's read mark forward; false when it was already there or further. */
export async function moveMark(
  tx: Tx,
  memberId: string,
  side: 'member' | 'staff',
  place: number,
): Promise<boolean> {
  const column = side === 'member' ? 'memberRead' : 'staffRead'
  const { numUpdatedRows } = await tx
    .updateTable('serviceThread')
    .set({ [column]: sql`least(${place}::integer, last_place)` })
    .where('memberId', '=', memberId)
    .where(column, '<', sql<number>`least(${place}::integer, last_place)`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Messages before a place, newest first, read with one row more than the page is long, with their
 * pictures.
 */
export async function messagePage(
  reader: Reader,
  memberId: string,
  page: { before: string | null; limit: number },
): Promise<{ messages: MessageRow[]; pictures: { messageId: string; uploadId: string }[] }> {
  let query = reader
    .selectFrom('serviceMessage')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('place', 'desc')
    .limit(page.limit + 1)
  if (page.before !== null) query = query.where('place', '<', sql<number>`${page.before}::numeric`)
  const messages = (await query.execute()) as MessageRow[]
  if (messages.length === 0) return { messages, pictures: [] }
  const pictures = await reader
    .selectFrom('serviceMessagePicture')
    .select(['messageId', 'uploadId'])
    .where(
      'messageId',
      'in',
      messages.map(one => one.id),
    )
    .orderBy('position')
    .execute()
  return { messages, pictures }
}

/**
 * Counts the messages of the service that a member has not seen. Their own and notes of their acts
 * do not count.
 */
export async function countUnread(database: Database, memberId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from service_message message
    join service_thread thread on thread.member_id = message.member_id
    where message.member_id = ${memberId} and message.place > thread.member_read
      and (message.author in ('staff', 'automatic') or message.event in ('joined', 'closed', 'closedIdle'))`.execute(
    database,
  )
  return rows[0]?.unread ?? 0
}

/** Whether there is a message of the member after this place. */
export async function hasNewsAfter(tx: Tx, memberId: string, place: number): Promise<boolean> {
  const row = await tx
    .selectFrom('serviceMessage')
    .select('id')
    .where('memberId', '=', memberId)
    .where('place', '>', place)
    .where('author', '=', 'member')
    .executeTakeFirst()
  return row !== undefined
}

/** The first message of the member in a conversation after the staff's read mark. */
export const firstUnseen = (
  tx: Tx,
  { id, memberId }: { id: string; memberId: string },
): Promise<{ at: Date } | undefined> =>
  tx
    .selectFrom('serviceMessage')
    .innerJoin('serviceThread', 'serviceThread.memberId', 'serviceMessage.memberId')
    .select('serviceMessage.at')
    .where('serviceMessage.memberId', '=', memberId)
    .where('conversationId', '=', id)
    .where('author', '=', 'member')
    .whereRef('place', '>', 'staffRead')
    .orderBy('place')
    .limit(1)
    .executeTakeFirst()

/** Whether this picture is in the member's own thread or feedback. */
export async function isPictureOfMember(
  database: Database,
  memberId: string,
  uploadId: string,
): Promise<boolean> {
  const { rows } = await sql<object>`
    select from service_message_picture where upload_id = ${uploadId} and member_id = ${memberId}
    union all
    select from feedback_picture where upload_id = ${uploadId} and member_id = ${memberId}`.execute(
    database,
  )
  return rows.length > 0
}

/** Whether this picture is in any thread with the service, or in feedback. */
export async function isPictureForStaff(database: Database, uploadId: string): Promise<boolean> {
  const { rows } = await sql<object>`
    select from service_message_picture where upload_id = ${uploadId}
    union all
    select from feedback_picture where upload_id = ${uploadId}`.execute(database)
  return rows.length > 0
}

/** A picture of a message or of feedback. */
export interface PictureOfService {
  uploadId: string
  use: 'service' | 'feedback'
  number: null
  neededUntil: 'open'
}

/** The pictures among these in messages and feedback, which stay unchanged once they are sent. */
export async function picturesUsed(
  reader: Reader,
  uploadIds: readonly string[],
): Promise<PictureOfService[]> {
  if (uploadIds.length === 0) return []
  const usedIn = (table: 'serviceMessagePicture' | 'feedbackPicture') =>
    reader
      .selectFrom(table)
      .select('uploadId')
      .distinct()
      .where('uploadId', 'in', uploadIds)
      .execute()
  const of = (use: PictureOfService['use'], rows: { uploadId: string }[]) =>
    rows.map(({ uploadId }) => ({ uploadId, use, number: null, neededUntil: 'open' as const }))
  return [
    ...of('service', await usedIn('serviceMessagePicture')),
    ...of('feedback', await usedIn('feedbackPicture')),
  ]
}
