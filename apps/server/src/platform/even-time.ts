import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does work, and answers or fails only at a full step of `stepMs` from its beginning: work that takes
 * a millisecond more for one asker than for another then takes the same for both. What it does while
 * it waits holds nothing.
 */
export async function inEvenTime<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    const steps = Math.ceil((performance.now() - began) / stepMs)
    const end = began + steps * stepMs
    // Timers count whole milliseconds, and may come a part of one early.
    for (let left = end - performance.now(); left > 0; left = end - performance.now()) {
      await sleep(Math.ceil(left))
    }
  }
}
