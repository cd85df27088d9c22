/** The console locks after so long without a hand on it; the server after 15 minutes without a call. */
export const idleMs = 10 * 60_000

/** When it will lock, if nobody does anything. */
export const locksAt = (lastActivity: number): number => lastActivity + idleMs

/** True when it must be locked now; a computer that slept is judged by the clock. */
export const isIdle = (lastActivity: number, now: number): boolean => now >= locksAt(lastActivity)
