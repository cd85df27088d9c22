import * as domain from '@banyan/domain'
import { attachedIn } from '../platform/attached.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import {
  moneyRoute,
  operatorMoneyRoute,
  operatorRoute,
  type Route,
  route,
} from '../platform/http/route.ts'
import type { ServiceContext } from './context.ts'
import {
  answerFeedback,
  type FeedbackRow,
  feedbackPage,
  presentAll,
  sendFeedback,
} from './feedback.ts'
import { servedMembers } from './operator-routes.ts'

/** The calls about feedback: of its member, and of the operators who answer it. */
export function feedbackRoutes(database: Database, context: ServiceContext): Route[] {
  const forOperators = async (reader: Database | Tx, rows: readonly FeedbackRow[]) => {
    const shown = await presentAll(reader, context, rows)
    const members = await servedMembers(
      reader,
      context,
      rows.map(row => row.memberId),
    )
    return rows.map((row, at) => ({
      ...(shown[at] as domain.Feedback),
      member: members.get(row.memberId) ?? { accountId: '', nickname: '' },
      answeredBy: row.answeredByName,
    }))
  }
  return [
    route(domain.feedbackList, async ({ query, caller: { memberId }, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const rows = await feedbackPage(database, { memberId }, { after, limit: query.limit })
      const shown = rows.slice(0, query.limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      return {
        items: await presentAll(database, context, shown),
        nextCursor: last ? writeCursor([last.sentAt.toISOString(), last.id]) : null,
      }
    }),

    moneyRoute(domain.sendFeedback, (tx, { body, caller: { memberId } }) => {
      return sendFeedback(tx, context, memberId, {
        type: body.type,
        text: body.text,
        ...attachedIn(body),
      })
    }),

    operatorRoute(domain.feedbackQueue, async ({ query, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const { state, limit } = query
      const rows = await feedbackPage(database, { state }, { after, limit })
      const shown = rows.slice(0, limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      const at = state === 'open' ? last?.sentAt : last?.answeredAt
      return {
        items: await forOperators(database, shown),
        nextCursor: last && at ? writeCursor([at.toISOString(), last.id]) : null,
      }
    }),

    operatorMoneyRoute(domain.answerFeedback, async (tx, { params, body, caller }) => {
      const given = { id: domain.uuidOf(params.id), text: body.text }
      const answered = await answerFeedback(tx, context, caller, given)
      const [shown] = await forOperators(tx, [answered])
      const members = [answered.memberId]
      const action = 'answer feedback'
      await context.recordAct(tx, caller, { action, object: params.id, members })
      return shown as NonNullable<typeof shown>
    }),
  ]
}
