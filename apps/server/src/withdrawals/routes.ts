import type { WithdrawalState, WithdrawalStatus } from '@banyan/domain'
import * as domain from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { addressesOf, labelAddress, removeAddress } from './addresses.ts'
import { presentQuote, presentTerms } from './present.ts'
import {
  type Context,
  cancelWithdrawal,
  createWithdrawal,
  judge,
  termsOfMember,
} from './requests.ts'
import { findWithdrawal, withdrawalPage } from './store.ts'
import { viewOf, viewsOf } from './view.ts'

/** The calls of withdrawals. The dispatcher has checked payment password and key. */
export function withdrawalRoutes(database: Database, context: Context): Route[] {
  return [
    route(domain.withdrawalTerms, async ({ caller }) =>
      presentTerms(await termsOfMember(context, database, caller.memberId)),
    ),
    route(domain.withdrawalQuote, async ({ caller, body }) =>
      presentQuote(await judge(context, database, caller.memberId, requestOf(body))),
    ),
    moneyRoute(domain.createWithdrawal, async (tx, { caller, body }, key) => {
      const { remarks, emailCode } = body
      const request = { ...requestOf(body), remarks, emailCode }
      return viewOf(context, tx, await createWithdrawal(context, tx, caller.memberId, request, key))
    }),
    moneyRoute(domain.cancelWithdrawal, async (tx, { caller, params }) => {
      const id = domain.uuidOf(params.id)
      return viewOf(context, tx, await cancelWithdrawal(context, tx, caller.memberId, id))
    }),
    route(domain.getWithdrawal, async ({ caller, params }) => {
      const row = await findWithdrawal(database, domain.uuidOf(params.id))
      return row?.memberId === caller.memberId ? viewOf(context, database, row) : refuse('notFound')
    }),
    route(domain.withdrawalAddressList, async ({ caller }) => ({
      items: await addressesOf(context, database, caller.memberId),
    })),
    route(domain.labelWithdrawalAddress, async ({ caller, body }) =>
      labelAddress(context, database, caller.memberId, body),
    ),
    route(domain.removeWithdrawalAddress, async ({ caller, body }) => {
      await removeAddress(database, caller.memberId, body.address)
      return {}
    }),
    route(domain.withdrawalList, async ({ caller, query, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const states = query.status === undefined ? null : statesOf(query.status)
      const page = { after, limit: query.limit }
      const rows = await withdrawalPage(database, caller.memberId, states, page)
      const shown = rows.slice(0, query.limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      return {
        items: await viewsOf(context, database, shown),
        nextCursor: last ? writeCursor([last.requestedAt.toISOString(), last.id]) : null,
      }
    }),
  ]
}

const requestOf = (body: { address: string; amount: string }) => ({
  address: body.address,
  amount: domain.parseAmount(body.amount),
})

/** The states behind a status of the specification. */
function statesOf(status: WithdrawalStatus): WithdrawalState[] {
  const all = Object.keys(domain.withdrawalStatusOf) as WithdrawalState[]
  return all.filter(state => domain.withdrawalStatusOf[state] === status)
}
