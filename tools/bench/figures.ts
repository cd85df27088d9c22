import { performance } from 'node:perf_hooks'

/** How long a work takes, seconds. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1_000
}

/** As it is printed: no more digits than a measurement has. */
export const round = (value: number, digits = 2): number => Number(value.toFixed(digits))
