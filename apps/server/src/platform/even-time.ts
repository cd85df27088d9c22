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
    const took = performance.now() - began
    // Timers count whole milliseconds, and would round this down.
    await sleep(Math.ceil(Math.ceil(took / stepMs) * stepMs - took))
  }
}
