import {
  askForPerson as askForPersonCall,
  isWithin,
  markServiceRead,
  rateConversation,
  serviceMessages,
  serviceUnread,
  uuidOf,
  writeToService,
} from '@banyan/domain'
import { attachedIn } from '../platform/attached.ts'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { readCursor } from '../platform/http/cursor.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import type { ServiceContext } from './context.ts'
import { newestConversation } from './conversation-store.ts'
import { askForPerson, presentConversation, rate, writeAsMember } from './conversations.ts'
import { announceThread, presentMessage, threadPage } from './messages.ts'
import { countUnread, findThread, moveMark } from './thread-store.ts'

/** The calls of a member about their own thread. */
export function memberRoutes(database: Database, context: ServiceContext): Route[] {
  return [
    route(serviceMessages, async ({ query, caller: { memberId }, locale }) => {
      const [before = null] = readCursor(query.cursor, ['integer'], locale) ?? []
      const thread = await findThread(database, memberId)
      const conversation = await newestConversation(database, memberId)
      const now = await systemNow(database)
      return {
        ...(await threadPage(database, context, memberId, { before, limit: query.limit })),
        read: { member: thread?.memberRead ?? 0, staff: thread?.staffRead ?? 0 },
        conversation: conversation
          ? await presentConversation(database, context, conversation)
          : null,
        hours: { ...context.hours, isOpen: isWithin(context.hours, now) },
      }
    }),

    moneyRoute(writeToService, async (tx, { body, caller: { memberId } }) => {
      const { row, uploadIds } = await writeAsMember(tx, context, memberId, {
        text: body.text,
        ...attachedIn(body),
      })
      return presentMessage(
        context.sealing,
        row,
        uploadIds,
        await context.filesAmong(tx, uploadIds),
      )
    }),

    moneyRoute(askForPersonCall, async (tx, { caller: { memberId } }) =>
      presentConversation(tx, context, await askForPerson(tx, context, memberId)),
    ),

    moneyRoute(rateConversation, async (tx, { body, caller: { memberId } }) => {
      const rating = { ...body, conversationId: uuidOf(body.conversationId) }
      return presentConversation(tx, context, await rate(tx, context, memberId, rating))
    }),

    route(markServiceRead, async ({ body, caller: { memberId } }) => {
      await inTransaction(database, async tx => {
        if (!(await moveMark(tx, memberId, 'member', body.place))) return
        const conversation = await newestConversation(tx, memberId)
        if (conversation) await announceThread(tx, conversation)
      })
      return { place: body.place }
    }),

    route(serviceUnread, async ({ caller: { memberId } }) => ({
      unread: await countUnread(database, memberId),
    })),
  ]
}
