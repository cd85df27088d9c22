import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any busy machine needs: it only ends a wait for what never comes. */
const patienceMs = 50_000

type Found<T> = Exclude<T, false | null | undefined>

/**
 * Calls a function repeatedly until it finds something, and returns that. It uses the real clock,
 * also where a test has faked timers, and moves none of them.
 * @param what what is waited for, for the error message.
 * @throws Error when nothing is found in that time, and whatever the function throws.
 */
export async function until<T>(
  what: string | (() => string),
  read: () => T | Promise<T>,
  { ms = patienceMs, everyMs = 5 } = {},
): Promise<Found<T>> {
  const begun = performance.now()
  for (;;) {
    const found = await read()
    if (found !== false && found !== null && found !== undefined) return found as Found<T>
    if (performance.now() - begun > ms) {
      throw new Error(`waited ${ms / 1000} s in vain: ${typeof what === 'string' ? what : what()}`)
    }
    await sleep(everyMs)
  }
}
