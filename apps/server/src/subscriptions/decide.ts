import {
  formatAmount,
  inputRuleText,
  type Locale,
  type SubscriptionState,
  subscriptionMachine,
} from '@banyan/domain'
import { cutoffOf, dealsAt, periodAfter, ripeAt } from '@banyan/economy'
import { inHouseZone } from '../platform/house-time.ts'
import { refuse, refuseInput } from '../platform/refused.ts'
import type { Standing } from './limits.ts'

/**
 * May this amount (micro-USDT) be subscribed? Answers when the order ripens. Refuses `investingPaused`,
 * `subscriptionTooSmall`, an input off the step, `insufficientBalance`, `subscriptionOverLimit`.
 */
export function decidePlacing(
  amount: bigint,
  standing: Standing,
  locale: Locale,
): { placedAt: Date; ripeAt: Date } {
  refuseWhilePaused(standing.pausedUntil)
  const { subscriptionMinimumUsdt: minimum, subscriptionStepUsdt: step } = standing.p
  if (amount < minimum) refuse('subscriptionTooSmall', { min: formatAmount(minimum) })
  if (amount % step !== 0n) {
    refuseInput([{ path: 'amount', message: inputRuleText('subscribeStep', locale) }])
  }
  if (amount > standing.available) {
    refuse('insufficientBalance', {
      asset: 'USDT',
      needed: formatAmount(amount),
      available: formatAmount(standing.available),
    })
  }
  if (amount > standing.purchasable) {
    refuse('subscriptionOverLimit', { max: formatAmount(standing.purchasable) })
  }
  return { placedAt: standing.now, ripeAt: ripeAt(standing.now, standing.isFirstEver, standing.p) }
}

/** Refuses `investingPaused` with the instant at which the pause ends. */
export function refuseWhilePaused(until: Date | null): void {
  if (until)
    refuse('investingPaused', { until: inHouseZone(until) }, { until: until.toISOString() })
}

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

/** Does a member's first order still wait its 24 hours? Rule book 2.3 (2). */
export const isCoolingOff = (order: OrderTimes, now: Date): boolean =>
  order.state === 'pending' && order.ripeAt > order.placedAt && now < order.ripeAt

/**
 * Is cancelling still free? From its cut-off on the order belongs to that run, also in the moments,
 * or the days of an outage, before the run has taken it: nobody chooses after the fact.
 */
export const isCancellable = (order: OrderTimes, now: Date): boolean =>
  subscriptionMachine.step(order.state, 'cancel', 'member') !== null && now < dealInstant(order)
