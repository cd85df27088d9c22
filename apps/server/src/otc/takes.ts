import {
  feeOfTake,
  highestFee,
  type Network,
  networks,
  orderMoves,
  type TradeAmounts,
  withTail,
} from '@banyan/domain'
import { type Outcome, outcomeOf } from '../platform/batches.ts'
import type { Tx } from '../platform/database/connect.ts'
import { newOrderNumber, newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { Refused, refuse } from '../platform/refused.ts'
import type { OtcDeps } from './context.ts'
import { enterMarket, marketStop } from './market-stop.ts'
import { countTake, decideOn, type Match, meet, type TakeAsk } from './match.ts'
import { orderNews, tradeNews } from './news.ts'
import { type OrderRow, quantitiesOf, saveOrder } from './order-store.ts'
import { type FreeTails, freeTails, payToKey } from './payment-tails.ts'
import { addressOn, checkAddresses, checkTradingLimit, refuseNetwork } from './policy.ts'
import { freeze } from './postings.ts'
import { limitOf, lockSeller, refuseFrozen } from './publish.ts'
import { insertTrades, type NewTrade, recordEvents, type TradeRow } from './trade-store.ts'
import { sealWhereToPay } from './where-to-pay.ts'

/** A take in the queue of its order. */
export interface Taking {
  takerId: string
  ask: TakeAsk
  /** The only address that the taker will pay from, as typed. */
  payFrom?: string | undefined
  key: string
}

/**
 * Buys from a sell order. The coin stays in the seller's escrow: it moves from the order to the
 * trades. The takes of a batch are decided one after the other, each on what the earlier ones
 * leave, and written at once: the same trades and refusals as if each had been a transaction of its
 * own.
 */
export async function takeTogether(
  tx: Tx,
  context: OtcDeps,
  orderId: string,
  takings: readonly Taking[],
): Promise<Outcome<TradeRow>[]> {
  const stop = await marketStop(tx, context)
  if (stop) return takings.map(() => ({ error: stop }))
  const takers = [...new Set(takings.map(({ takerId }) => takerId))]
  const match = await meet(tx, context, { orderId, side: 'sell', takers }, order => order.memberId)
  if (!match) return takings.map(() => ({ error: new Refused('notFound') }))
  let { order } = match
  const tails = await tailsOf(tx, context, match, takings)
  const answered = await context.riskAnswered(tx, takers)
  const decided = takings.map(taking =>
    outcomeOf(() => {
      const { after, fixed } = decideSold(context, { ...match, order }, tails, taking)
      if (!answered.has(taking.takerId)) refuse('riskQuestionsOpen')
      order = after
      countTake(match, taking.takerId, { ...fixed, ...fixed.amounts })
      return fixed
    }),
  )
  const fixed = decided.flatMap(one => ('value' in one ? [one.value] : []))
  if (fixed.length === 0) return decided as Outcome<never>[]
  await saveOrder(tx, order.id, { ...quantitiesOf(order), feeTaken: order.feeTaken })
  const trades = await open(tx, context, match, fixed)
  return decided.map(one =>
    'value' in one ? { value: trades[fixed.indexOf(one.value)] as TradeRow } : one,
  )
}

/** As `takeTogether`, for a single take; throws its refusal. */
export async function take(
  tx: Tx,
  context: OtcDeps,
  takerId: string,
  ask: TakeAsk,
  key: string,
  payFrom?: string,
): Promise<TradeRow> {
  const [outcome] = await takeTogether(tx, context, ask.orderId, [{ takerId, ask, key, payFrom }])
  if (outcome && 'value' in outcome) return outcome.value
  throw outcome?.error
}

/** The free tails at the seller's address, by network. */
type Tails = ReadonlyMap<Network, FreeTails>

/**
 * Reads the free tails of every network that the batch uses, in a fixed order, so that no two
 * batches deadlock.
 */
async function tailsOf(
  tx: Tx,
  { sealing }: OtcDeps,
  { receiving }: Match,
  takings: readonly Taking[],
): Promise<Tails> {
  const tails = new Map<Network, FreeTails>()
  for (const network of [...new Set(takings.map(({ ask }) => ask.network))].sort()) {
    const payTo = addressOn(receiving, network)
    if (payTo) tails.set(network, await freeTails(tx, sealing, network, payTo))
  }
  return tails
}

/** Decides a take of a sell order: the trade that it makes, and the order after it. */
function decideSold(
  { checkedAddress }: OtcDeps,
  match: Match,
  tails: Tails,
  { takerId, ask, payFrom: typed, key }: Taking,
) {
  const { order, receiving } = match
  const quoted = decideOn(match, takerId, ask)
  const payTo = addressOn(receiving, ask.network)
  const free = tails.get(ask.network)
  if (!payTo || !free) return refuseNetwork(ask.network, networksOf(receiving))
  const fee = feeOfTake(ask.quantity, order.inTrade + order.dealt, order.feeTaken, order.feeBps)
  const after: OrderRow = {
    ...order,
    ...orderMoves.taken(quantitiesOf(order), ask.quantity),
    feeTaken: order.feeTaken + fee,
  }
  const payFrom = typed === undefined ? null : checkedAddress(ask.network, typed)
  if (typed !== undefined && payFrom === null)
    return refuse('payFromAddress', { network: ask.network })
  const parties = { sellerId: order.memberId, buyerId: takerId }
  const where = { payTo, contact: receiving.contact, payFrom }
  const fixed: FixedTrade = { ...parties, ...where, ...payable(ask, quoted, free), fee, key }
  return { after, fixed }
}

/** The networks over which a seller can be paid now. */
const networksOf = (receiving: Match['receiving']): Network[] =>
  networks.filter(network => addressOn(receiving, network))

/** Sells into a buy order: the taker's coin and the fee go into the trade's escrow. */
export async function takeBuy(
  tx: Tx,
  context: OtcDeps,
  takerId: string,
  ask: TakeAsk,
  key: string,
): Promise<TradeRow> {
  await enterMarket(tx, context)
  const request = { orderId: ask.orderId, side: 'buy', takers: [takerId] } as const
  const match = (await meet(tx, context, request, () => takerId)) ?? refuse('notFound')
  const quoted = decideOn(match, takerId, ask)
  const { order, now, facts, receiving } = match
  const { guidePrice } = facts
  await lockSeller(tx, context, takerId)
  await refuseFrozen(tx, context, takerId)
  checkAddresses([ask.network], receiving)
  const tradingLimit = await limitOf(tx, takerId, facts, now)
  checkTradingLimit(ask.quantity, { guidePrice, tradingLimit })
  // Each seller into a buy order pays a fee of their own: nobody pays for another's rounding.
  const fee = highestFee(ask.quantity, order.feeBps)
  await saveOrder(tx, order.id, orderMoves.taken(quantitiesOf(order), ask.quantity))
  const parties = { sellerId: takerId, buyerId: order.memberId }
  const payTo = addressOn(receiving, ask.network) as string
  const free = await freeTails(tx, context.sealing, ask.network, payTo)
  const where = { payTo, contact: receiving.contact, payFrom: null }
  const fixed: FixedTrade = { ...parties, ...where, ...payable(ask, quoted, free), fee, key }
  const [trade] = await open(tx, context, match, [fixed])
  if (!trade) throw new Error(`order ${order.id} was taken and made no trade`)
  await context.ledger.post(tx, freeze(`trade:${trade.id}`, trade))
  return trade
}

/** The amounts of a take: the quoted payment with a tail of its own. */
function payable({ quantity, network }: TakeAsk, quoted: TradeAmounts, free: FreeTails) {
  const tail = free.draw()
  return { quantity, network, paymentTail: Number(tail), amounts: withTail(quoted, tail) }
}

/** The columns of a trade that a take fixes. */
interface FixedTrade {
  sellerId: string
  buyerId: string
  quantity: bigint
  network: Network
  amounts: TradeAmounts
  paymentTail: number
  fee: bigint
  payTo: string
  contact: string | null
  payFrom: string | null
  key: string
}

/**
 * Writes the trades of one order, their first steps and the announcements; returns the trades in
 * the same order.
 */
async function open(
  tx: Tx,
  context: OtcDeps,
  match: Pick<Match, 'order' | 'now' | 'facts'>,
  fixed: readonly FixedTrade[],
): Promise<TradeRow[]> {
  const { order, now } = match
  const trades = await insertTrades(
    tx,
    fixed.map(one => newTrade(context, match, one)),
  )
  const actor = order.side === 'sell' ? 'buyer' : 'seller'
  const first = { version: 1, event: 'take', actor, at: now } as const
  await recordEvents(
    tx,
    trades.map(({ id }) => ({ tradeId: id, ...first })),
  )
  await announce(tx, [...trades.flatMap(tradeNews), ...orderNews(order)])
  return trades
}

function newTrade(
  context: OtcDeps,
  { order, now, facts }: Pick<Match, 'order' | 'now' | 'facts'>,
  { payTo, contact, payFrom, amounts, key, ...fixed }: FixedTrade,
): NewTrade {
  const { paymentWindowMs, graceWindowMs, version } = facts.inForce
  const paymentDeadline = new Date(now.getTime() + paymentWindowMs)
  const id = newUuid(now.getTime())
  return {
    id,
    ...fixed,
    ...amounts,
    tailHeld: true,
    // Both with the key that is current now: a rotation renews the one only beside the other.
    payToKey: payToKey(context.sealing, fixed.network, payTo),
    ...sealWhereToPay(context.sealing, id, { payTo, contact, payFrom }),
    matchingId: newOrderNumber('M', now),
    orderId: order.id,
    orderSide: order.side,
    state: 'unpaid',
    price: order.price,
    dealtAt: now,
    paymentDeadline,
    graceDeadline: new Date(paymentDeadline.getTime() + graceWindowMs),
    idempotencyKey: key,
    epoch: order.epoch,
    ruleVersion: version,
  }
}
