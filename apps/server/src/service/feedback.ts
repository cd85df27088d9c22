import type { Feedback, FeedbackType } from '@banyan/domain'
import * as domain from '@banyan/domain'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { attachedTo, type Files } from '../platform/attached.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { openUnlessErased, type Sealing } from '../platform/sealing.ts'
import { ownUploads, type ServiceContext } from './context.ts'
import { nicknameOf } from './conversation-store.ts'
import type { Feedback as FeedbackTable } from './generated.ts'
import { refuseRecoveryWords } from './recovery-words.ts'
import { lockThread } from './thread-store.ts'

type Reader = Database | Tx
export type FeedbackRow = Omit<Selectable<FeedbackTable>, 'type'> & { type: FeedbackType }

const textPlace = (id: string): string => `feedback ${id}`
const answerPlace = (id: string): string => `answer to feedback ${id}`

/** Keeps a member's feedback; refuses `feedbackDailyLimit` beyond what a day allows. */
export async function sendFeedback(
  tx: Tx,
  context: ServiceContext,
  memberId: string,
  given: domain.Attached & { type: FeedbackType; text: string },
): Promise<Feedback> {
  refuseRecoveryWords(given.text)
  const uploadIds = await ownUploads(tx, context, memberId, given)
  // One at a time of a member: many at once are counted one after the other.
  await lockThread(tx, memberId)
  const max = domain.serviceLimits.feedbackPerDay
  if ((await sentToday(tx, memberId)) >= max) refuse('feedbackDailyLimit', { max })
  const id = newUuid()
  const row = (await tx
    .insertInto('feedback')
    .values({
      id,
      memberId,
      type: given.type,
      sentAt: await systemNow(tx),
      text: context.sealing.seal(given.text, textPlace(id)),
    })
    .returningAll()
    .executeTakeFirstOrThrow()) as FeedbackRow
  if (uploadIds.length > 0)
    await tx
      .insertInto('feedbackPicture')
      .values(
        uploadIds.map((uploadId, position) => ({ feedbackId: id, memberId, position, uploadId })),
      )
      .execute()
  await announce(tx, [{ memberId, topic: 'feedback', subject: domain.wireIdOf('fbk', id) }])
  return presentFeedback(context.sealing, row, uploadIds, await context.filesAmong(tx, uploadIds))
}

async function sentToday(tx: Tx, memberId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('feedback')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .where(sql<SqlBool>`sent_at > house_now() - make_interval(hours => ${domain.rollingDayHours})`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Answers feedback once; of two operators at once, one does. */
export async function answerFeedback(
  tx: Tx,
  context: ServiceContext,
  operator: Operator,
  { id, text }: { id: string; text: string },
): Promise<FeedbackRow> {
  const row = await tx
    .selectFrom('feedback')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  // The text of a closed account is emptied: there is nothing to answer, and nobody to read it.
  if (!row || row.text.length === 0) return refuse('notFound')
  if (row.answeredByName !== null) return refuse('feedbackAnswered', { name: row.answeredByName })
  if (row.memberId === operator.memberId) return refuse('forbidden')
  const answered = (await tx
    .updateTable('feedback')
    .set({
      answer: context.sealing.seal(text, answerPlace(id)),
      answeredAt: await systemNow(tx),
      answeredBy: operator.operatorId,
      answeredByName: operator.name,
      nickname: await nicknameOf(tx, operator.operatorId),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as FeedbackRow
  const subject = domain.wireIdOf('fbk', id)
  await announce(tx, [{ memberId: row.memberId, topic: 'feedback', subject }])
  return answered
}

/** A page of feedback, one row more than it is long: a member's, or of all members in a state. */
export async function feedbackPage(
  reader: Reader,
  filter: { memberId: string } | { state: 'open' | 'answered' },
  page: { after: string[] | null; limit: number },
): Promise<FeedbackRow[]> {
  const isOpen = 'state' in filter && filter.state === 'open'
  const by = 'state' in filter && filter.state === 'answered' ? 'answeredAt' : 'sentAt'
  const way = isOpen ? 'asc' : 'desc'
  let query = reader
    .selectFrom('feedback')
    .selectAll()
    .orderBy(by, way)
    .orderBy('id', way)
    .limit(page.limit + 1)
  if ('memberId' in filter) query = query.where('memberId', '=', filter.memberId)
  else query = query.where('answeredAt', isOpen ? 'is' : 'is not', null)
  if (isOpen) query = query.where(sql<SqlBool>`length(text) > 0`)
  if (page.after) {
    const [at, id] = page.after
    const place = sql`(${at}::timestamptz, ${id}::uuid)`
    query = query.where(
      isOpen
        ? sql<SqlBool>`(sent_at, id) > ${place}`
        : sql<SqlBool>`(${sql.ref(by)}, id) < ${place}`,
    )
  }
  return (await query.execute()) as FeedbackRow[]
}

/** Feedback as its member reads it. */
export async function presentAll(
  reader: Reader,
  context: Pick<ServiceContext, 'sealing' | 'filesAmong'>,
  rows: readonly FeedbackRow[],
): Promise<Feedback[]> {
  const uploads = await uploadsOf(
    reader,
    rows.map(row => row.id),
  )
  const files = await context.filesAmong(reader, [...uploads.values()].flat())
  return rows.map(row => presentFeedback(context.sealing, row, uploads.get(row.id) ?? [], files))
}

/** The pictures and files of feedback, by its id, in their order. */
async function uploadsOf(reader: Reader, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows =
    ids.length === 0
      ? []
      : await reader
          .selectFrom('feedbackPicture')
          .select(['feedbackId', 'uploadId'])
          .where('feedbackId', 'in', ids)
          .orderBy('position')
          .execute()
  return new Map(
    ids.map(id => [id, rows.filter(row => row.feedbackId === id).map(row => row.uploadId)]),
  )
}

/** Feedback that was answered since a time, of these ids. */
export async function answersAmong(
  reader: Reader,
  ids: readonly string[],
  since: Date,
): Promise<{ id: string; memberId: string; at: Date }[]> {
  if (ids.length === 0) return []
  const rows = await reader
    .selectFrom('feedback')
    .select(['id', 'memberId', 'answeredAt'])
    .where('id', 'in', ids)
    .where('answeredAt', '>=', since)
    .execute()
  return rows.map(row => ({ id: row.id, memberId: row.memberId, at: row.answeredAt as Date }))
}

const presentFeedback = (
  sealing: Sealing,
  row: FeedbackRow,
  uploadIds: readonly string[],
  files: Files,
): Feedback => ({
  id: domain.wireIdOf('fbk', row.id),
  type: row.type,
  text: openUnlessErased(sealing, row.text, textPlace(row.id)),
  ...attachedTo(uploadIds, files),
  sentAt: row.sentAt.toISOString(),
  answer:
    row.answer && row.answeredAt
      ? {
          text: openUnlessErased(sealing, row.answer, answerPlace(row.id)),
          nickname: row.nickname,
          at: row.answeredAt.toISOString(),
        }
      : null,
})
