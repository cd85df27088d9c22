import {
  type Attached,
  type ChatAuthor,
  type ChatMessage,
  type ChatPage,
  chatLimits,
  wireIdOf,
} from '@banyan/domain'
import { type Attaching, attachedTo, type Files } from '../platform/attached.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { writeCursor } from '../platform/http/cursor.ts'
import { newUuid } from '../platform/ids.ts'
import { type Announcement, announce, announceToOperators } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { openUnlessErased, type Sealing } from '../platform/sealing.ts'
import {
  findChat,
  insertMessage,
  type MessageRow,
  messagePage,
  moveMark,
  nextPlace,
} from './store.ts'

/** What a chat must know of its trade. */
export interface ChatTrade {
  buyerId: string
  sellerId: string
  closedAt: Date | null
  /** Arbitrators hear a case of the trade, and read its chat. */
  inCase: boolean
}

export interface ChatContext extends Attaching {
  sealing: Sealing
  /** Who trades with whom; undefined when there is no such trade. */
  tradeParties(reader: Database | Tx, tradeId: string): Promise<ChatTrade | undefined>
  /** The trade of a case that an operator hears; refuses `caseNotYours` to every other. */
  tradeOfCase(reader: Database | Tx, operatorId: string, caseId: string): Promise<string>
}

/** A member's part in a trade; to anybody else there is no such chat. */
export async function asParty(
  reader: Database | Tx,
  context: ChatContext,
  tradeId: string,
  memberId: string,
): Promise<{ trade: ChatTrade; side: 'buyer' | 'seller' }> {
  const trade = await context.tradeParties(reader, tradeId)
  if (trade?.buyerId === memberId) return { trade, side: 'buyer' }
  if (trade?.sellerId === memberId) return { trade, side: 'seller' }
  return refuse('notFound')
}

/** Until when a chat can be written to; null while its trade is open. */
const writableUntil = (trade: ChatTrade): Date | null =>
  trade.closedAt && new Date(trade.closedAt.getTime() + chatLimits.writableDays * 86_400_000)

export interface Saying {
  author: ChatAuthor
  /** The member, or the operator, whose session this is. */
  authorId: string
  text: string
  uploadIds: readonly string[]
}

/** Adds a message by somebody who may write here; both parties hear of it. */
export async function addMessage(
  tx: Tx,
  { sealing }: Pick<ChatContext, 'sealing'>,
  { tradeId, trade }: { tradeId: string; trade: ChatTrade },
  saying: Saying,
): Promise<MessageRow> {
  const at = await systemNow(tx)
  const until = writableUntil(trade)
  if (until && at >= until) refuse('chatClosed', { days: chatLimits.writableDays })
  const { buyerId, sellerId } = trade
  const id = newUuid()
  const row: MessageRow = {
    id,
    tradeId,
    at,
    author: saying.author,
    authorId: saying.authorId,
    place: await nextPlace(tx, { tradeId, buyerId, sellerId }),
    text: sealing.seal(saying.text, placeOf(id)),
  }
  await insertMessage(tx, row, saying.uploadIds)
  // What one has written oneself is read.
  if (saying.author !== 'staff') await moveMark(tx, tradeId, saying.author, row.place)
  await announce(tx, chatNews(tradeId, trade))
  if (trade.inCase) await announceToOperators(tx, 'appeals')
  return row
}

/** A party has seen the chat up to a place: the other party's page shows it. */
export async function markRead(
  tx: Tx,
  { tradeId, trade, side }: { tradeId: string; trade: ChatTrade; side: 'buyer' | 'seller' },
  place: number,
): Promise<void> {
  if (await moveMark(tx, tradeId, side, place)) await announce(tx, chatNews(tradeId, trade))
}

const placeOf = (messageId: string): string => `chat message ${messageId}`

const chatNews = (tradeId: string, trade: ChatTrade): Announcement[] =>
  [trade.buyerId, trade.sellerId].map(memberId => ({
    memberId,
    topic: 'chat' as const,
    subject: wireIdOf('trd', tradeId),
  }))

/** A page of a chat as its reader sees it; `readerId` is a member, or an operator. */
export async function readPage(
  reader: Database | Tx,
  context: Pick<ChatContext, 'sealing' | 'filesAmong'>,
  chat: { tradeId: string; trade: ChatTrade; readerId: string },
  page: { before: string | null; limit: number },
): Promise<ChatPage> {
  const known = await findChat(reader, chat.tradeId)
  const { messages, pictures } = await messagePage(reader, chat.tradeId, page)
  const shown = messages.slice(0, page.limit)
  const last = messages.length > shown.length ? shown.at(-1) : undefined
  const until = writableUntil(chat.trade)
  const files = await context.filesAmong(
    reader,
    pictures.map(one => one.uploadId),
  )
  return {
    items: shown.map(row =>
      presentMessage(context.sealing, row, {
        readerId: chat.readerId,
        files,
        uploadIds: pictures.filter(one => one.messageId === row.id).map(one => one.uploadId),
      }),
    ),
    nextCursor: last ? writeCursor([String(last.place)]) : null,
    read: { buyer: known?.buyerRead ?? 0, seller: known?.sellerRead ?? 0 },
    writable: until === null || (await systemNow(reader)) < until,
    writableUntil: until?.toISOString() ?? null,
  }
}

/** The text of a message. */
export const openText = (sealing: Sealing, messageId: string, sealed: Buffer): string =>
  openUnlessErased(sealing, sealed, placeOf(messageId))

/** A message on the wire. Who wrote it is a side or the staff, never a name. */
export const presentMessage = (
  sealing: Sealing,
  row: MessageRow,
  { readerId, uploadIds, files }: { readerId: string; uploadIds: readonly string[]; files: Files },
): ChatMessage => ({
  id: wireIdOf('msg', row.id),
  place: row.place,
  by: row.author,
  own: row.authorId === readerId,
  text: openText(sealing, row.id, row.text),
  ...attachedTo(uploadIds, files),
  at: row.at.toISOString(),
})

/** The uploads of a saying, each once; refuses those that are not the member's own. */
export const ownUploads = async (
  tx: Tx,
  context: ChatContext,
  memberId: string,
  attached: Attached,
): Promise<string[]> =>
  (await context.ownUploads(tx, memberId, attached)) ?? refuse('chatPictureUnknown')
