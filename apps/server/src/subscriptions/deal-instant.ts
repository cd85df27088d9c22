import type { SubscriptionState } from '@banyan/domain'
import { cutoffOf, dealsAt, periodAfter } from '@banyan/economy'

/** What the times of an order follow from. */
export interface OrderTimes {
  state: SubscriptionState
  placedAt: Date
  ripeAt: Date
  period: string | null
  /** The last run that would have taken it and filled nobody. */
  passedPeriod: string | null
}

/** The cut-off whose run has taken the order, or the first that can. */
export function dealInstant(order: OrderTimes): Date {
  if (order.period !== null) return cutoffOf(order.period)
  return order.passedPeriod === null ? dealsAt(order) : cutoffOf(periodAfter(order.passedPeriod))
}
