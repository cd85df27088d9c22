import {
  type AutomaticAnswer,
  automaticAnswer,
  isWithin,
  type ServiceAuthor,
  type ServiceEvent,
  type ServiceMessage,
  wireIdOf,
} from '@banyan/domain'
import { attachedTo, type Files } from '../platform/attached.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { writeCursor } from '../platform/http/cursor.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { openUnlessErased, type Sealing } from '../platform/sealing.ts'
import type { ServiceContext } from './context.ts'
import { mattersOf } from './matters.ts'
import { insertMessage, type MessageRow, messagePage, nextPlace } from './thread-store.ts'

/** Where a message is written: the conversation of a member. */
export interface Place {
  id: string
  memberId: string
}

/** What is written, by whom. `operator` is named for staff, and for the event that one joined. */
export interface Writing {
  author: ServiceAuthor
  operator?: { id: string; nickname: string | null }
  event?: ServiceEvent
  text?: string
  automatic?: AutomaticAnswer
  uploadIds?: readonly string[]
  at: Date
}

/** Adds a message to a thread that is locked. It moves no read mark: writing is no proof of having read. */
export async function addMessage(
  tx: Tx,
  { sealing }: Pick<ServiceContext, 'sealing'>,
  { id: conversationId, memberId }: Place,
  writing: Writing,
): Promise<MessageRow> {
  const { author, operator, event = null, automatic, uploadIds = [], at } = writing
  const id = newUuid()
  const row: MessageRow = {
    id,
    memberId,
    conversationId,
    author,
    event,
    at,
    place: await nextPlace(tx, memberId),
    operatorId: operator?.id ?? null,
    nickname: operator?.nickname ?? null,
    text: sealing.seal(writing.text ?? '', textPlace(id)),
    automatic: automatic ? sealing.seal(JSON.stringify(automatic), automaticPlace(id)) : null,
  }
  await insertMessage(tx, row, uploadIds)
  return row
}

/** Announces to both sides that the thread has changed. */
export const announceThread = (tx: Tx, { id, memberId }: Place): Promise<void> =>
  announce(tx, [{ memberId, topic: 'service', subject: wireIdOf('svc', id) }])

/** What the server answers by itself to the first message of a conversation. */
export async function automaticAnswerFor(
  tx: Tx,
  context: ServiceContext,
  memberId: string,
  at: Date,
): Promise<AutomaticAnswer> {
  const matters = mattersOf({
    trades: await context.openTrades(tx, memberId),
    recharges: await context.openRecharges(tx, memberId),
    withdrawals: await context.openWithdrawals(tx, memberId),
  })
  return { isOpen: isWithin(context.hours, at), matters }
}

const textPlace = (messageId: string): string => `service message ${messageId}`
const automaticPlace = (messageId: string): string => `automatic answer ${messageId}`

/** A page of a thread, newest first. */
export async function threadPage(
  reader: Database | Tx,
  context: Pick<ServiceContext, 'sealing' | 'filesAmong'>,
  memberId: string,
  page: { before: string | null; limit: number },
): Promise<{ items: ServiceMessage[]; nextCursor: string | null }> {
  const { messages, pictures } = await messagePage(reader, memberId, page)
  const shown = messages.slice(0, page.limit)
  const last = messages.length > shown.length ? shown.at(-1) : undefined
  const files = await context.filesAmong(
    reader,
    pictures.map(one => one.uploadId),
  )
  return {
    items: shown.map(row =>
      presentMessage(
        context.sealing,
        row,
        pictures.filter(one => one.messageId === row.id).map(one => one.uploadId),
        files,
      ),
    ),
    nextCursor: last ? writeCursor([String(last.place)]) : null,
  }
}

/** A message on the wire. An operator is a nickname here, never the name of an account. */
export const presentMessage = (
  sealing: Sealing,
  row: MessageRow,
  uploadIds: readonly string[],
  files: Files,
): ServiceMessage => ({
  id: wireIdOf('msg', row.id),
  place: row.place,
  conversationId: wireIdOf('svc', row.conversationId),
  by: row.author,
  nickname: row.nickname,
  event: row.event,
  text: openUnlessErased(sealing, row.text, textPlace(row.id)),
  ...attachedTo(uploadIds, files),
  automatic: row.automatic?.length
    ? automaticAnswer.parse(JSON.parse(sealing.open(row.automatic, automaticPlace(row.id))))
    : null,
  at: row.at.toISOString(),
})
