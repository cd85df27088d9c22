import type { SubscriptionState } from '@banyan/domain'
import { cutoffOf, dealsAt, periodAfter } from '@banyan/economy'

/** The data that determine the times of an order. */
export interface OrderTimes {
  state: SubscriptionState
  placedAt: Date
  ripeAt: Date
  period: string | null
  /** The cut-off of the last run that would have taken the order and filled nobody. */
  passedPeriod: string | null
}

/** The cut-off whose run has taken the order, or the first that can. */
export function dealInstant(order: OrderTimes): Date {
  if (order.period !== null) return cutoffOf(order.period)
  return order.passedPeriod === null ? dealsAt(order) : cutoffOf(periodAfter(order.passedPeriod))
}
