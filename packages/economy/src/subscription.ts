import { floorDiv, type Leaf, ONE, type Price, type Usdt } from '@banyan/domain'
import { least, proRata, sum } from './amounts.ts'
import { nextCutoff } from './calendar.ts'
import { type Parameters, parametersV1 } from './parameters.ts'
import { type Backing, belowFloor, entryPrice, worth } from './price.ts'

/** An order of a run, as it was frozen at the cut-off. */
export interface SubscriptionOrder {
  readonly id: string
  readonly memberId: string
  /** Micro-USDT held for it. */
  readonly amount: Usdt
}

/** What a run does for one order: amount = filled + refunded. */
export interface Fill {
  readonly id: string
  readonly filled: Usdt
  readonly refunded: Usdt
  readonly quantity: Leaf
}

/**
 * When an order placed at an instant may first be filled. `isFirst`: no coins were issued to the member
 * for a subscription before. Rule book 2.3 (2).
 */
export const ripeAt = (placedAt: Date, isFirst: boolean, p: Parameters = parametersV1): Date =>
  isFirst ? new Date(placedAt.getTime() + p.firstOrderWaitMs) : placedAt

/** Does a run with this cut-off take an order? It must be placed before it and ripe at it. */
export const isRipe = (order: { placedAt: Date; ripeAt: Date }, cutoff: Date): boolean =>
  order.placedAt < cutoff && order.ripeAt <= cutoff

/** The first cut-off whose run takes an order. */
export function dealsAt(
  order: { placedAt: Date; ripeAt: Date },
  p: Parameters = parametersV1,
): Date {
  // An order that ripens exactly at a cut-off is taken by it, so look from just before.
  const from = Math.max(order.placedAt.getTime(), order.ripeAt.getTime() - 1)
  return nextCutoff(new Date(from), p)
}

/**
 * What each member gets of a run's capacity, in the order given. Rule book 2.3 (3): everything when
 * it fits; else the guarantee to each and what is left pro rata, floor6; guarantees that alone
 * exceed the capacity are themselves scaled pro rata. Micro-USDT.
 */
export function shareCapacity(demands: readonly Usdt[], p: Parameters = parametersV1): Usdt[] {
  const capacity = p.runCapacityUsdt
  if (sum(demands) <= capacity) return [...demands]
  const guarantees = demands.map(demand => least(demand, p.memberGuaranteeUsdt))
  const guaranteed = sum(guarantees)
  if (guaranteed >= capacity) return proRata(guarantees, capacity)
  const wanting = demands.map((demand, i) => demand - (guarantees[i] ?? 0n))
  const extra = proRata(wanting, capacity - guaranteed)
  return guarantees.map((guarantee, i) => guarantee + (extra[i] ?? 0n))
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
 * Fills a run's orders, oldest first, at the entry price of the backing before it.
 * A member's fill is spread over the own orders, oldest first. Rule book 2.2, 2.3, 2.16 step 8.
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
  const shares = shareCapacity([...demands.values()], p)
  return new Map([...demands.keys()].map((memberId, i) => [memberId, shares[i] ?? 0n]))
}

const fillOf = (order: SubscriptionOrder, issue: { filled: Usdt; quantity: Leaf }): Fill => ({
  id: order.id,
  filled: issue.filled,
  refunded: order.amount - issue.filled,
  quantity: issue.quantity,
})
