import { asksNothing, type Network, type Standing, type TradeAmounts } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { BuyingStop, LeftToInvest, OtcDeps } from './context.ts'
import { askedPrice } from './floating.ts'
import {
  conditionsOf,
  findOrder,
  isOwnerFrozen,
  lockOrder,
  type OrderRow,
  quantitiesOf,
} from './order-store.ts'
import { penalties } from './penalties.ts'
import { decideTake } from './policy.ts'
import { standingsOf } from './reputation.ts'
import { lockTakers, type TakerBounds, takerBounds } from './takers.ts'
import { type Measure, measureNow, takerRules } from './terms.ts'

type ReceivingAccount = NonNullable<Awaited<ReturnType<OtcDeps['receivingAccount']>>>

/**
 * What a taker requests: a part or all of an order, with the version of the terms that was on the
 * screen.
 */
export interface TakeAsk {
  orderId: string
  quantity: bigint
  network: Network
  version: number
}

const noAddresses: ReceivingAccount = { bsc: null, tron: null, contact: null }

/** An order that is being taken, locked, with the facts that decide about its takers. */
export interface Match {
  order: OrderRow
  now: Date
  facts: Facts
  /** Where the seller is paid. */
  receiving: ReceivingAccount
  /** The limits of its takers; counts every decided take. */
  bounds: TakerBounds
  /** The owner is frozen: nobody may take the order. */
  ownerFrozen: boolean
}

/**
 * The facts of a take that are not the order's: the guide price, the numbers in force, and the
 * takers.
 */
interface Facts extends Measure {
  /** Takers between whom and the owner there is a block. */
  blocked: ReadonlySet<string>
  /** Null when the order has no conditions. */
  standings: ReadonlyMap<string, Standing> | null
  /** Until when takers may not take. */
  penalties: ReadonlyMap<string, Date>
  /** Of those who would buy: the takers of a sell order, or the owner of a buy order. */
  buyingStops: ReadonlyMap<string, BuyingStop>
  /** What the same members may still put in, where a maximum binds them. Each take reduces it. */
  leftToInvest: Map<string, LeftToInvest>
}

/**
 * Reads the facts that decide about the takers, and locks the order. Null when there is no order of
 * this side.
 */
export async function meet(
  tx: Tx,
  context: OtcDeps,
  request: { orderId: string; side: OrderRow['side']; takers: readonly string[] },
  sellerOf: (order: OrderRow) => string,
): Promise<Match | null> {
  const seen = await findOrder(tx, request.orderId)
  if (seen?.side !== request.side) return null
  // Before the lock of any order's row: a member who takes several orders at once waits here and at
  // no other lock.
  await lockTakers(tx, request.takers)
  // Reads facts that a take does not change before it locks the order's row: the next taker waits
  // less. Terms that change meanwhile have another version, and the take is refused for that.
  const before = await factsOf(tx, context, request.takers, seen)
  const receiving = (await context.receivingAccount(tx, sellerOf(seen))) ?? noAddresses
  const order = await lockOrder(tx, request.orderId)
  if (!order) return null
  // A guide price that was published during the wait for the row: the order already floats by it.
  const facts =
    order.marginBps === null || order.guideSeen === before.guidePrice
      ? before
      : { ...before, ...(await measureNow(context, tx)) }
  // Asked after the address was read: a take that sees another address also sees the freeze that it
  // caused.
  const ownerFrozen = await isOwnerFrozen(tx, order)
  const now = await systemNow(tx)
  const rules = takerRules(facts.inForce, context.takerScale)
  const bounds = await takerBounds(tx, context, { order, takers: request.takers, rules, now })
  return { order, facts, receiving, ownerFrozen, now, bounds }
}

async function factsOf(
  tx: Tx,
  context: OtcDeps,
  takers: readonly string[],
  order: OrderRow,
): Promise<Facts> {
  const buyers = order.side === 'sell' ? takers : [order.memberId]
  return {
    // Before the order is locked, because a pause from investing also locks its member before their
    // orders.
    leftToInvest: await context.holdLeftToInvest(tx, buyers),
    ...(await measureNow(context, tx)),
    blocked:
      (await context.blockedAmong(tx, [order.memberId], takers)).get(order.memberId) ?? new Set(),
    standings: asksNothing(conditionsOf(order)) ? null : await standingsOf(tx, context, takers),
    penalties: await penalties(tx, takers),
    buyingStops: await context.buyingStops(tx, buyers),
  }
}

/**
 * Decides whether a take may happen on the order as it is now. Refuses, or returns the amounts that
 * it fixes.
 */
export function decideOn(
  { order, now, facts, bounds, ownerFrozen }: Match,
  takerId: string,
  ask: TakeAsk,
): TradeAmounts {
  const buyerId = order.side === 'sell' ? takerId : order.memberId
  return decideTake(
    {
      ...order,
      asked: askedPrice(order),
      ownerId: order.memberId,
      takerId,
      quantities: quantitiesOf(order),
      expired: order.expiresAt <= now,
      ownerFrozen,
      conditions: conditionsOf(order),
      guidePrice: facts.guidePrice,
      inForce: facts.inForce,
      blocked: facts.blocked.has(takerId),
      standing: facts.standings?.get(takerId) ?? null,
      penaltyUntil: facts.penalties.get(takerId) ?? null,
      buyingStop: facts.buyingStops.get(buyerId) ?? null,
      leftToInvest: facts.leftToInvest.get(buyerId) ?? null,
      takerLimit: bounds.limit(takerId),
      newcomers: bounds.newcomers(takerId, order.available),
    },
    ask,
  )
}

/**
 * Deducts a decided take of a sell order from its buyer's maximum, and counts it for the limits of
 * takers.
 */
export function countTake(
  { facts, bounds }: Match,
  takerId: string,
  { quantity, paymentAmount }: { quantity: bigint; paymentAmount: bigint },
): void {
  bounds.took(takerId, quantity)
  const invests = facts.leftToInvest.get(takerId)
  if (invests) facts.leftToInvest.set(takerId, { ...invests, left: invests.left - paymentAmount })
}
