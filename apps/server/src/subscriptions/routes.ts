import type { SubscriptionState } from '@banyan/domain'
import * as domain from '@banyan/domain'
import { nextCutoff } from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'

import { houseNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import type { SubscriptionNeighbours } from './index.ts'
import { standingOf } from './limits.ts'
import { cancelOrder, placeOrder } from './orders.ts'
import { limitsOf, setOwnLimit } from './own-limit.ts'
import { pause } from './pause.ts'

import { presentSubscription } from './present.ts'
import { demandAt, findSubscription, type SubscriptionRow, subscriptionPage } from './store.ts'
import { cancelUndo, presentUndo, requestUndo, undoStandingOf } from './undo.ts'

/** The calls of subscriptions. Payment password and key have been checked by the dispatcher. */
export function subscriptionRoutes(
  database: Database,
  neighbours: SubscriptionNeighbours,
): Route[] {
  const { ledger, pricing, stopFor } = neighbours
  /** Orders of one member, each with its undo where it has one. */
  const present = async (
    reader: Database | Tx,
    memberId: string,
    rows: readonly SubscriptionRow[],
  ) => {
    const now = await houseNow(reader)
    const standing = await undoStandingOf(reader, memberId)
    const { exitPrice } = await pricing.guide(reader)
    return rows.map(row =>
      presentSubscription(row, now, presentUndo(row.id, standing, { now, exitPrice })),
    )
  }
  /** One own order, as it is after a change of its undo. */
  const presentOne = async (tx: Tx, memberId: string, id: string) => {
    const row = await findSubscription(tx, memberId, id)
    const [shown] = row ? await present(tx, memberId, [row]) : []
    return shown ?? refuse('notFound')
  }
  return [
    route(domain.subscriptionRound, async ({ caller }) => {
      const standing = await standingOf(neighbours, database, caller.memberId)
      const cutoff = nextCutoff(standing.now, standing.p)
      const capacity = standing.p.runCapacityUsdt
      const demand = await demandAt(database, cutoff)
      return {
        guidePrice: domain.formatAmount((await pricing.guide(database)).price, 6),
        capacity: domain.formatAmount(capacity),
        demand: domain.formatAmount(demand),
        remaining: domain.formatAmount(demand < capacity ? capacity - demand : 0n),
        purchasable: domain.formatAmount(standing.purchasable),
        minimum: domain.formatAmount(standing.p.subscriptionMinimumUsdt),
        step: domain.formatAmount(standing.p.subscriptionStepUsdt),
        nextCutoff: cutoff.toISOString(),
        dealsAt: standing.next.dealsAt.toISOString(),
        firstOrderWaits: !standing.issuedBefore,
        stopped: await stopFor(database, caller.memberId),
        pausedUntil: standing.pausedUntil?.toISOString() ?? null,
      }
    }),
    moneyRoute(domain.placeSubscription, async (tx, { caller, body, locale }, key) => {
      const stop = await stopFor(tx, caller.memberId)
      if (stop) refuse(stop)
      const amount = domain.parseAmount(body.amount)
      const { promptId } = body
      const order = { memberId: caller.memberId, amount, promptId, key, locale }
      return placeOrder(neighbours, tx, order)
    }),
    moneyRoute(domain.cancelSubscription, (tx, { caller, params }) =>
      cancelOrder(neighbours, tx, caller.memberId, domain.uuidOf(params.id)),
    ),
    moneyRoute(domain.requestUndo, async (tx, { caller: { memberId }, params }, key) => {
      const subscriptionId = domain.uuidOf(params.id)
      await requestUndo(neighbours, tx, { memberId, subscriptionId, key })
      return presentOne(tx, memberId, subscriptionId)
    }),
    moneyRoute(domain.cancelUndo, async (tx, { caller: { memberId }, params }) => {
      const subscriptionId = domain.uuidOf(params.id)
      await cancelUndo(ledger, tx, memberId, subscriptionId)
      return presentOne(tx, memberId, subscriptionId)
    }),
    route(domain.investmentLimit, ({ caller }) => limitsOf(neighbours, database, caller.memberId)),
    route(domain.setInvestmentLimit, ({ caller, body }) =>
      setOwnLimit(neighbours, database, caller.memberId, domain.parseAmount(body.amount)),
    ),
    route(domain.pauseInvesting, ({ caller, body }) =>
      pause(neighbours, database, caller.memberId, body.days),
    ),
    route(domain.subscriptionList, async ({ caller, query, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const states = query.status === undefined ? null : statesOf(query.status)
      const page = { after, limit: query.limit }
      const rows = await subscriptionPage(database, caller.memberId, states, page)
      const shown = rows.slice(0, query.limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      return {
        items: await present(database, caller.memberId, shown),
        nextCursor: last ? writeCursor([last.placedAt.toISOString(), last.id]) : null,
      }
    }),
  ]
}

/** The states behind a word that members read. */
const statesOf = (status: (typeof domain.subscriptionStatuses)[number]): SubscriptionState[] =>
  domain.subscriptionStates.filter(state => domain.subscriptionStatusOf[state] === status)
