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
import type { Database } from '../platform/database/connect.ts'
import { houseNow, inTransaction } from '../platform/database/transaction.ts'
import { readCursor } from '../platform/http/cursor.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import { newestConversation } from './conversation-store.ts'
import { askForPerson, presentConversation, rate, writeAsMember } from './conversations.ts'
import { announceThread, presentMessage, threadPage } from './messages.ts'
import { countUnread, findThread, moveMark } from './thread-store.ts'
import type { ServiceWorld } from './world.ts'

/** The calls of a member about their own thread. */
export function memberRoutes(database: Database, world: ServiceWorld): Route[] {
  return [
    route(serviceMessages, async ({ query, caller: { memberId }, locale }) => {
      const [before = null] = readCursor(query.cursor, ['integer'], locale) ?? []
      const thread = await findThread(database, memberId)
      const conversation = await newestConversation(database, memberId)
      const now = await houseNow(database)
      return {
        ...(await threadPage(database, world, memberId, { before, limit: query.limit })),
        read: { member: thread?.memberRead ?? 0, staff: thread?.staffRead ?? 0 },
        conversation: conversation
          ? await presentConversation(database, world, conversation)
          : null,
        hours: { ...world.hours, isOpen: isWithin(world.hours, now) },
      }
    }),

    moneyRoute(writeToService, async (tx, { body, caller: { memberId } }) => {
      const uploadIds = [...new Set(body.pictures.map(uuidOf))]
      const row = await writeAsMember(tx, world, memberId, { text: body.text, uploadIds })
      return presentMessage(world.sealing, row, uploadIds)
    }),

    moneyRoute(askForPersonCall, async (tx, { caller: { memberId } }) =>
      presentConversation(tx, world, await askForPerson(tx, world, memberId)),
    ),

    moneyRoute(rateConversation, async (tx, { body, caller: { memberId } }) => {
      const rating = { ...body, conversationId: uuidOf(body.conversationId) }
      return presentConversation(tx, world, await rate(tx, world, memberId, rating))
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
