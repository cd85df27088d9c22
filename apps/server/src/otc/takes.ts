import {
  feeOfTake,
  highestFee,
  type Network,
  networks,
  orderMoves,
  type TradeAmounts,
  withTail,
} from '@banyan/domain'
import { Busy, type Outcome, outcomeOf } from '../platform/batches.ts'
import type { Tx } from '../platform/database/connect.ts'
import { newOrderNumber, newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import type { OtcDeps } from './context.ts'
import { enterMarket, marketStop } from './market-stop.ts'
import { countTake, decideOn, type Match, meet, type TakeAsk } from './match.ts'
import { single } from './moves-together.ts'
import { orderNews, tradeNews } from './news.ts'
import { type OrderRow, quantitiesOf, saveOrder, saveOrders } from './order-store.ts'
import { type FreeTails, freeTails, type PayTo, payToKey } from './payment-tails.ts'
import { addressOn, checkAddresses, checkTradingLimit, refuseNetwork } from './policy.ts'
import { freeze } from './postings.ts'
import { limitOf, lockSeller, refuseFrozen } from './publish.ts'
import { insertTrades, type NewTrade, recordEvents, type TradeRow } from './trade-store.ts'
import { sealWhereToPay } from './where-to-pay.ts'

/** A request to take. */
export interface Taking {
  takerId: string
  ask: TakeAsk
  /** The only address that the taker will pay from, as typed. */
  payFrom?: string | undefined
  key: string
}

/**
 * Buys from sell orders. The coin stays in the sellers' escrow: it moves from the orders to the
 * trades. The takes of a batch are decided one after the other, each on what the earlier ones
 * leave, and written at once: the same trades and refusals as if each had been a transaction of its
 * own. Without `waits` a take of an order that another transaction has locked is busy; with it all of
 * them are about one order.
 */
export async function takeTogether(
  tx: Tx,
  context: OtcDeps,
  takings: readonly Taking[],
  waits: boolean,
): Promise<Outcome<TradeRow>[]> {
  const stop = await marketStop(tx, context)
  if (stop) return takings.map(() => ({ error: stop }))
  const takes = takings.map(({ takerId, ask }) => ({ takerId, orderId: ask.orderId }))
  const { matches, busy } = await meet(tx, context, 'sell', takes, waits)
  const tails = await tailsOf(tx, context, matches, takings)
  const answered = await context.riskAnswered(tx, [...new Set(takes.map(one => one.takerId))])
  const decided = takings.map((taking): Outcome<FixedTrade> => {
    const { orderId } = taking.ask
    if (busy.has(orderId)) return { error: new Busy(orderId) }
    return outcomeOf(() => {
      const match = matches.get(orderId) ?? refuse('notFound')
      const { after, fixed } = decideSold(context, match, tails, taking)
      if (!answered.has(taking.takerId)) refuse('riskQuestionsOpen')
      matches.set(orderId, { ...match, order: after })
      countTake(match, taking.takerId, { ...fixed, ...fixed.amounts })
      return fixed
    })
  })
  const fixed = decided.flatMap(one => ('value' in one ? [one.value] : []))
  if (fixed.length === 0) return decided as Outcome<never>[]
  const taken = [...new Set(fixed.map(one => one.orderId))].map(id => matches.get(id) as Match)
  await saveOrders(
    tx,
    taken.map(match => match.order),
  )
  const trades = await open(tx, context, taken, fixed)
  return decided.map(one =>
    'value' in one ? { value: trades[fixed.indexOf(one.value)] as TradeRow } : one,
  )
}

/** As `takeTogether`, for a single take; throws its refusal. */
export const take = async (
  tx: Tx,
  context: OtcDeps,
  takerId: string,
  ask: TakeAsk,
  key: string,
  payFrom?: string,
): Promise<TradeRow> =>
  single(await takeTogether(tx, context, [{ takerId, ask, key, payFrom }], true))

/** The free tails at sellers' addresses. */
type Tails = (place: PayTo) => FreeTails

/** Reads the free tails of every address that a batch of takes pays to. */
async function tailsOf(
  tx: Tx,
  { sealing }: OtcDeps,
  matches: ReadonlyMap<string, Match>,
  takings: readonly Taking[],
): Promise<Tails> {
  const places = takings.flatMap(({ ask: { orderId, network } }) => {
    const match = matches.get(orderId)
    const address = match && addressOn(match.receiving, network)
    return address ? [{ network, address }] : []
  })
  return freeTails(tx, sealing, places)
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
  if (!payTo) return refuseNetwork(ask.network, networksOf(receiving))
  const free = tails({ network: ask.network, address: payTo })
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
  const { orderId } = ask
  const { matches } = await meet(tx, context, 'buy', [{ orderId, takerId }], true)
  const match = matches.get(orderId) ?? refuse('notFound')
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
  const place = { network: ask.network, address: payTo }
  const free = (await freeTails(tx, context.sealing, [place]))(place)
  const where = { payTo, contact: receiving.contact, payFrom: null }
  const fixed: FixedTrade = { ...parties, ...where, ...payable(ask, quoted, free), fee, key }
  const [trade] = await open(tx, context, [match], [fixed])
  if (!trade) throw new Error(`order ${order.id} was taken and made no trade`)
  await context.ledger.post(tx, freeze(`trade:${trade.id}`, trade))
  return trade
}

/** What is taken of which order, and its amounts: the quoted payment with a tail of its own. */
function payable({ orderId, quantity, network }: TakeAsk, quoted: TradeAmounts, free: FreeTails) {
  const tail = free.draw()
  return { orderId, quantity, network, paymentTail: Number(tail), amounts: withTail(quoted, tail) }
}

/** The columns of a trade that a take fixes. */
interface FixedTrade {
  orderId: string
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
 * Writes the trades of some orders of one side, their first steps and the announcements; returns the
 * trades in the same order.
 */
async function open(
  tx: Tx,
  context: OtcDeps,
  matches: readonly Match[],
  fixed: readonly FixedTrade[],
): Promise<TradeRow[]> {
  const byOrder = new Map(matches.map(match => [match.order.id, match]))
  const trades = await insertTrades(
    tx,
    fixed.map(one => newTrade(context, byOrder.get(one.orderId) as Match, one)),
  )
  await recordEvents(
    tx,
    trades.map(({ id, orderSide, dealtAt }) => ({
      tradeId: id,
      version: 1,
      event: 'take',
      actor: orderSide === 'sell' ? 'buyer' : 'seller',
      at: dealtAt,
    })),
  )
  const orders = matches.map(match => match.order)
  await announce(tx, [...trades.flatMap(tradeNews), ...orders.flatMap(orderNews)])
  return trades
}

function newTrade(
  context: OtcDeps,
  { order, now, facts }: Match,
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
