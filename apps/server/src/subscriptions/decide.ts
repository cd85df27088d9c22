import { formatAmount, inputRuleText, type Locale, subscriptionMachine } from '@banyan/domain'
import { inPlatformZone } from '../platform/platform-time.ts'
import { refuse, refuseInput } from '../platform/refused.ts'
import { dealInstant, type OrderTimes } from './deal-instant.ts'
import type { Allowance } from './limits.ts'

/**
 * Checks whether this amount (micro-USDT) may be subscribed; returns when the order ripens. Refuses `investingPaused`,
 * `subscriptionTooSmall`, an input off the step, `insufficientBalance`, `subscriptionOverLimit`.
 */
export function decidePlacing(
  amount: bigint,
  allowance: Allowance,
  locale: Locale,
): { placedAt: Date; ripeAt: Date } {
  refuseWhilePaused(allowance.pausedUntil)
  const { subscriptionMinimumUsdt: minimum, subscriptionStepUsdt: step } = allowance.p
  if (amount < minimum) refuse('subscriptionTooSmall', { min: formatAmount(minimum) })
  if (amount % step !== 0n) {
    const message = inputRuleText('subscribeStep', locale, { step: formatAmount(step) })
    refuseInput([{ path: 'amount', message }])
  }
  if (amount > allowance.available) {
    refuse('insufficientBalance', {
      asset: 'USDT',
      needed: formatAmount(amount),
      available: formatAmount(allowance.available),
    })
  }
  if (amount > allowance.purchasable) {
    refuse('subscriptionOverLimit', { max: formatAmount(allowance.purchasable) })
  }
  return { placedAt: allowance.now, ripeAt: allowance.next.ripeAt }
}

/** Refuses `investingPaused` with the instant at which the pause ends. */
export function refuseWhilePaused(until: Date | null): void {
  if (until)
    refuse('investingPaused', { until: inPlatformZone(until) }, { until: until.toISOString() })
}

/** Whether an order from before the first coins were issued still waits. Rule book 2.3 (2). */
export const isCoolingOff = (order: OrderTimes, now: Date): boolean =>
  order.state === 'pending' && order.ripeAt > order.placedAt && now < order.ripeAt

/**
 * Whether an order can still be cancelled. From its cut-off on it belongs to that run, also in the
 * moments, or the days of an outage, before the run has taken it: nobody chooses after the fact.
 */
export const isCancellable = (order: OrderTimes, now: Date): boolean =>
  subscriptionMachine.step(order.state, 'cancel', 'member') !== null && now < dealInstant(order)
