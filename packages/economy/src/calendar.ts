import { type Parameters, parametersV1 } from './parameters.ts'

/**
 * A settled period: one day in the platform's zone as ISO text (`2026-11-21`), named by the day
 * that the cut-off ends. It is text because it names a day and not an instant, so no machine's time
 * zone can move it.
 */
export type Period = string

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** By how much a period's days begin before UTC days. The same in every version, see `fixedNumbers`. */
const shiftMs = (p: Parameters): number => (p.zoneOffsetHours - p.cutoffHour) * HOUR_MS

/** Returns the period that contains an instant; a cut-off instant begins the next one. Rule book 2.16. */
export const periodAt = (at: Date, p: Parameters = parametersV1): Period =>
  new Date(at.getTime() + shiftMs(p)).toISOString().slice(0, 10)

/** Returns the instant that ends a period. */
export const cutoffOf = (period: Period, p: Parameters = parametersV1): Date =>
  new Date(Date.parse(`${period}T00:00:00Z`) + DAY_MS - shiftMs(p))

/** Returns the first cut-off after an instant. */
export const nextCutoff = (at: Date, p: Parameters = parametersV1): Date =>
  cutoffOf(periodAt(at, p), p)

/** Returns the next period; none is skipped. */
export const periodAfter = (period: Period): Period => periodLater(period, 1)

/** Returns the period that is `settlements` later, or earlier for a negative number. */
export const periodLater = (period: Period, settlements: number): Period =>
  new Date(Date.parse(`${period}T00:00:00Z`) + settlements * DAY_MS).toISOString().slice(0, 10)

/** Returns the previous period. */
export const periodBefore = (period: Period): Period =>
  new Date(Date.parse(`${period}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)

/**
 * Returns the period that must be settled now, or null. The first one is the founding's own. A
 * missed one comes before the next, so none is merged or skipped. Rule book 2.16.
 */
export function duePeriod(
  facts: { now: Date; foundedAt: Date | null; lastSettled: Period | null },
  p: Parameters = parametersV1,
): Period | null {
  if (facts.foundedAt === null) return null
  const next =
    facts.lastSettled === null ? periodAt(facts.foundedAt, p) : periodAfter(facts.lastSettled)
  return cutoffOf(next, p) <= facts.now ? next : null
}
