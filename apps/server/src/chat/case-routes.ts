import { caseChat, sayInCase, uuidOf } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { readCursor } from '../platform/http/cursor.ts'
import { operatorMoneyRoute, operatorRoute, type Route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import {
  addMessage,
  type ChatContext,
  type ChatTrade,
  presentMessage,
  readPage,
} from './messages.ts'

/** The calls of the arbitrators who hear a case: they read its trade's chat and write there, marked. */
export function caseChatRoutes(database: Database, context: ChatContext): Route[] {
  const chatOf = async (reader: Database | Tx, operatorId: string, caseId: string) => {
    const tradeId = await context.tradeOfCase(reader, operatorId, caseId)
    const trade: ChatTrade | undefined = await context.tradeParties(reader, tradeId)
    return trade ? { tradeId, trade } : refuse('notFound')
  }
  return [
    operatorRoute(caseChat, async ({ params, query, caller, locale }) => {
      const chat = await chatOf(database, caller.operatorId, uuidOf(params.id))
      const [before = null] = readCursor(query.cursor, ['integer'], locale) ?? []
      const page = { before, limit: query.limit }
      return readPage(database, context, { ...chat, readerId: caller.operatorId }, page)
    }),

    operatorMoneyRoute(sayInCase, async (tx, { params, body, caller }) => {
      const chat = await chatOf(tx, caller.operatorId, uuidOf(params.id))
      const row = await addMessage(tx, context, chat, {
        author: 'staff',
        authorId: caller.operatorId,
        text: body.text,
        uploadIds: [],
      })
      const reader = { readerId: caller.operatorId, uploadIds: [], files: new Map() }
      return presentMessage(context.sealing, row, reader)
    }),
  ]
}
