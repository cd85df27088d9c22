import { type RedemptionState, redemptionMachine } from '@banyan/domain'
import { cutoffOf, nextCutoff, type Period, periodAfter } from '../../calendar.ts'

/** The facts that decide the times of a redemption. */
export interface RedemptionTimes {
  readonly state: RedemptionState
  readonly askedAt: Date
  /** The last run that took it; null before the first. */
  readonly period: Period | null
}

/** The cut-off whose run takes a redemption, or the next one after a run without a price. */
export function redeemsAt({ state, askedAt, period }: RedemptionTimes): Date {
  if (period === null) return nextCutoff(askedAt)
  const waits = state === 'queued' || state === 'cancelled'
  return cutoffOf(waits ? periodAfter(period) : period)
}

/**
 * Whether taking it back is still allowed. From its cut-off on it belongs to that run, also before
 * the run has started: nobody chooses with knowledge of the price.
 */
export const isTakenBackFree = (redemption: RedemptionTimes, now: Date): boolean =>
  redemptionMachine.step(redemption.state, 'cancel', 'member') !== null &&
  now < redeemsAt(redemption)
