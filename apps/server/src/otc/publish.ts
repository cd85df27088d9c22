import { type OrderSide, priceAt } from '@banyan/domain'
import { tradingLimit } from '@banyan/economy'
import { memberAccount } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newOrderNumber, newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { inPlatformZone } from '../platform/platform-time.ts'
import { refuse } from '../platform/refused.ts'
import { type BuyingStop, type LeftToInvest, type OtcDeps, receivingOf } from './context.ts'
import { floatingColumns } from './floating.ts'
import { enterMarket } from './market-stop.ts'
import { orderNews } from './news.ts'
import {
  conditionColumns,
  insertOrder,
  type OrderRow,
  openOrderCounts,
  sellingFacts,
} from './order-store.ts'
import { penaltyUntil } from './penalties.ts'
import { decideBuy, decideSell, type PublishRequest } from './policy.ts'
import { freeze } from './postings.ts'
import { enterBook } from './rescale.ts'
import { type Measure, measureNow } from './terms.ts'

/** Publishes a sell order: quantity and highest fee go into escrow in the same transaction. */
export async function publishSell(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  request: PublishRequest,
  key: string,
): Promise<OrderRow> {
  await enterMarket(tx, context)
  const { now, facts } = await openPublication(tx, context, memberId, 'sell')
  await refuseFrozen(tx, context, memberId)
  const { highestFee } = decideSell(request, {
    ...facts,
    tradingLimit: await limitOf(tx, memberId, facts, now),
    addresses: await receivingOf(context, tx, memberId),
  })
  const id = newUuid(now.getTime())
  await context.ledger.post(
    tx,
    freeze(`order:${id}`, { sellerId: memberId, quantity: request.quantity, fee: highestFee }),
  )
  const publication = { id, memberId, side: 'sell', now, facts, key } as const
  return insert(tx, context, publication, request, highestFee)
}

/** Publishes a buy order. It moves no coin. */
export async function publishBuy(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  request: PublishRequest,
  key: string,
): Promise<OrderRow> {
  await enterMarket(tx, context)
  const leftToInvest = await holdLeftOf(tx, context, memberId)
  const { now, facts } = await openPublication(tx, context, memberId, 'buy')
  const until = await penaltyUntil(tx, memberId)
  const buyingStop = await buyingStopOf(context, tx, memberId)
  decideBuy(request, { ...facts, penaltyUntil: until, buyingStop, leftToInvest })
  if (!(await context.riskAnswered(tx, [memberId])).has(memberId)) refuse('riskQuestionsOpen')
  const id = newUuid(now.getTime())
  return insert(tx, context, { id, memberId, side: 'buy', now, facts, key }, request, 0n)
}

async function openPublication(tx: Tx, context: OtcDeps, memberId: string, side: OrderSide) {
  await enterBook(tx)
  await lockSeller(tx, context, memberId)
  return {
    now: await systemNow(tx),
    facts: {
      ...(await measureNow(context, tx)),
      openOrders: (await openOrderCounts(tx, memberId))[side],
    },
  }
}

/** Locks a member's coin accounts. That makes the limits of parallel acts add up. */
export const lockSeller = (tx: Tx, context: OtcDeps, memberId: string): Promise<void> =>
  context.ledger.lock(tx, [
    memberAccount(memberId, 'LEAF'),
    memberAccount(memberId, 'LEAF', 'escrow'),
  ])

/** Selling is frozen for a while after a change of security settings. */
export async function refuseFrozen(tx: Tx, context: OtcDeps, memberId: string): Promise<void> {
  const { sells } = await context.freezes(tx, memberId)
  if (sells)
    refuse(
      'sellingFrozen',
      { until: inPlatformZone(sells.until) },
      { until: sells.until.toISOString(), cause: sells.cause },
    )
}

/** Why a member may not buy now; null when they may. */
export const buyingStopOf = async (
  context: OtcDeps,
  reader: Database | Tx,
  memberId: string,
): Promise<BuyingStop | null> =>
  (await context.buyingStops(reader, [memberId])).get(memberId) ?? null

/**
 * What a member may still put in, locked until the transaction ends; null when no maximum binds
 * them.
 */
export const holdLeftOf = async (
  tx: Tx,
  context: OtcDeps,
  memberId: string,
): Promise<LeftToInvest | null> =>
  (await context.holdLeftToInvest(tx, [memberId])).get(memberId) ?? null

/** How much a member may still sell in this window, micro-USDT. */
export const limitOf = async (
  reader: Database | Tx,
  memberId: string,
  measure: Measure,
  now: Date,
): Promise<bigint> => (await limitsAmong(reader, [memberId], measure, now)).get(memberId) ?? 0n

/** How much each of these members may still sell in this window, micro-USDT. */
export async function limitsAmong(
  reader: Database | Tx,
  memberIds: readonly string[],
  { guidePrice, inForce }: Measure,
  now: Date,
): Promise<Map<string, bigint>> {
  const since = new Date(now.getTime() - inForce.tradingWindowMs)
  const facts = await sellingFacts(reader, memberIds, since)
  return new Map(
    [...facts].map(([memberId, own]) => [memberId, tradingLimit({ ...own, guidePrice }, inForce)]),
  )
}

async function insert(
  tx: Tx,
  context: OtcDeps,
  publication: {
    id: string
    memberId: string
    side: OrderSide
    now: Date
    facts: Measure
    key: string
  },
  request: PublishRequest,
  feeHeld: bigint,
): Promise<OrderRow> {
  const { id, memberId, side, now } = publication
  const { guidePrice, inForce } = publication.facts
  const order = await insertOrder(tx, {
    id,
    memberId,
    side,
    feeHeld,
    orderNumber: newOrderNumber('O', now),
    price: priceAt({ side, ...request }, guidePrice),
    ...floatingColumns(request.price),
    total: request.quantity,
    available: request.quantity,
    minQuantity: request.minQuantity,
    maxQuantity: request.maxQuantity,
    concessionBps: request.concessionBps,
    feeBps: inForce.feeBps,
    ruleVersion: inForce.version,
    autoRelease: request.autoRelease,
    networks: [...request.networks],
    ...conditionColumns(request.conditions),
    guideSeen: guidePrice,
    createdAt: now,
    expiresAt: new Date(now.getTime() + inForce.orderLifeMs),
    idempotencyKey: publication.key,
    epoch: await context.ledger.epoch(tx),
  })
  await announce(tx, orderNews(order))
  return order
}
