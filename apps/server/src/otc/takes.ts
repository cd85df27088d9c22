import {
  feeOfTake,
  highestFee,
  type Network,
  orderMoves,
  type Standing,
  type TradeAmounts,
} from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { newOrderNumber, newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { orderNews, tradeNews } from './news.ts'
import {
  conditionsOf,
  findOrder,
  lockOrder,
  type OrderRow,
  quantitiesOf,
  saveOrder,
} from './order-store.ts'
import { penaltyUntil } from './penalties.ts'
import { addressOn, checkAddresses, checkTradingLimit, decideTake } from './policy.ts'
import { freeze } from './postings.ts'
import { limitOf, lockSeller, refuseFrozen } from './publish.ts'
import { standingOf } from './reputation.ts'
import { otcTerms } from './terms.ts'
import { insertTrade, recordEvent, type TradeRow } from './trade-store.ts'
import { sealWhereToPay } from './where-to-pay.ts'
import type { OtcNeighbours } from './world.ts'

type ReceivingAccount = NonNullable<Awaited<ReturnType<OtcNeighbours['receivingAccount']>>>

/** What a taker asks for: a part or all of an order whose terms of this version were on the screen. */
export interface TakeAsk {
  orderId: string
  quantity: bigint
  network: Network
  version: number
}

/** Buys from a sell order. The coin stays in the seller's escrow: from the order's to the trade's. */
export async function take(
  tx: Tx,
  world: OtcNeighbours,
  takerId: string,
  ask: TakeAsk,
  key: string,
): Promise<TradeRow> {
  const match = await meet(tx, world, takerId, ask, 'sell')
  const { order, receiving } = match
  const payTo = addressOn(receiving, ask.network)
  if (!payTo) return refuse('networkNotAccepted')
  const fee = feeOfTake(ask.quantity, order.inTrade + order.dealt, order.feeTaken, order.feeBps)
  await saveOrder(tx, order.id, {
    ...orderMoves.taken(quantitiesOf(order), ask.quantity),
    feeTaken: order.feeTaken + fee,
  })
  const parties = { sellerId: order.memberId, buyerId: takerId }
  const where = { payTo, contact: receiving.contact }
  return open(tx, world, match, { ...ask, ...parties, ...where, fee, key })
}

/** Sells into a buy order: the taker's coin, with the fee, goes into the trade's escrow. */
export async function takeBuy(
  tx: Tx,
  world: OtcNeighbours,
  takerId: string,
  ask: TakeAsk,
  key: string,
): Promise<TradeRow> {
  const match = await meet(tx, world, takerId, ask, 'buy')
  const { order, now, guidePrice, receiving } = match
  await lockSeller(tx, world, takerId)
  await refuseFrozen(tx, world, takerId)
  checkAddresses([ask.network], receiving)
  const tradingLimit = await limitOf(tx, takerId, guidePrice, now)
  checkTradingLimit(ask.quantity, { guidePrice, tradingLimit })
  // Each seller into a buy order pays a fee of their own: nobody pays for another's rounding.
  const fee = highestFee(ask.quantity, order.feeBps)
  await saveOrder(tx, order.id, orderMoves.taken(quantitiesOf(order), ask.quantity))
  const parties = { sellerId: takerId, buyerId: order.memberId }
  const where = { payTo: addressOn(receiving, ask.network) as string, contact: receiving.contact }
  const trade = await open(tx, world, match, { ...ask, ...parties, ...where, fee, key })
  await world.ledger.post(tx, freeze(`trade:${trade.id}`, trade))
  return trade
}

const noAddresses: ReceivingAccount = { bsc: null, tron: null, contact: null }

/** An order that is taken, locked, with what the take was decided by. */
interface Match {
  order: OrderRow
  now: Date
  guidePrice: bigint
  amounts: TradeAmounts
  /** Where the seller is paid. */
  receiving: ReceivingAccount
}

async function meet(
  tx: Tx,
  world: OtcNeighbours,
  takerId: string,
  ask: TakeAsk,
  side: OrderRow['side'],
): Promise<Match> {
  const seen = await findOrder(tx, ask.orderId)
  if (seen?.side !== side) return refuse('notFound')
  // What a take does not change is read before the order's row is held: the next taker waits less.
  // Terms that change meanwhile have another version, and are refused for that.
  const facts = await factsOf(tx, world, takerId, seen)
  const order = await lockOrder(tx, ask.orderId)
  if (!order) return refuse('notFound')
  const now = await houseNow(tx)
  const amounts = decideTake(
    {
      ...order,
      ownerId: order.memberId,
      takerId,
      quantities: quantitiesOf(order),
      expired: order.expiresAt <= now,
      conditions: conditionsOf(order),
      ...facts,
    },
    ask,
  )
  return { order, now, amounts, guidePrice: facts.guidePrice, receiving: facts.receiving }
}

/** What of a take is not the order's: the two members, and the guide price. */
async function factsOf(tx: Tx, world: OtcNeighbours, takerId: string, order: OrderRow) {
  const sellerId = order.side === 'sell' ? order.memberId : takerId
  return {
    guidePrice: await world.guidePrice(tx),
    blocked: (await world.blockedAmong(tx, takerId, [order.memberId])).size > 0,
    standing: await standingAsked(tx, world, takerId, conditionsOf(order)),
    penaltyUntil: await penaltyUntil(tx, takerId, await houseNow(tx)),
    receiving: (await world.receivingAccount(tx, sellerId)) ?? noAddresses,
  }
}

/** The taker's standing, where the order asks for any. */
async function standingAsked(
  tx: Tx,
  world: OtcNeighbours,
  takerId: string,
  asked: ReturnType<typeof conditionsOf>,
): Promise<Standing | null> {
  const asksNothing =
    !asked.effectiveMember && asked.minFinishedTrades === 0 && asked.minCompletionRate === 0
  return asksNothing ? null : standingOf(tx, world, takerId)
}

async function open(
  tx: Tx,
  world: OtcNeighbours,
  { order, now, amounts }: Match,
  made: {
    sellerId: string
    buyerId: string
    quantity: bigint
    network: Network
    fee: bigint
    payTo: string
    contact: string | null
    key: string
  },
): Promise<TradeRow> {
  const paymentDeadline = new Date(now.getTime() + otcTerms.paymentWindowMs)
  const id = newUuid(now.getTime())
  const trade = await insertTrade(tx, {
    id,
    ...sealWhereToPay(world.sealing, id, made),
    matchingId: newOrderNumber('M', now),
    orderId: order.id,
    orderSide: order.side,
    sellerId: made.sellerId,
    buyerId: made.buyerId,
    state: 'unpaid',
    quantity: made.quantity,
    price: order.price,
    ...amounts,
    fee: made.fee,
    network: made.network,
    dealtAt: now,
    paymentDeadline,
    graceDeadline: new Date(paymentDeadline.getTime() + otcTerms.graceWindowMs),
    idempotencyKey: made.key,
    epoch: order.epoch,
  })
  const actor = order.side === 'sell' ? 'buyer' : 'seller'
  await recordEvent(tx, { tradeId: trade.id, version: 1, event: 'take', actor, at: now })
  await announce(tx, [...tradeNews(trade), ...orderNews(order)])
  return trade
}
