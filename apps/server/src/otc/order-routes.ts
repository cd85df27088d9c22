import {
  arbitratorsNeeded,
  cancelOrder,
  changeOrder,
  formatAmount,
  getOrder,
  type Network,
  networks,
  type OrderPrice,
  ownOrders,
  parseAmount,
  pauseOrder,
  priceBand,
  publishBuyOrder,
  publishOrder,
  publishTerms,
  resumeOrder,
  type TradeView,
  takeBuyOrder,
  takeOrder,
  uuidOf,
} from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { joinedRoute, moneyRoute, type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { type OtcDeps, receivingOf } from './context.ts'
import { ownOrdersPage } from './order-lists.ts'
import { findOrder, type OrderRow, openOrderCounts } from './order-store.ts'
import { cancel, change, pause, resume, type SeenOrder } from './own-orders.ts'
import { faultsOf, penaltyUntil } from './penalties.ts'
import type { OrderTerms } from './policy.ts'
import { presentOwnOrder } from './present-order.ts'
import { buyingStopOf, limitOf, publishBuy, publishSell } from './publish.ts'
import { standingOf } from './reputation.ts'
import { takesOf } from './takers.ts'
import { takeBuy, takeTogether } from './takes.ts'
import { measureNow, takerRules } from './terms.ts'
import { tradeView, tradeViews } from './trade-routes.ts'

const shown = (amount: bigint): string => formatAmount(amount, 2)

/** The calls of an order's owner, and of who takes one. Nothing is decided here. */
export function orderRoutes(database: Database, context: OtcDeps): Route[] {
  const own = async (reader: Database | Tx, order: OrderRow) =>
    presentOwnOrder(order, await context.guidePrice(reader))

  return [
    route(publishTerms, ({ caller }) => termsFor(database, context, caller.memberId)),

    moneyRoute(publishOrder, async (tx, { body, caller }, key) =>
      own(tx, await publishSell(tx, context, caller.memberId, requestOf(body), key)),
    ),

    moneyRoute(publishBuyOrder, async (tx, { body, caller }, key) =>
      own(tx, await publishBuy(tx, context, caller.memberId, requestOf(body), key)),
    ),

    route(ownOrders, async ({ query, caller, locale }) => {
      const page = {
        cursor: readCursor(query.cursor, ['instant', 'uuid'], locale),
        limit: query.limit,
      }
      const filter = {
        side: query.side,
        open: query.open === undefined ? undefined : query.open === 'true',
      }
      const { rows, next } = await ownOrdersPage(database, caller.memberId, filter, page)
      const guidePrice = await context.guidePrice(database)
      return {
        items: rows.map(row => presentOwnOrder(row, guidePrice)),
        nextCursor: next && writeCursor(next),
      }
    }),

    route(getOrder, async ({ params, caller }) => {
      const order = await findOrder(database, uuidOf(params.id))
      return order?.memberId === caller.memberId ? own(database, order) : refuse('notFound')
    }),

    ...(
      [
        [cancelOrder, cancel],
        [pauseOrder, pause],
        [resumeOrder, resume],
      ] as const
    ).map(([endpoint, act]) =>
      moneyRoute(endpoint, async (tx, { params, body, caller: { memberId } }) =>
        own(tx, await act(tx, context, memberId, seenOf(params.id, body))),
      ),
    ),

    moneyRoute(changeOrder, async (tx, { params, body, caller }) => {
      const wish = { ...seenOf(params.id, body), terms: orderTermsOf(body) }
      return own(tx, await change(tx, context, caller.memberId, wish))
    }),

    joinedRoute(takeOrder, async (tx, calls, waits) => {
      const takings = calls.map(({ call: { params, body, caller }, key }) => ({
        takerId: caller.memberId,
        ask: askOf(params.id, body),
        key,
        payFrom: body.payFrom,
      }))
      const outcomes = await takeTogether(tx, context, takings, waits)
      const trades = outcomes.flatMap(one => ('value' in one ? [one.value] : []))
      const views = await tradeViews(tx, context, trades, trade => trade.buyerId)
      return outcomes.map(one =>
        'value' in one ? { value: views[trades.indexOf(one.value)] as TradeView } : one,
      )
    }),

    moneyRoute(takeBuyOrder, async (tx, { params, body, caller }, key) => {
      const ask = askOf(params.id, body)
      const trade = await takeBuy(tx, context, caller.memberId, ask, key)
      return tradeView(tx, context, trade, caller.memberId)
    }),
  ]
}

const seenOf = (orderId: string, { version }: { version: number }): SeenOrder => ({
  orderId: uuidOf(orderId),
  version,
})

interface GivenTerms {
  price: string | { marginBps: number; limit: string }
  minQuantity: string
  maxQuantity: string
  concessionBps?: number
  networks: readonly Network[]
  conditions: OrderTerms['conditions']
}

const priceOf = (given: GivenTerms['price']): OrderPrice =>
  typeof given === 'string' ? parseAmount(given) : { ...given, limit: parseAmount(given.limit) }

const orderTermsOf = (body: GivenTerms): OrderTerms => ({
  price: priceOf(body.price),
  minQuantity: parseAmount(body.minQuantity),
  maxQuantity: parseAmount(body.maxQuantity),
  concessionBps: body.concessionBps ?? 0,
  networks: [...new Set(body.networks)],
  conditions: body.conditions,
})

const requestOf = (body: GivenTerms & { quantity: string; autoRelease?: boolean }) => ({
  ...orderTermsOf(body),
  quantity: parseAmount(body.quantity),
  autoRelease: body.autoRelease ?? false,
})

const askOf = (orderId: string, body: { quantity: string; network: Network; version: number }) => ({
  orderId: uuidOf(orderId),
  quantity: parseAmount(body.quantity),
  network: body.network,
  version: body.version,
})

async function termsFor(database: Database, context: OtcDeps, memberId: string) {
  const now = await systemNow(database)
  const measure = await measureNow(context, database)
  const { guidePrice, inForce } = measure
  const band = priceBand(guidePrice, inForce.bandBps)
  const counts = await openOrderCounts(database, memberId)
  const receiving = await receivingOf(context, database, memberId)
  const { sells } = await context.freezes(database, memberId)
  const paused = await penaltyUntil(database, memberId)
  const stop = await buyingStopOf(context, database, memberId)
  const account = { owner: memberId, asset: 'LEAF', kind: 'available' } as const
  const { posted, held } = await context.ledger.balance(database, account)
  const max = inForce.maxOpenOrders
  const invests = (await context.leftToInvest(database, [memberId])).get(memberId)
  return {
    guidePrice: shown(guidePrice),
    bandLow: shown(band.low),
    bandHigh: shown(band.high),
    feeBps: inForce.feeBps,
    minQuantity: formatAmount(inForce.minOrderQuantity),
    maxConcessionBps: inForce.maxConcessionBps,
    maxMarginBps: inForce.bandBps,
    openOrders: { sell: { now: counts.sell, max }, buy: { now: counts.buy, max } },
    maxBuyValue: shown(inForce.maxBuyValue),
    tradingLimit: shown(await limitOf(database, memberId, measure, now)),
    tradingMost: shown(inForce.tradingLimitUsdt),
    tradingHours: inForce.tradingWindowMs / 3_600_000,
    invests: invests ? { ...invests, left: shown(invests.left), most: shown(invests.most) } : null,
    available: shown(posted - held),
    networks: networks.filter(network => receiving?.[network === 'BSC' ? 'bsc' : 'tron']),
    paymentWindowMs: inForce.paymentWindowMs,
    graceWindowMs: inForce.graceWindowMs,
    releaseWindowMs: inForce.releaseWindowMs,
    orderLifeMs: inForce.orderLifeMs,
    frozenUntil: sells?.until.toISOString() ?? null,
    frozenBecause: sells?.cause ?? null,
    arbitrators: {
      present: await context.presentArbitrators(database),
      needed: arbitratorsNeeded,
    },
    pausedUntil: paused?.toISOString() ?? null,
    buyingStopped: stop && {
      why: stop.why,
      until: stop.why === 'investingPaused' ? stop.until.toISOString() : null,
    },
    takes: await takesOf(database, takerRules(inForce, context.takerScale), memberId, now),
    faults: {
      now: await faultsOf(database, memberId, now, inForce),
      pausesAt: inForce.faultsToPause,
      windowMs: inForce.faultWindowMs,
    },
    standing: await standingOf(database, context, memberId),
  }
}
