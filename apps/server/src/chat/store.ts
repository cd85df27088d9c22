import type { ChatAuthor } from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Chat, ChatMessage } from './generated.ts'

export type ChatRow = Selectable<Chat>
export type MessageRow = Omit<Selectable<ChatMessage>, 'author'> & { author: ChatAuthor }

/** Assigns the next place of a trade's chat; its row is locked until the transaction ends. */
export async function nextPlace(
  tx: Tx,
  chat: { tradeId: string; buyerId: string; sellerId: string },
): Promise<number> {
  const { lastPlace } = await tx
    .insertInto('chat')
    .values({ ...chat, lastPlace: 1 })
    .onConflict(conflict =>
      conflict.column('tradeId').doUpdateSet(eb => ({ lastPlace: eb('chat.lastPlace', '+', 1) })),
    )
    .returning('lastPlace')
    .executeTakeFirstOrThrow()
  return lastPlace
}

export async function findChat(
  reader: Database | Tx,
  tradeId: string,
): Promise<ChatRow | undefined> {
  return reader.selectFrom('chat').selectAll().where('tradeId', '=', tradeId).executeTakeFirst()
}

export async function insertMessage(
  tx: Tx,
  row: MessageRow,
  uploadIds: readonly string[],
): Promise<void> {
  await tx.insertInto('chatMessage').values(row).execute()
  if (uploadIds.length === 0) return
  const { id: messageId, tradeId } = row
  await tx
    .insertInto('chatPicture')
    .values(uploadIds.map((uploadId, position) => ({ messageId, tradeId, position, uploadId })))
    .execute()
}

/** Moves a party's read mark forward; false when it was already there or further. */
export async function moveMark(
  tx: Tx,
  tradeId: string,
  side: 'buyer' | 'seller',
  place: number,
): Promise<boolean> {
  const column = side === 'buyer' ? 'buyerRead' : 'sellerRead'
  const { numUpdatedRows } = await tx
    .updateTable('chat')
    .set({ [column]: sql`least(${place}::integer, last_place)` })
    .where('tradeId', '=', tradeId)
    .where(column, '<', sql<number>`least(${place}::integer, last_place)`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Messages before a place, newest first, read with one row more than the page is long. */
export async function messagePage(
  reader: Database | Tx,
  tradeId: string,
  page: { before: string | null; limit: number },
): Promise<{ messages: MessageRow[]; pictures: { messageId: string; uploadId: string }[] }> {
  let query = reader
    .selectFrom('chatMessage')
    .selectAll()
    .where('tradeId', '=', tradeId)
    .orderBy('place', 'desc')
    .limit(page.limit + 1)
  if (page.before !== null) query = query.where('place', '<', sql<number>`${page.before}::numeric`)
  const messages = (await query.execute()) as MessageRow[]
  if (messages.length === 0) return { messages, pictures: [] }
  const pictures = await reader
    .selectFrom('chatPicture')
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

/** Chats of a member with unread messages of others, the newest trades first. */
export async function unreadOf(
  database: Database,
  memberId: string,
  limit: number,
): Promise<{ tradeId: string; unread: number }[]> {
  const { rows } = await sql<{ tradeId: string; unread: number }>`
    select trade_id, last_place - buyer_read as unread from chat
      where buyer_id = ${memberId} and buyer_read < last_place
    union all
    select trade_id, last_place - seller_read from chat
      where seller_id = ${memberId} and seller_read < last_place
    order by trade_id desc limit ${limit}`.execute(database)
  return rows
}

/** Whether this picture is in a chat of a trade that the member is a party of. */
export async function isPictureOfParty(
  database: Database,
  memberId: string,
  uploadId: string,
): Promise<boolean> {
  const row = await database
    .selectFrom('chatPicture')
    .innerJoin('chat', 'chat.tradeId', 'chatPicture.tradeId')
    .select('chat.tradeId')
    .where('chatPicture.uploadId', '=', uploadId)
    .where(eb => eb.or([eb('buyerId', '=', memberId), eb('sellerId', '=', memberId)]))
    .executeTakeFirst()
  return row !== undefined
}

/** The trades in whose chats this picture was sent. */
export async function tradesOfPicture(database: Database, uploadId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('chatPicture')
    .select('tradeId')
    .distinct()
    .where('uploadId', '=', uploadId)
    .execute()
  return rows.map(row => row.tradeId)
}

/** The pictures among these that were sent in chats, with the trade of each. */
export const picturesShown = (
  reader: Database | Tx,
  uploadIds: readonly string[],
): Promise<{ uploadId: string; tradeId: string }[]> =>
  uploadIds.length === 0
    ? Promise.resolve([])
    : reader
        .selectFrom('chatPicture')
        .select(['uploadId', 'tradeId'])
        .distinct()
        .where('uploadId', 'in', uploadIds)
        .execute()
