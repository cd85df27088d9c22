import type { WithdrawalState, WithdrawalStatus } from '@banyan/domain'
import * as domain from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import { presentQuote, presentTerms, presentWithdrawal } from './present.ts'
import { cancelWithdrawal, createWithdrawal, judge, standing, type World } from './requests.ts'
import { withdrawalPage } from './store.ts'

/** The calls of withdrawals. Payment password and key have been checked by the dispatcher. */
export function withdrawalRoutes(database: Database, world: World): Route[] {
  return [
    route(domain.withdrawalTerms, async ({ caller }) =>
      presentTerms(await standing(world, database, caller.memberId)),
    ),
    route(domain.withdrawalQuote, async ({ caller, body }) =>
      presentQuote(await judge(world, database, caller.memberId, requestOf(body))),
    ),
    moneyRoute(domain.createWithdrawal, async (tx, { caller, body }, key) => {
      const { remarks, emailCode } = body
      const request = { ...requestOf(body), remarks, emailCode }
      return presentWithdrawal(await createWithdrawal(world, tx, caller.memberId, request, key))
    }),
    moneyRoute(domain.cancelWithdrawal, async (tx, { caller, params }) => {
      const id = domain.uuidOf(params.id)
      return presentWithdrawal(await cancelWithdrawal(world, tx, caller.memberId, id))
    }),
    route(domain.withdrawalList, async ({ caller, query, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const states = query.status === undefined ? null : statesOf(query.status)
      const page = { after, limit: query.limit }
      const rows = await withdrawalPage(database, caller.memberId, states, page)
      const shown = rows.slice(0, query.limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      return {
        items: shown.map(presentWithdrawal),
        nextCursor: last ? writeCursor([last.requestedAt.toISOString(), last.id]) : null,
      }
    }),
  ]
}

const requestOf = (body: { address: string; amount: string }) => ({
  address: body.address,
  amount: domain.parseAmount(body.amount),
})

/** The states behind a word of the specification; none yet for what no one can decide so far. */
function statesOf(status: WithdrawalStatus): WithdrawalState[] {
  const all = Object.keys(domain.withdrawalStatusOf) as WithdrawalState[]
  return all.filter(state => domain.withdrawalStatusOf[state] === status)
}
