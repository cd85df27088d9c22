import { type Period, periodAfter } from './calendar.ts'

const quarterOf = (period: Period): number => Math.ceil(Number(period.slice(5, 7)) / 3)

/** The round of dynamic pay that a period belongs to: its quarter, as `2026Q4`. All rounds restart in the run that settles the first day of a quarter. Rule book 2.7. */
export const roundOf = (period: Period): string => `${period.slice(0, 4)}Q${quarterOf(period)}`

/**
 * The round that a re-investment opens in the quarter of a period, where the rules allow it. There
 * is no third. Rule book 2.7.
 */
export const reopenedRoundOf = (period: Period): string => `${roundOf(period)}/2`

/** Returns the first period of the round of a period. */
export const roundBegins = (period: Period): Period =>
  `${period.slice(0, 4)}-${`${quarterOf(period) * 3 - 2}`.padStart(2, '0')}-01`

/** Returns the first period of the next round. */
export function nextRoundBegins(period: Period): Period {
  const [year, quarter] = [Number(period.slice(0, 4)), quarterOf(period)]
  return quarter === 4 ? `${year + 1}-01-01` : `${year}-${`${quarter * 3 + 1}`.padStart(2, '0')}-01`
}

/**
 * Whether a period is the last day of a month. Its run moves the surplus of POOL.dynamic to
 * RESERVE. Rule book 2.7.
 */
export const endsMonth = (period: Period): boolean =>
  periodAfter(period).slice(0, 7) !== period.slice(0, 7)
