import { type Attached, type ServiceConversation, serviceLimits, wireIdOf } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import { openUnlessErased, type Sealing } from '../platform/sealing.ts'
import { ownUploads, type ServiceContext } from './context.ts'
import {
  type ConversationRow,
  findConversation,
  idleConversations,
  insertConversation,
  nicknameOf,
  openConversationOf,
  saveConversation,
} from './conversation-store.ts'
import { addMessage, announceThread, automaticAnswerFor } from './messages.ts'
import { refuseRecoveryWords } from './recovery-words.ts'
import { firstUnseen, hasNewsAfter, lockThread, type MessageRow, moveMark } from './thread-store.ts'

/** Text, and ids of pictures and files. */
export interface MessageBody extends Attached {
  text: string
}

/** A message that was written, with its uploads. */
export interface Written {
  row: MessageRow
  uploadIds: readonly string[]
}

/** Opens a conversation where the member has none. The thread is locked. */
async function openOrGo(tx: Tx, memberId: string, at: Date) {
  const open = await openConversationOf(tx, memberId)
  if (open) return { conversation: open, isNew: false }
  const conversation = await insertConversation(tx, { id: newUuid(), memberId, at })
  return { conversation, isNew: true }
}

/** A member writes; the first message of a conversation is answered by the server at once. */
export async function writeAsMember(
  tx: Tx,
  context: ServiceContext,
  memberId: string,
  body: MessageBody,
): Promise<Written> {
  refuseRecoveryWords(body.text)
  const uploadIds = await ownUploads(tx, context, memberId, body)
  await lockThread(tx, memberId)
  const at = await systemNow(tx)
  const { conversation, isNew } = await openOrGo(tx, memberId, at)
  const row = await addMessage(tx, context, conversation, {
    author: 'member',
    text: body.text,
    uploadIds,
    at,
  })
  const waitingSince = conversation.waitingSince ?? at
  await saveConversation(tx, conversation.id, { lastAt: at, waitingSince })
  if (isNew) {
    const automatic = await automaticAnswerFor(tx, context, memberId, at)
    await addMessage(tx, context, conversation, { author: 'automatic', automatic, at })
  }
  await announceThread(tx, conversation)
  return { row, uploadIds }
}

/** A member asks for a person: once in a conversation, however often it is tapped. */
export async function askForPerson(
  tx: Tx,
  context: ServiceContext,
  memberId: string,
): Promise<ConversationRow> {
  await lockThread(tx, memberId)
  const at = await systemNow(tx)
  const { conversation } = await openOrGo(tx, memberId, at)
  if (conversation.personAskedAt !== null || conversation.operatorId !== null) return conversation
  await addMessage(tx, context, conversation, { author: 'event', event: 'personAsked', at })
  const saved = await saveConversation(tx, conversation.id, {
    personAskedAt: at,
    lastAt: at,
    waitingSince: conversation.waitingSince ?? at,
  })
  await announceThread(tx, saved)
  return saved
}

/** A member rates a closed conversation of theirs; refuses `notFound` and `conversationNotRatable`. */
export async function rate(
  tx: Tx,
  context: ServiceContext,
  memberId: string,
  rating: { conversationId: string; stars: number; text: string },
): Promise<ConversationRow> {
  refuseRecoveryWords(rating.text)
  await lockThread(tx, memberId)
  const conversation = await findConversation(tx, rating.conversationId)
  if (conversation?.memberId !== memberId) return refuse('notFound')
  if (conversation.closedAt === null || conversation.stars !== null)
    return refuse('conversationNotRatable')
  const at = await systemNow(tx)
  await addMessage(tx, context, conversation, { author: 'event', event: 'rated', at })
  const saved = await saveConversation(tx, conversation.id, {
    stars: rating.stars,
    ratedAt: at,
    ratingText: context.sealing.seal(rating.text, ratingPlace(conversation.id)),
  })
  await announceThread(tx, saved)
  return saved
}

const ratingPlace = (conversationId: string): string => `service rating ${conversationId}`

/** What a member gave a conversation; null while it is not rated. */
export const ratingOf = (sealing: Sealing, row: ConversationRow): ServiceConversation['rating'] =>
  row.stars === null || row.ratingText === null
    ? null
    : { stars: row.stars, text: openUnlessErased(sealing, row.ratingText, ratingPlace(row.id)) }

/** A conversation as its member sees it. */
export async function presentConversation(
  reader: Database | Tx,
  { sealing }: Pick<ServiceContext, 'sealing'>,
  row: ConversationRow,
): Promise<ServiceConversation> {
  return {
    id: wireIdOf('svc', row.id),
    state: row.closedAt === null ? 'open' : 'closed',
    isAttended: row.operatorId !== null,
    nickname: row.operatorId && (await nicknameOf(reader, row.operatorId)),
    personAsked: row.personAskedAt !== null,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    closedBy: row.closedBy,
    rating: ratingOf(sealing, row),
  }
}

/** Locks the thread of an open conversation and reads it again; refuses `notFound` and `conversationClosed`. */
async function lockOpen(tx: Tx, id: string): Promise<ConversationRow> {
  const known = await findConversation(tx, id)
  if (!known) return refuse('notFound')
  await lockThread(tx, known.memberId)
  const conversation = (await findConversation(tx, id)) as ConversationRow
  return conversation.closedAt === null ? conversation : refuse('conversationClosed')
}

/** As `lockOpen`, for the operator who attends to it; refuses `conversationNotYours` besides. */
export async function lockOwn(tx: Tx, id: string, { operatorId }: Operator) {
  const conversation = await lockOpen(tx, id)
  return conversation.operatorId === operatorId ? conversation : refuse('conversationNotYours')
}

/** Gives a conversation to an operator; the member reads that staff joined. */
async function give(
  tx: Tx,
  context: ServiceContext,
  conversation: ConversationRow,
  to: { operatorId: string; name: string },
): Promise<ConversationRow> {
  const at = await systemNow(tx)
  const nickname = await nicknameOf(tx, to.operatorId)
  const operator = { id: to.operatorId, nickname }
  await addMessage(tx, context, conversation, { author: 'event', event: 'joined', operator, at })
  const saved = await saveConversation(tx, conversation.id, {
    operatorId: to.operatorId,
    operatorName: to.name,
    assignedAt: at,
    lastAt: at,
  })
  await announceThread(tx, saved)
  return saved
}

/** An operator takes a conversation that has no operator; of two at once, one does. Own accounts are refused. */
export async function take(tx: Tx, context: ServiceContext, operator: Operator, id: string) {
  const conversation = await lockOpen(tx, id)
  if (conversation.operatorId === operator.operatorId) return conversation
  if (conversation.operatorName !== null)
    return refuse('conversationTaken', { name: conversation.operatorName })
  if (conversation.memberId === operator.memberId) return refuse('forbidden')
  return give(tx, context, conversation, operator)
}

/** Hands a conversation on by name: support their own, an administrator any. */
export async function assign(
  tx: Tx,
  context: ServiceContext,
  operator: Operator,
  { id, name }: { id: string; name: string },
): Promise<ConversationRow> {
  const isAdministrator = operator.role === 'administrator'
  const conversation = await (isAdministrator ? lockOpen(tx, id) : lockOwn(tx, id, operator))
  const to = await context.supportNamed(tx, name)
  if (to === null || to.memberId === conversation.memberId)
    return refuse('supportUnknown', { name })
  return conversation.operatorId === to.operatorId
    ? conversation
    : give(tx, context, conversation, to)
}

/**
 * An operator answers in a conversation of theirs, having seen the thread up to a place. For messages that
 * the member has written since, the member goes on waiting.
 */
export async function writeAsStaff(
  tx: Tx,
  context: ServiceContext,
  operator: Operator,
  { id, body, place }: { id: string; body: MessageBody; place: number },
): Promise<Written> {
  const conversation = await lockOwn(tx, id, operator)
  const uploadIds = await ownUploads(tx, context, operator.operatorId, body)
  const at = await systemNow(tx)
  const nickname = await nicknameOf(tx, operator.operatorId)
  const row = await addMessage(tx, context, conversation, {
    author: 'staff',
    operator: { id: operator.operatorId, nickname },
    text: body.text,
    uploadIds,
    at,
  })
  await moveMark(tx, conversation.memberId, 'staff', place)
  const waitingSince = (await firstUnseen(tx, conversation))?.at ?? null
  await saveConversation(tx, id, { lastAt: at, waitingSince })
  await announceThread(tx, conversation)
  return { row, uploadIds }
}

/** An operator closes a conversation of theirs, unless the member has written since they looked. */
export async function close(
  tx: Tx,
  context: ServiceContext,
  operator: Operator,
  { id, place }: { id: string; place: number },
): Promise<ConversationRow> {
  const conversation = await lockOwn(tx, id, operator)
  if (await hasNewsAfter(tx, conversation.memberId, place)) return refuse('conversationHasNews')
  return end(tx, context, conversation, 'staff')
}

async function end(
  tx: Tx,
  context: Pick<ServiceContext, 'sealing'>,
  conversation: ConversationRow,
  closedBy: 'staff' | 'idle',
): Promise<ConversationRow> {
  const at = await systemNow(tx)
  const event = closedBy === 'staff' ? 'closed' : 'closedIdle'
  await addMessage(tx, context, conversation, { author: 'event', event, at })
  const saved = await saveConversation(tx, conversation.id, {
    closedAt: at,
    closedBy,
    lastAt: at,
    waitingSince: null,
  })
  await announceThread(tx, saved)
  return saved
}

/** Closes the open conversation of a member whose account is closed: nobody goes on with it. */
export async function closeWithAccount(
  tx: Tx,
  context: Pick<ServiceContext, 'sealing'>,
  memberId: string,
): Promise<void> {
  await lockThread(tx, memberId)
  const conversation = await openConversationOf(tx, memberId)
  if (conversation) await end(tx, context, conversation, 'idle')
}

const CLOSED_AT_ONCE = 100

/** Closes what staff have answered and nobody has gone on with for so long. */
export async function closeIdle(
  database: Database,
  context: Pick<ServiceContext, 'sealing'>,
): Promise<void> {
  const idle = await idleConversations(database, serviceLimits.idleHours, CLOSED_AT_ONCE)
  for (const { id, memberId } of idle)
    await inTransaction(database, async tx => {
      await lockThread(tx, memberId)
      const conversation = await findConversation(tx, id)
      // Somebody may have written since the list was read.
      if (conversation && isIdle(conversation, await systemNow(tx)))
        await end(tx, context, conversation, 'idle')
    })
}

const isIdle = ({ closedAt, waitingSince, lastAt }: ConversationRow, now: Date): boolean =>
  closedAt === null &&
  waitingSince === null &&
  now.getTime() - lastAt.getTime() > serviceLimits.idleHours * 3_600_000
