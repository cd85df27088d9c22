import type { SubscriptionState } from '@banyan/domain'
import * as domain from '@banyan/domain'
import { nextCutoff, parametersV1 } from '@banyan/economy'
import type { Database } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import type { Pricing } from '../pricing/index.ts'
import { standingOf } from './limits.ts'
import { cancelOrder, type OrderWorld, placeOrder } from './orders.ts'
import { presentSubscription } from './present.ts'
import { demandAt, subscriptionPage } from './store.ts'

/** The calls of subscriptions. Payment password and key have been checked by the dispatcher. */
export function subscriptionRoutes(
  database: Database,
  neighbours: OrderWorld & { pricing: Pick<Pricing, 'guide'> },
): Route[] {
  const { pricing } = neighbours
  return [
    route(domain.subscriptionRound, async ({ caller }) => {
      const standing = await standingOf(neighbours, database, caller.memberId)
      const cutoff = nextCutoff(standing.now)
      return {
        guidePrice: domain.formatAmount((await pricing.guide(database)).price, 6),
        capacity: domain.formatAmount(parametersV1.runCapacityUsdt),
        demand: domain.formatAmount(await demandAt(database, cutoff)),
        purchasable: domain.formatAmount(standing.purchasable),
        minimum: domain.formatAmount(parametersV1.subscriptionMinimumUsdt),
        step: domain.formatAmount(parametersV1.subscriptionStepUsdt),
        nextCutoff: cutoff.toISOString(),
        firstOrderWaits: standing.isFirstEver,
      }
    }),
    moneyRoute(domain.placeSubscription, (tx, { caller, body, locale }, key) => {
      const amount = domain.parseAmount(body.amount)
      const { promptId } = body
      const order = { memberId: caller.memberId, amount, promptId, key, locale }
      return placeOrder(neighbours, tx, order)
    }),
    moneyRoute(domain.cancelSubscription, (tx, { caller, params }) =>
      cancelOrder(neighbours, tx, caller.memberId, domain.uuidOf(params.id)),
    ),
    route(domain.subscriptionList, async ({ caller, query, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const states = query.status === undefined ? null : statesOf(query.status)
      const page = { after, limit: query.limit }
      const rows = await subscriptionPage(database, caller.memberId, states, page)
      const now = await houseNow(database)
      const shown = rows.slice(0, query.limit)
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
