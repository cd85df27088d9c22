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

/** What a taker asks for: a part or all of an order whose terms of this version were on the screen. */
export interface TakeAsk {
  orderId: string
  quantity: bigint
  network: Network
  version: number
}

const noAddresses: ReceivingAccount = { bsc: null, tron: null, contact: null }

/** An order that is taken, locked, with what its takers are decided by. */
export interface Match {
  order: OrderRow
  now: Date
  facts: Facts
  /** Where the seller is paid. */
  receiving: ReceivingAccount
  /** How its takers are bounded; counts what is decided. */
  bounds: TakerBounds
  /** The owner is held: nobody takes the order. */
  ownerFrozen: boolean
}

/** What of a take is not the order's: the guide price, the numbers in force, and the takers. */
interface Facts extends Measure {
  /** Takers between whom and the owner there is a block. */
  blocked: ReadonlySet<string>
  /** Null where the order asks for nothing. */
  standings: ReadonlyMap<string, Standing> | null
  /** Until when takers take nothing. */
  penalties: ReadonlyMap<string, Date>
  /** Of those who would buy: the takers of a sell order, the owner of a buy order. */
  buyingStops: ReadonlyMap<string, BuyingStop>
  /** What the same may still put in, where they are bound: less after each take. */
  leftToInvest: Map<string, LeftToInvest>
}

/** Reads what the takers are decided by and locks the order; null when there is none of this side. */
export async function meet(
  tx: Tx,
  context: OtcDeps,
  asked: { orderId: string; side: OrderRow['side']; takers: readonly string[] },
  sellerOf: (order: OrderRow) => string,
): Promise<Match | null> {
  const seen = await findOrder(tx, asked.orderId)
  if (seen?.side !== asked.side) return null
  // Before any order's row: a member who takes several orders at once waits here, and for nothing else.
  await lockTakers(tx, asked.takers)
  // What a take does not change is read before the order's row is held: the next taker waits less.
  // Terms that change meanwhile have another version, and are refused for that.
  const before = await factsOf(tx, context, asked.takers, seen)
  const receiving = (await context.receivingAccount(tx, sellerOf(seen))) ?? noAddresses
  const order = await lockOrder(tx, asked.orderId)
  if (!order) return null
  // A guide price that was published while the row was waited for: the order floats by that one already.
  const facts =
    order.marginBps === null || order.guideSeen === before.guidePrice
      ? before
      : { ...before, ...(await measureNow(context, tx)) }
  // Asked after the address was read: who sees another address sees what it froze.
  const ownerFrozen = await isOwnerFrozen(tx, order)
  const now = await systemNow(tx)
  const rules = takerRules(facts.inForce, context.takerScale)
  const bounds = await takerBounds(tx, context, { order, takers: asked.takers, rules, now })
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
    // Before the order is locked, as a pause from investing locks its member before their orders.
    leftToInvest: await context.holdLeftToInvest(tx, buyers),
    ...(await measureNow(context, tx)),
    blocked: await context.blockedAmong(tx, order.memberId, takers),
    standings: asksNothing(conditionsOf(order)) ? null : await standingsOf(tx, context, takers),
    penalties: await penalties(tx, takers),
    buyingStops: await context.buyingStops(tx, buyers),
  }
}

/** May this take happen, on the order as it is now? Refuses, or answers the amounts that it fixes. */
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

/** Counts what a decided take of a sell order takes of its buyer's maximum, and of the limits of takers. */
export function countTake(
  { facts, bounds }: Match,
  takerId: string,
  { quantity, paymentAmount }: { quantity: bigint; paymentAmount: bigint },
): void {
  bounds.took(takerId, quantity)
  const invests = facts.leftToInvest.get(takerId)
  if (invests) facts.leftToInvest.set(takerId, { ...invests, left: invests.left - paymentAmount })
}
