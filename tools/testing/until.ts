import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The longest pause between two looks. Pauses grow with the wait, by a twentieth of it: what comes at
 * once is seen at once, and a wait of seconds does not keep a processor busy with looking.
 */
const mostPauseMs = 50

/** Longer than any busy machine needs: it only ends a wait for what never comes. */
const patienceMs = 50_000

type Present<T> = Exclude<T, false | null | undefined>

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
): Promise<Present<T>> {
  const begun = performance.now()
  for (;;) {
    const value = await read()
    if (value !== false && value !== null && value !== undefined) return value as Present<T>
    const waited = performance.now() - begun
    if (waited > ms) {
      throw new Error(`waited ${ms / 1000} s in vain: ${typeof what === 'string' ? what : what()}`)
    }
    await sleep(Math.max(everyMs, Math.min(waited / 20, mostPauseMs)))
  }
}
