/** The failed logins of one bucket: a known device, all unknown devices, or an hour. */
export interface LoginFailures {
  readonly failures: number
  readonly beganAt: Date
  readonly lastAt: Date
  readonly lockedUntil: Date | null
}

/** The two counts that every login is checked against. */
export interface LoginCounts {
  /** Of this account on this known device, or on all unknown ones together. */
  place: LoginFailures
  /** Of this account everywhere, within an hour. */
  hour: LoginFailures
}

/**
 * The decision before anything is compared: a try that counts as failed until it is proven right,
 * or no try.
 */
export type LoginPermit = { kind: 'go'; counts: LoginCounts } | { kind: 'locked'; until: Date }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** security.md 4.2. */
const FREE_TRIES = 5
const DELAY_MINUTES = [1, 2, 4, 8, 15] as const
const FAILURES_AN_HOUR = 100
/** Failures are forgotten after this time without another one. */
export const FORGET_MS = 24 * HOUR_MS

/** Minutes to wait after the n-th failure in a row: none for the first four, 1 after the fifth, at most 15. */
export function delayMinutes(failures: number): number {
  if (failures < FREE_TRIES) return 0
  return DELAY_MINUTES[Math.min(failures - FREE_TRIES, DELAY_MINUTES.length - 1)] ?? 0
}

/** Counts a try before the comparison, or returns until when none is allowed. */
export function reserveTry(before: LoginCounts, now: Date): LoginPermit {
  const place = age(before.place, before.place.lastAt, FORGET_MS, now)
  const hour = age(before.hour, before.hour.beganAt, HOUR_MS, now)
  if (hour.failures >= FAILURES_AN_HOUR)
    return { kind: 'locked', until: new Date(hour.beganAt.getTime() + HOUR_MS) }
  if (place.lockedUntil && place.lockedUntil > now)
    return { kind: 'locked', until: place.lockedUntil }
  const failures = place.failures + 1
  const delay = delayMinutes(failures)
  return {
    kind: 'go',
    counts: {
      place: {
        failures,
        beganAt: place.beganAt,
        lastAt: now,
        lockedUntil: delay === 0 ? null : new Date(now.getTime() + delay * MINUTE_MS),
      },
      hour: { ...hour, failures: hour.failures + 1, lastAt: now },
    },
  }
}

/**
 * The password was right: this bucket starts anew, and the hour has one failure less. A wait that
 * was caused by tries at the same time, after the one at `reservedAt`, stays.
 */
export function proveTry(before: LoginCounts, reservedAt: Date): LoginCounts {
  const { place, hour } = returnTry(before)
  const isLast = before.place.lastAt.getTime() === reservedAt.getTime()
  if (before.place.lockedUntil && !isLast)
    return { place: { ...place, lockedUntil: before.place.lockedUntil }, hour }
  return { place: { ...place, failures: 0, lockedUntil: null }, hour }
}

/** The server failed before it could compare, so the try does not count. */
export function returnTry({ place, hour }: LoginCounts): LoginCounts {
  const failures = Math.max(0, place.failures - 1)
  const lockedUntil = delayMinutes(failures) === 0 ? null : place.lockedUntil
  return {
    place: { ...place, failures, lockedUntil },
    hour: { ...hour, failures: Math.max(0, hour.failures - 1) },
  }
}

/** Free tries left before the next wait. */
export const triesLeft = (place: LoginFailures): number => Math.max(0, FREE_TRIES - place.failures)

function age(count: LoginFailures, since: Date, forMs: number, now: Date): LoginFailures {
  if (now.getTime() - since.getTime() < forMs) return count
  return { failures: 0, beganAt: now, lastAt: now, lockedUntil: null }
}
