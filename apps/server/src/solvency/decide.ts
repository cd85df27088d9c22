import { provenWithinHours, type SolvencyState } from '@banyan/domain'

const STALE_MS = provenWithinHours * 3_600_000

/** What a reading is judged by. Amounts are micro-USDT. */
export interface Evidence {
  custody: bigint
  owed: bigint
  /** A shortfall is reported and not booked, or a settlement was halted. */
  red: boolean
  readAt: Date
  /** The newest look at every invariant of the books; null before the first. */
  check: { breaches: number; checkedAt: Date } | null
  /** The block at which the chain was asked; null where it was not: then `custody` says nothing. */
  blockNumber: number | null
}

/**
 * Was something found to be wrong: the chain shows less than is owed, or an invariant is broken? Then
 * nobody subscribes or activates, as while a confirmed loss is not booked. Rule book 2.17.
 */
export const isAmiss = ({
  custody,
  owed,
  check,
  blockNumber,
}: Pick<Evidence, 'custody' | 'owed' | 'check' | 'blockNumber'>): boolean =>
  (blockNumber !== null && custody < owed) || (check !== null && check.breaches > 0)

/** Is all that is owed there, as of an instant? Nothing is called whole that was not looked at lately. */
export function solvencyStateAt(at: Date, evidence: Evidence): SolvencyState {
  const { red, readAt, check, blockNumber } = evidence
  if (red || isAmiss(evidence)) return 'short'
  const isRead = blockNumber !== null && !isStale(at, readAt)
  return isRead && check !== null && !isStale(at, check.checkedAt) ? 'whole' : 'unproven'
}

/** Is a reading of this instant too old to prove anything? */
export const isStale = (at: Date, readAt: Date): boolean =>
  at.getTime() - readAt.getTime() > STALE_MS

/** How far back a check reads: everything, or only what came since the last proof. */
export type Reach = 'everything' | 'what is new'

const DAY_MS = 24 * 3_600_000
/**
 * A check of what is new reads the last three days and settlements. Checks that are no further apart
 * than this leave nothing out, however long they take.
 */
const REACH_DAYS = 2

/**
 * Whether a check after the newest settlement may leave out what the last one has read: that one found
 * nothing, and neither time nor settlements since are more than a check of what is new reads.
 */
export function reachOf(
  last: { period: string; breaches: number; checkedAt: Date } | null,
  { period, now }: { period: string; now: Date },
): Reach {
  if (last === null || last.breaches > 0) return 'everything'
  const settled = Date.parse(period) - Date.parse(last.period)
  const passed = now.getTime() - last.checkedAt.getTime()
  return Math.max(settled, passed) > REACH_DAYS * DAY_MS ? 'everything' : 'what is new'
}
