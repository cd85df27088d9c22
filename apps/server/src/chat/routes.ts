import {
  chatMessages,
  markChatRead,
  sayInChat,
  unreadChats,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import { attachedIn } from '../platform/attached.ts'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { readCursor } from '../platform/http/cursor.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import {
  addMessage,
  asParty,
  type ChatContext,
  markRead,
  ownUploads,
  presentMessage,
  readPage,
} from './messages.ts'
import { unreadOf } from './store.ts'

const UNREAD_TRADES = 100

/** The calls of a trade's two parties. */
export function chatRoutes(database: Database, context: ChatContext): Route[] {
  return [
    route(chatMessages, async ({ params, query, caller, locale }) => {
      const tradeId = uuidOf(params.id)
      const { trade } = await asParty(database, context, tradeId, caller.memberId)
      const [before = null] = readCursor(query.cursor, ['integer'], locale) ?? []
      return readPage(
        database,
        context,
        { tradeId, trade, readerId: caller.memberId },
        { before, limit: query.limit },
      )
    }),

    moneyRoute(sayInChat, async (tx, { params, body, caller }) => {
      const tradeId = uuidOf(params.id)
      const { trade, side } = await asParty(tx, context, tradeId, caller.memberId)
      const uploadIds = await ownUploads(tx, context, caller.memberId, attachedIn(body))
      const saying = { author: side, authorId: caller.memberId, text: body.text, uploadIds }
      const row = await addMessage(tx, context, { tradeId, trade }, saying)
      const files = await context.filesAmong(tx, uploadIds)
      return presentMessage(context.sealing, row, { readerId: caller.memberId, uploadIds, files })
    }),

    route(markChatRead, ({ params, body, caller }) =>
      inTransaction(database, async tx => {
        const tradeId = uuidOf(params.id)
        const { trade, side } = await asParty(tx, context, tradeId, caller.memberId)
        await markRead(tx, { tradeId, trade, side }, body.place)
        return { place: body.place }
      }),
    ),

    route(unreadChats, async ({ caller }) => ({
      items: (await unreadOf(database, caller.memberId, UNREAD_TRADES)).map(
        ({ tradeId, unread }) => ({ tradeId: wireIdOf('trd', tradeId), unread }),
      ),
    })),
  ]
}
