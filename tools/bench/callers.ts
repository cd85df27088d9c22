import { performance } from 'node:perf_hooks'

/** The figures of a round of callers. Times are milliseconds. */
export interface Round {
  perSecond: number
  p50: number
  p99: number
  done: number
}

/** Callers that each repeat a call as soon as it is answered, for a given time. */
export async function runCallers(
  callers: number,
  seconds: number,
  call: (caller: number) => Promise<void>,
): Promise<Round> {
  const times: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  const callInTurn = async (caller: number): Promise<void> => {
    for (let began = performance.now(); began < end; began = performance.now()) {
      await call(caller)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => callInTurn(caller)))
  const took = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / took, p50: at(0.5), p99: at(0.99), done: times.length }
}

/** The median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
