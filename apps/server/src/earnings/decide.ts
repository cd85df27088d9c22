import { formatAmount, type PositionEvent, positionMachine } from '@banyan/domain'
import {
  cutoffOf,
  nextCutoff,
  type Parameters,
  type Period,
  periodAfter,
  periodLater,
} from '@banyan/economy'
import { refuse } from '../platform/refused.ts'
import type { PositionRow } from './position-store.ts'

/** What the times of a position follow from. */
export type PositionTimes = Pick<
  PositionRow,
  'state' | 'askedAt' | 'opensIn' | 'passedIn' | 'unlockAskedAt' | 'leavesIn'
> & {
  /** Settlements that it has shared in. */
  settlements: number
}

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

/** The next cut-off at which a cycle of an open position ends. */
export function cycleEndsAt(
  { state, opensIn, settlements }: PositionTimes,
  p: Parameters,
): Date | null {
  if (opensIn === null || (state !== 'open' && state !== 'unlock_asked')) return null
  return cutoffOf(cycleEnd(opensIn, settlements, p))
}

function cycleEnd(opensIn: Period, settlements: number, { cycleSettlements }: Parameters): Period {
  const cycles = Math.floor(settlements / cycleSettlements) + 1
  return periodLater(opensIn, cycles * cycleSettlements)
}

/**
 * What its owner may do with a position now. From the cut-off that a wish is for it belongs to that
 * run, also in the moments, or the days of an outage, before the run has taken it.
 */
export const movesOf = (position: PositionTimes, now: Date, p: Parameters): PositionEvent[] =>
  positionMachine.moves(position.state, 'member').filter(event => {
    const until = untilWhen(position, event, p)
    return until === null || now < until
  })

function untilWhen(position: PositionTimes, event: PositionEvent, p: Parameters): Date | null {
  if (event === 'cancel') return opensAt(position)
  if (event === 'keep') return freesAt(position)
  if (event === 'choose') return cycleEndsAt(position, p)
  return null
}
