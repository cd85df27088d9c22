import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does work, and returns or fails only at a full step of `stepMs` from its beginning. Work that
 * takes a millisecond more for one caller than for another then takes the same for both. No
 * resource is held while it waits.
 */
export async function inEvenTime<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    const steps = Math.ceil((performance.now() - began) / stepMs)
    const end = began + steps * stepMs
    // Timers count whole milliseconds, and may fire a part of one early.
    for (let left = end - performance.now(); left > 0; left = end - performance.now()) {
      await sleep(Math.ceil(left))
    }
  }
}
