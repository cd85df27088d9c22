import { type RedemptionState, redemptionMachine } from '@banyan/domain'
import { cutoffOf, nextCutoff, type Period, periodAfter } from './calendar.ts'

/** What the times of a redemption follow from. */
export interface RedemptionTimes {
  readonly state: RedemptionState
  readonly askedAt: Date
  /** The last run that had it; null before the first. */
  readonly period: Period | null
}

/** The cut-off whose run has a redemption, or the next that will: after a run without a price, the one after it. */
export function redeemsAt({ state, askedAt, period }: RedemptionTimes): Date {
  if (period === null) return nextCutoff(askedAt)
  const waits = state === 'queued' || state === 'cancelled'
  return cutoffOf(waits ? periodAfter(period) : period)
}

/**
 * Is taking it back still free? From its cut-off on it belongs to that run, also before the run has
 * come: nobody chooses after the fact.
 */
export const isTakenBackFree = (redemption: RedemptionTimes, now: Date): boolean =>
  redemptionMachine.step(redemption.state, 'cancel', 'member') !== null &&
  now < redeemsAt(redemption)
