import { floorDiv, type Leaf, ONE, type Price, type Usdt } from '@banyan/domain'
import { least } from '../../amounts.ts'
import { nextCutoff } from '../../calendar.ts'
import { shareByGuarantee } from '../../earlier/shares.ts'
import { type Parameters, parametersV1 } from '../../parameters.ts'
import { type Backing, belowFloor, entryPrice, worth } from '../../price.ts'

/** An order of a run, frozen at the cut-off. */
export interface SubscriptionOrder {
  readonly id: string
  readonly memberId: string
  /** Micro-USDT held for it. */
  readonly amount: Usdt
}

/** A run's result for one order: amount = filled + refunded. */
export interface Fill {
  readonly id: string
  readonly filled: Usdt
  readonly refunded: Usdt
  readonly quantity: Leaf
}

/**
 * Returns when an order placed at an instant may first be filled. `isFirst`: no coins were issued
 * to the member for a subscription before. Rule book 2.3 (2).
 */
export const ripeAt = (placedAt: Date, isFirst: boolean, p: Parameters = parametersV1): Date =>
  isFirst ? new Date(placedAt.getTime() + p.firstOrderWaitMs) : placedAt

/** Whether a run with this cut-off takes an order. It must be placed before the cut-off and ripe at it. */
export const isRipe = (order: { placedAt: Date; ripeAt: Date }, cutoff: Date): boolean =>
  order.placedAt < cutoff && order.ripeAt <= cutoff

/** Returns the first cut-off whose run takes an order. */
export function dealsAt(
  order: { placedAt: Date; ripeAt: Date },
  p: Parameters = parametersV1,
): Date {
  // An order that ripens exactly at a cut-off is taken by it, so the search starts just before.
  const from = Math.max(order.placedAt.getTime(), order.ripeAt.getTime() - 1)
  return nextCutoff(new Date(from), p)
}

/**
 * Divides a run's capacity among members: all are raised together until it is used up or they have
 * what they requested. Rounded down to micro-USDT; the remaining units go one each to members whose
 * orders were cut, in the order of their ids, which nobody chooses. Nothing else counts: neither
 * when an order was placed, nor how much it exceeds the level. Rule book 2.3 (3).
 */
export function shareEvenly(demands: ReadonlyMap<string, Usdt>, capacity: Usdt): Map<string, Usdt> {
  const shares = new Map(demands)
  let left = capacity
  const rising = [...demands].sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0))
  const firstCut = rising.findIndex(([, demand], place) => {
    const together = BigInt(rising.length - place)
    if (demand * together > left) return true
    left -= demand
    return false
  })
  if (firstCut < 0) return shares
  const cut = rising.slice(firstCut).map(([memberId]) => memberId)
  const level = floorDiv(left, BigInt(cut.length))
  const units = Number(left - level * BigInt(cut.length))
  cut.sort().forEach((memberId, place) => {
    shares.set(memberId, place < units ? level + 1n : level)
  })
  return shares
}

/**
 * Coins for a fill: q = floor6(fill / Pbuy). A fill too small for one unit, or one that would leave
 * more than the tolerance unspent, buys nothing and is returned in full. Rule book 2.3 (4).
 */
export function issueFor(
  fill: Usdt,
  price: Price,
  p: Parameters = parametersV1,
): { filled: Usdt; quantity: Leaf } {
  const quantity = floorDiv(fill * ONE, price)
  if (quantity === 0n) return nothing
  if (fill - worth(quantity, price) > p.unspentToleranceUsdt) return nothing
  return { filled: fill, quantity }
}

const nothing = { filled: 0n, quantity: 0n } as const

/**
 * Fills a run's orders, oldest first, at the entry price of the backing before it. A member's fill
 * is spread over the own orders, oldest first. Rule book 2.2, 2.3, 2.16 step 8.
 */
export function fillSubscriptions(
  orders: readonly SubscriptionOrder[],
  before: Backing,
  p: Parameters = parametersV1,
): Fill[] {
  if (belowFloor(before, p)) return orders.map(order => fillOf(order, nothing))
  const price = entryPrice(before, p)
  const left = memberFills(orders, p)
  return orders.map(order => {
    const rest = left.get(order.memberId) ?? 0n
    const fill = least(rest, order.amount)
    left.set(order.memberId, rest - fill)
    return fillOf(order, issueFor(fill, price, p))
  })
}

/** Each member's share of the capacity, by the sum of the own orders. */
function memberFills(orders: readonly SubscriptionOrder[], p: Parameters): Map<string, Usdt> {
  const demands = new Map<string, Usdt>()
  for (const { memberId, amount } of orders) {
    demands.set(memberId, (demands.get(memberId) ?? 0n) + amount)
  }
  return p.memberGuaranteeUsdt === undefined
    ? shareEvenly(demands, p.runCapacityUsdt)
    : shareByGuarantee(demands, p)
}

const fillOf = (order: SubscriptionOrder, issue: { filled: Usdt; quantity: Leaf }): Fill => ({
  id: order.id,
  filled: issue.filled,
  refunded: order.amount - issue.filled,
  quantity: issue.quantity,
})
