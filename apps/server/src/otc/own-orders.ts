import {
  highestPrice,
  type OrderActor,
  type OrderEvent,
  type OrderLife,
  orderMachine,
  orderMoves,
  priceAt,
} from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { type OtcDeps, receivingOf } from './context.ts'
import { askedPrice, floatingColumns, pricedTerms } from './floating.ts'
import { orderNews } from './news.ts'
import {
  conditionColumns,
  conditionsOf,
  feesInTrade,
  lockOrder,
  lockOrderOrSkip,
  type OrderChange,
  type OrderRow,
  openBuyOrders,
  quantitiesOf,
  saveOrder,
} from './order-store.ts'
import {
  checkAddresses,
  checkMaximum,
  decideTerms,
  type OrderTerms,
  reasonToHold,
  refuseStopped,
} from './policy.ts'
import { giveBack } from './postings.ts'
import { presentOwnOrder } from './present-order.ts'
import { buyingStopOf, holdLeftOf, refuseFrozen } from './publish.ts'
import { enterBook } from './rescale.ts'
import { type Measure, measureNow } from './terms.ts'

/** An own order as its owner saw it. */
export interface SeenOrder {
  orderId: string
  /** The version that was on the screen. */
  version: number
}

/** Cancels what is left of an own order; its open trades go on unchanged. */
export async function cancel(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  seen: SeenOrder,
): Promise<OrderRow> {
  const order = await lockOwn(tx, context, memberId, seen)
  return end(tx, context, order, 'cancel', 'owner', await systemNow(tx))
}

/**
 * Expires an order whose time is over and gives back what is left. Null when another transaction
 * works on it now, or already did.
 */
export async function expire(tx: Tx, context: OtcDeps, orderId: string): Promise<OrderRow | null> {
  const order = await lockOrderOrSkip(tx, orderId)
  const now = await systemNow(tx)
  if (!order || order.available === 0n || order.expiresAt > now) return null
  return end(tx, context, order, 'expire', 'clock', now)
}

/**
 * Ends an order before its time is over, in a wind-down. Null while it is locked, or when nothing
 * is left.
 */
export async function expireEarly(
  tx: Tx,
  context: OtcDeps,
  orderId: string,
): Promise<OrderRow | null> {
  const order = await lockOrderOrSkip(tx, orderId)
  if (!order || order.available === 0n) return null
  return end(tx, context, order, 'expire', 'clock', await systemNow(tx))
}

/** Takes an own order off the market. */
export async function pause(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  seen: SeenOrder,
): Promise<OrderRow> {
  const order = await lockOwn(tx, context, memberId, seen)
  return step(tx, order, 'pause', 'owner')
}

/**
 * Takes a member's buy orders off the market, in the transaction of their pause from investing.
 * After the pause they stay off until their owner puts them back.
 */
export async function pauseBuying(tx: Tx, memberId: string): Promise<void> {
  for (const id of await openBuyOrders(tx, memberId)) {
    const order = await lockOrder(tx, id)
    if (order?.life === 'open') await step(tx, order, 'pause', 'owner')
  }
}

/**
 * Puts an own order back on the market: its owner confirms the price against the current guide
 * price.
 */
export async function resume(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  seen: SeenOrder,
): Promise<OrderRow> {
  const left = await holdLeftOf(tx, context, memberId)
  const order = await lockOwn(tx, context, memberId, seen)
  if (order.side === 'buy') refuseStopped(await buyingStopOf(context, tx, memberId))
  else await refuseFrozen(tx, context, memberId)
  const measure = await measureNow(context, tx)
  lifeAfter(order, 'resume', 'owner')
  const terms = termsOf(order)
  decideTerms(order.side, terms, { ...measure, total: order.total })
  if (order.side === 'buy') checkMaximum(order.available, highestPrice(terms.price), left)
  const price = priceAt(pricedTerms(order), measure.guidePrice)
  const version = order.version + (price === order.price ? 0 : 1)
  return step(tx, order, 'resume', 'owner', { price, version, guideSeen: measure.guidePrice })
}

/** New terms for what is left of an own order, confirmed against the guide price. */
export async function change(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  wish: SeenOrder & { terms: OrderTerms },
): Promise<OrderRow> {
  const left = await holdLeftOf(tx, context, memberId)
  await enterBook(tx)
  const order = await lockOwn(tx, context, memberId, wish)
  if (order.side === 'buy') refuseStopped(await buyingStopOf(context, tx, memberId))
  lifeAfter(order, 'change', 'owner')
  const measure = await measureNow(context, tx)
  const terms = order.side === 'sell' ? wish.terms : { ...wish.terms, concessionBps: 0 }
  decideTerms(order.side, terms, { ...measure, total: order.total })
  if (order.side === 'buy') checkMaximum(order.available, highestPrice(terms.price), left)
  if (order.side === 'sell') {
    await refuseFrozen(tx, context, memberId)
    checkAddresses(terms.networks, await receivingOf(context, tx, memberId))
  }
  const { minQuantity, maxQuantity, concessionBps, networks, conditions } = terms
  return step(tx, order, 'change', 'owner', {
    price: priceAt({ side: order.side, ...terms }, measure.guidePrice),
    ...floatingColumns(terms.price),
    minQuantity,
    maxQuantity,
    concessionBps,
    ...conditionColumns(conditions),
    networks: [...networks],
    version: order.version + 1,
    guideSeen: measure.guidePrice,
  })
}

/**
 * Holds an open order that a new guide price, or a new version, has left behind, until its owner
 * confirms.
 */
export async function hold(tx: Tx, orderId: string, measure: Measure): Promise<OrderRow | null> {
  const order = await lockOrderOrSkip(tx, orderId)
  const heldBecause = order?.life === 'open' ? reasonToHold(order, measure) : null
  if (!order || !heldBecause) return null
  return step(tx, order, 'hold', 'market', { heldBecause, heldAt: await systemNow(tx) })
}

const termsOf = (order: OrderRow): OrderTerms => ({
  ...order,
  price: askedPrice(order),
  conditions: conditionsOf(order),
})

/**
 * Locks the order. Refuses `notFound` when it is not the member's, `orderNotOpen` when it has
 * ended, or `stale`, with the order as it is now, when it is not the one they saw.
 */
async function lockOwn(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  { orderId, version }: SeenOrder,
): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId)
  if (order?.memberId !== memberId) return refuse('notFound')
  if (order.available === 0n) refuse('orderNotOpen')
  if (order.version !== version)
    refuse('stale', {}, { order: presentOwnOrder(order, await context.guidePrice(tx)) })
  return order
}

/** The next life by the machine; refuses an event that the table does not have. */
function lifeAfter(order: OrderRow, event: OrderEvent, actor: OrderActor): OrderLife {
  const step = orderMachine.step(order.life, event, actor)
  if (step) return step.to
  if (event === 'pause' && order.life === 'paused') return refuse('orderAlreadyPaused')
  if (event === 'resume' && order.life === 'open') return refuse('orderAlreadyOpen')
  return refuse('orderMoveNotAllowed')
}

/** Ends an order: what is available goes back to its owner, with the fee that was held for it. */
async function end(
  tx: Tx,
  context: OtcDeps,
  order: OrderRow,
  event: 'cancel' | 'expire',
  actor: OrderActor,
  now: Date,
): Promise<OrderRow> {
  const ended = { ...orderMoves.ended(quantitiesOf(order)), endedAt: now }
  if (order.side === 'buy') return step(tx, order, event, actor, ended)
  const keptForTrades = await feesInTrade(tx, order.id)
  await context.ledger.post(
    tx,
    giveBack(`order:${order.id}`, {
      sellerId: order.memberId,
      quantity: order.available,
      fee: order.feeHeld - keptForTrades,
    }),
  )
  return step(tx, order, event, actor, { ...ended, feeHeld: keptForTrades })
}

/** Decides, saves and announces: every change of an order's life goes through here. */
async function step(
  tx: Tx,
  order: OrderRow,
  event: OrderEvent,
  actor: OrderActor,
  change: OrderChange = {},
): Promise<OrderRow> {
  const life = lifeAfter(order, event, actor)
  const saved = await saveOrder(tx, order.id, { heldBecause: null, ...change, life })
  await announce(tx, orderNews(saved))
  return saved
}
