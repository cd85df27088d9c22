import type { Fill } from '../settlement/08-subscriptions/subscription.ts'
import { type InputOrder, type InputRules, valueAt } from './input.ts'

/**
 * Recomputes step 8. Each member has a budget out of the run's capacity, which is spent on the own
 * orders in sequence.
 */
export function recountFills(
  orders: readonly InputOrder[],
  backing: { reserve: bigint; outstanding: bigint },
  price: bigint,
  rules: InputRules,
): Fill[] {
  const floor = BigInt(rules.subscriptionFloorPrice) * backing.outstanding
  const tooLow = backing.outstanding > 0n && backing.reserve * 1_000_000n < floor
  const budgets = tooLow ? new Map<string, bigint>() : budgetsOf(orders, rules)
  return orders.map(({ id, memberId, amount }) => {
    const asked = BigInt(amount)
    const budget = budgets.get(memberId) ?? 0n
    const offered = budget > asked ? asked : budget
    budgets.set(memberId, budget - offered)
    const quantity = tooLow ? 0n : (offered * 1_000_000n) / price
    const unspent = offered - valueAt(quantity, price)
    const buys = quantity > 0n && unspent <= BigInt(rules.unspentToleranceUsdt)
    const filled = buys ? offered : 0n
    return { id, filled, refunded: asked - filled, quantity: buys ? quantity : 0n }
  })
}

/** What each member may spend in the run. */
function budgetsOf(orders: readonly InputOrder[], rules: InputRules): Map<string, bigint> {
  const wanted = new Map<string, bigint>()
  let all = 0n
  for (const { memberId, amount } of orders) {
    wanted.set(memberId, (wanted.get(memberId) ?? 0n) + BigInt(amount))
    all += BigInt(amount)
  }
  const capacity = BigInt(rules.runCapacityUsdt)
  if (all <= capacity) return wanted
  const { memberGuaranteeUsdt } = rules
  return memberGuaranteeUsdt === undefined
    ? evenBudgets(wanted, capacity)
    : guaranteedBudgets(wanted, { all, capacity, most: BigInt(memberGuaranteeUsdt) })
}

/** Finds the level up to which everybody is filled by bisection; the units above it go by the ids. */
function evenBudgets(wanted: ReadonlyMap<string, bigint>, capacity: bigint): Map<string, bigint> {
  const filledTo = (level: bigint): bigint => {
    let sum = 0n
    for (const want of wanted.values()) sum += want < level ? want : level
    return sum
  }
  // At `low` everything fits, at `high` it does not.
  let [low, high] = [0n, capacity + 1n]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (filledTo(middle) <= capacity) low = middle
    else high = middle
  }
  const budgets = new Map([...wanted].map(([id, want]) => [id, want < low ? want : low]))
  let units = capacity - filledTo(low)
  for (const id of [...wanted.keys()].sort()) {
    if (units === 0n) break
    if ((wanted.get(id) as bigint) <= low) continue
    budgets.set(id, low + 1n)
    units -= 1n
  }
  return budgets
}

/** Before runs were filled evenly: smallest requests first, then the rest in proportion. */
function guaranteedBudgets(
  wanted: ReadonlyMap<string, bigint>,
  { all, capacity, most }: { all: bigint; capacity: bigint; most: bigint },
): Map<string, bigint> {
  const first = new Map([...wanted].map(([id, want]) => [id, want < most ? want : most]))
  let promised = 0n
  for (const part of first.values()) promised += part
  if (promised >= capacity) {
    return new Map([...first].map(([id, part]) => [id, (part * capacity) / promised]))
  }
  const rest = capacity - promised
  const unserved = all - promised
  return new Map(
    [...wanted].map(([id, want]) => {
      const part = first.get(id) ?? 0n
      return [id, part + ((want - part) * rest) / unserved]
    }),
  )
}
