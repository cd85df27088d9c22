import { formatAmount, type PositionEvent, positionMachine } from '@banyan/domain'
import { cutoffOf, nextCutoff, type Parameters, periodAfter } from '@banyan/economy'
import { refuse } from '../platform/refused.ts'
import type { PositionRow } from './position-store.ts'

/** What the times of a position follow from. */
export type PositionTimes = Pick<
  PositionRow,
  'state' | 'askedAt' | 'opensIn' | 'passedIn' | 'unlockAskedAt' | 'leavesIn'
>

/** May so many coins (micro-LEAF) be activated? Refuses `activationTooSmall`. Rule book 2.6. */
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

/** The cut-off whose run frees the coins by their owner's word, once that is said. */
export function freesAt({ state, unlockAskedAt, leavesIn }: PositionTimes): Date | null {
  if (leavesIn !== null) return cutoffOf(leavesIn)
  return state === 'unlock_asked' && unlockAskedAt !== null ? nextCutoff(unlockAskedAt) : null
}

/**
 * What its owner may do with a position now. From the cut-off that a wish is for it belongs to that
 * run, also in the moments, or the days of an outage, before the run has taken it.
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
