import { feeOfTake, type Network, orderMoves } from '@banyan/domain'
import { tradingLimit } from '@banyan/economy'
import { memberAccount } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { inHouseZone } from '../platform/house-time.ts'
import { newOrderNumber, newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { orderNews, tradeNews } from './news.ts'
import {
  feesInTrade,
  insertOrder,
  lockOrder,
  type OrderRow,
  quantitiesOf,
  saveOrder,
  sellingFacts,
} from './order-store.ts'
import { addressOn, decidePublish, decideTake, type PublishRequest } from './policy.ts'
import { freeze, giveBack } from './postings.ts'
import { otcTerms } from './terms.ts'
import { insertTrade, recordEvent, type TradeRow } from './trade-store.ts'
import { sealWhereToPay } from './where-to-pay.ts'
import type { OtcNeighbours } from './world.ts'

/** Publishes a sell order: quantity and highest fee go into escrow in the same transaction. */
export async function publish(
  tx: Tx,
  world: OtcNeighbours,
  memberId: string,
  request: PublishRequest,
  key: string,
): Promise<OrderRow> {
  const now = await houseNow(tx)
  // The member's coin accounts are the lock that makes limits of parallel publications add up.
  await world.ledger.lock(tx, [
    memberAccount(memberId, 'LEAF'),
    memberAccount(memberId, 'LEAF', 'escrow'),
  ])
  const { sells } = await world.freezes(tx, memberId)
  if (sells)
    refuse(
      'sellingFrozen',
      { until: inHouseZone(sells.until) },
      { until: sells.until.toISOString(), cause: sells.cause },
    )
  const guidePrice = await world.guidePrice(tx)
  const facts = await sellingFacts(tx, memberId, new Date(now.getTime() - otcTerms.tradingWindowMs))
  const addresses = (await world.receivingAccount(tx, memberId)) ?? { bsc: null, tron: null }
  const { highestFee } = decidePublish(request, {
    guidePrice,
    openOrders: facts.openOrders,
    tradingLimit: tradingLimit({ ...facts, guidePrice }),
    addresses,
  })
  const id = newUuid(now.getTime())
  await world.ledger.post(
    tx,
    freeze(id, { sellerId: memberId, quantity: request.quantity, fee: highestFee }),
  )
  const order = await insertOrder(tx, {
    id,
    orderNumber: newOrderNumber('O', now),
    memberId,
    side: 'sell',
    price: request.price,
    total: request.quantity,
    available: request.quantity,
    minQuantity: request.minQuantity,
    maxQuantity: request.maxQuantity,
    concessionBps: request.concessionBps,
    feeBps: otcTerms.feeBps,
    feeHeld: highestFee,
    networks: [...request.networks],
    createdAt: now,
    idempotencyKey: key,
  })
  await announce(tx, orderNews(order))
  return order
}

/** Cancels what is left of an own order; its open trades go on as they were. */
export async function cancel(
  tx: Tx,
  world: OtcNeighbours,
  memberId: string,
  orderId: string,
): Promise<OrderRow> {
  const now = await houseNow(tx)
  const order = await lockOrder(tx, orderId)
  if (order?.memberId !== memberId) return refuse('notFound')
  if (order.available === 0n) refuse('orderNotOpen')
  const keptForTrades = await feesInTrade(tx, orderId)
  const fee = order.feeHeld - keptForTrades
  await world.ledger.post(
    tx,
    giveBack(`order:${orderId}`, { sellerId: memberId, quantity: order.available, fee }),
  )
  const saved = await saveOrder(tx, orderId, {
    ...orderMoves.cancelled(quantitiesOf(order)),
    feeHeld: keptForTrades,
    cancelledAt: now,
  })
  await announce(tx, orderNews(saved))
  return saved
}

/** Takes a part or all of an order. The coin stays in the seller's escrow: from the order's to the trade's. */
export async function take(
  tx: Tx,
  world: OtcNeighbours,
  takerId: string,
  ask: { orderId: string; quantity: bigint; network: Network; version: number },
  key: string,
): Promise<TradeRow> {
  const order = await lockOrder(tx, ask.orderId)
  if (!order) return refuse('notFound')
  const now = await houseNow(tx)
  const quantities = quantitiesOf(order)
  const amounts = decideTake(
    {
      sellerId: order.memberId,
      takerId,
      version: order.version,
      price: order.price,
      concessionBps: order.concessionBps,
      quantities,
      minQuantity: order.minQuantity,
      maxQuantity: order.maxQuantity,
      networks: order.networks,
      cancelled: order.cancelledAt !== null,
      guidePrice: await world.guidePrice(tx),
    },
    ask,
  )
  const receiving = await world.receivingAccount(tx, order.memberId)
  const payTo = receiving && addressOn(receiving, ask.network)
  if (!payTo) return refuse('networkNotAccepted')

  const fee = feeOfTake(ask.quantity, order.inTrade + order.dealt, order.feeTaken, order.feeBps)
  await saveOrder(tx, order.id, {
    ...orderMoves.taken(quantities, ask.quantity),
    feeTaken: order.feeTaken + fee,
  })
  const paymentDeadline = new Date(now.getTime() + otcTerms.paymentWindowMs)
  const id = newUuid(now.getTime())
  const trade = await insertTrade(tx, {
    id,
    ...sealWhereToPay(world.sealing, id, { payTo, contact: receiving.contact }),
    matchingId: newOrderNumber('M', now),
    orderId: order.id,
    sellerId: order.memberId,
    buyerId: takerId,
    state: 'unpaid',
    quantity: ask.quantity,
    price: order.price,
    ...amounts,
    fee,
    network: ask.network,
    dealtAt: now,
    paymentDeadline,
    graceDeadline: new Date(paymentDeadline.getTime() + otcTerms.graceWindowMs),
    idempotencyKey: key,
  })
  await recordEvent(tx, { tradeId: trade.id, version: 1, event: 'take', actor: 'buyer', at: now })
  await announce(tx, [...tradeNews(trade), ...orderNews(order)])
  return trade
}
