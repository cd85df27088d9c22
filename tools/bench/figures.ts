import { performance } from 'node:perf_hooks'

/** The duration of a function in seconds. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1_000
}

/** A figure with no more digits than the measurement has. */
export const round = (value: number, digits = 2): number => Number(value.toFixed(digits))
