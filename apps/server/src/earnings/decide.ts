import { formatAmount, type PositionEvent, positionMachine } from '@banyan/domain'
import { cutoffOf, nextCutoff, type Parameters, periodAfter } from '@banyan/economy'
import { refuse } from '../platform/refused.ts'
import type { PositionRow } from './position-store.ts'

/** The fields that determine the times of a position. */
export type PositionTimes = Pick<
  PositionRow,
  'state' | 'askedAt' | 'opensIn' | 'passedIn' | 'unlockAskedAt' | 'leavesIn'
>

/**
 * Checks whether this many coins (micro-LEAF) may be activated. Refuses `activationTooSmall`. Rule
 * book 2.6.
 */
export function decideActivation(
  quantity: bigint,
  { activationMinimumLeaf: minimum }: Parameters,
): void {
  if (quantity < minimum) refuse('activationTooSmall', { min: formatAmount(minimum) })
}

/** The cut-off whose run opens a position, or opened it; null for one that was cancelled. */
export function opensAt({ state, askedAt, opensIn, passedIn }: PositionTimes): Date | null {
  if (state === 'cancelled') return null
  if (opensIn !== null) return cutoffOf(opensIn)
  return passedIn === null ? nextCutoff(askedAt) : cutoffOf(periodAfter(passedIn))
}

/** The cut-off whose run frees the coins at their owner's request; null without a request. */
export function freesAt({ state, unlockAskedAt, leavesIn }: PositionTimes): Date | null {
  if (leavesIn !== null) return cutoffOf(leavesIn)
  return state === 'unlock_asked' && unlockAskedAt !== null ? nextCutoff(unlockAskedAt) : null
}

/**
 * The events that the owner may cause now. From its cut-off on, a request belongs to that run, even
 * when the run is moments or, after an outage, days late.
 */
export const movesOf = (position: PositionTimes, now: Date): PositionEvent[] =>
  positionMachine.moves(position.state, 'member').filter(event => {
    const until = untilWhen(position, event)
    return until === null || now < until
  })

function untilWhen(position: PositionTimes, event: PositionEvent): Date | null {
  if (event === 'cancel') return opensAt(position)
  if (event === 'keep') return freesAt(position)
  return null
}
