import { refuse } from './refused.ts'

/**
 * Lets `atOnce` pieces of work run and `waiting` more wait in a queue, so that a flood of them
 * cannot exhaust the memory. Throws `notReady` when the queue is full.
 */
export function openQueue(atOnce: number, waiting: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else {
      if (queue.length >= waiting) refuse('notReady')
      // A finished one hands its place over, so `running` stays unchanged.
      await new Promise<void>(resolve => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
