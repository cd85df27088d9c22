import { refuse } from './refused.ts'

/**
 * Lets `atOnce` pieces of work run and `waiting` more wait in line, so that a flood of them
 * cannot take the memory. Who finds the line full is refused `notReady`.
 */
export function openTurns(atOnce: number, waiting: number) {
  let running = 0
  const line: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else {
      if (line.length >= waiting) refuse('notReady')
      // Whoever ends hands the turn over, so `running` stays as it is.
      await new Promise<void>(resolve => line.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
}
