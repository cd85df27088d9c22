import type { SubscriptionState } from '@banyan/domain'
import * as domain from '@banyan/domain'
import { nextCutoff } from '@banyan/economy'
import { Batches, outcomeOf, readForAll } from '../platform/batches.ts'
import type { Database } from '../platform/database/connect.ts'

import { systemNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import type { SubscriptionDeps } from './deps.ts'
import { type Allowance, allowancesAmong, knownOf } from './limits.ts'
import { cancelOrder, placeOrder } from './orders.ts'
import { limitsOf, setOwnLimit } from './own-limit.ts'
import { pause } from './pause.ts'

import { presentSubscription } from './present.ts'
import { demandAt, subscriptionPage } from './store.ts'

/** The calls of subscriptions. Payment password and key have been checked by the dispatcher. */
export function subscriptionRoutes(database: Database, deps: SubscriptionDeps): Route[] {
  const { pricing, stopFor, isWoundDown } = deps
  // Members who look at the round at once are read together.
  const allowances = new Batches<string, Allowance>(async (_, memberIds) => {
    const found = await allowancesAmong(deps, database, [...new Set(memberIds)])
    return memberIds.map(memberId => outcomeOf(() => knownOf(found, memberId)))
  })
  const demands = readForAll((cutoff: Date) => demandAt(database, cutoff))
  return [
    route(domain.subscriptionRound, async ({ caller: { memberId } }) => {
      const allowance = await allowances.ask('allowances', memberId)
      const cutoff = nextCutoff(allowance.now, allowance.p)
      const capacity = allowance.p.runCapacityUsdt
      const [demand, guide, isOver, stop] = await Promise.all([
        demands.ask(cutoff.toISOString(), cutoff),
        pricing.guide(database),
        isWoundDown(database, domain.placeSubscription.id),
        stopFor(database, memberId),
      ])
      return {
        guidePrice: domain.formatAmount(guide.price, 6),
        capacity: domain.formatAmount(capacity),
        demand: domain.formatAmount(demand),
        remaining: domain.formatAmount(demand < capacity ? capacity - demand : 0n),
        purchasable: domain.formatAmount(allowance.purchasable),
        minimum: domain.formatAmount(allowance.p.subscriptionMinimumUsdt),
        step: domain.formatAmount(allowance.p.subscriptionStepUsdt),
        nextCutoff: cutoff.toISOString(),
        dealsAt: allowance.next.dealsAt.toISOString(),
        waitMs: allowance.next.ripeAt.getTime() - allowance.now.getTime(),
        stopped: isOver ? ('windDown' as const) : stop,
        pausedUntil: allowance.pausedUntil?.toISOString() ?? null,
      }
    }),
    moneyRoute(domain.placeSubscription, async (tx, { caller, body, locale }, key) => {
      const stop = await stopFor(tx, caller.memberId)
      if (stop) refuse(stop)
      const amount = domain.parseAmount(body.amount)
      const { promptId } = body
      const order = { memberId: caller.memberId, amount, promptId, key, locale }
      return placeOrder(deps, tx, order)
    }),
    moneyRoute(domain.cancelSubscription, (tx, { caller, params }) =>
      cancelOrder(deps, tx, caller.memberId, domain.uuidOf(params.id)),
    ),
    route(domain.investmentLimit, ({ caller }) => limitsOf(deps, database, caller.memberId)),
    route(domain.setInvestmentLimit, ({ caller, body }) =>
      setOwnLimit(deps, database, caller.memberId, domain.parseAmount(body.amount)),
    ),
    route(domain.pauseInvesting, ({ caller, body }) =>
      pause(deps, database, caller.memberId, body.days),
    ),
    route(domain.subscriptionList, async ({ caller, query, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const states = query.status === undefined ? null : statesOf(query.status)
      const page = { after, limit: query.limit }
      const rows = await subscriptionPage(database, caller.memberId, states, page)
      const shown = rows.slice(0, query.limit)
      const now = await systemNow(database)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      return {
        items: shown.map(row => presentSubscription(row, now)),
        nextCursor: last ? writeCursor([last.placedAt.toISOString(), last.id]) : null,
      }
    }),
  ]
}

/** The states behind a word that members read. */
const statesOf = (status: (typeof domain.subscriptionStatuses)[number]): SubscriptionState[] =>
  domain.subscriptionStates.filter(state => domain.subscriptionStatusOf[state] === status)
