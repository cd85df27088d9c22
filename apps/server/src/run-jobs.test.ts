import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Job } from './platform/module.ts'
import { runJobs } from './run-jobs.ts'
import type { System } from './system.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A system with one job of a minute, whose work is `run`. */
function systemOf(run: () => Promise<void>) {
  let hurry = (): void => {}
  const job: Job = {
    name: 'tested',
    runsIn: 'worker',
    everyMs: 60_000,
    run,
    whenStored: bringForward => {
      hurry = bringForward
    },
  }
  const system = {
    jobs: [job],
    metrics: { jobRan: () => {} },
    platform: { config: { poolSize: 20 }, logger: { error: () => {} } },
  } as unknown as System
  return { system, hurry: () => hurry() }
}

test('a job whose work was just stored runs at once, and again after its time', async () => {
  const run = vi.fn(async () => {})
  const { system, hurry } = systemOf(run)
  const stop = runJobs(system, ['worker'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(run).toHaveBeenCalledTimes(1)
  hurry()
  hurry()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(run).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(58_000)
  expect(run).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(run).toHaveBeenCalledTimes(3)
  await stop()
})

test('a run under way is not joined by a second one', async () => {
  let end = (): void => {}
  const run = vi.fn(() => new Promise<void>(resolve => (end = resolve)))
  const { system, hurry } = systemOf(run)
  const stop = runJobs(system, ['worker'])
  hurry()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(run).toHaveBeenCalledTimes(1)
  const stopped = stop()
  end()
  await stopped
  hurry()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(run).toHaveBeenCalledTimes(1)
})

test('jobs that are due at once leave half of the connections to calls', async () => {
  let running = 0
  let most = 0
  let ended = 0
  const job = (name: string): Job => ({
    name,
    runsIn: 'worker',
    everyMs: 60_000,
    run: async () => {
      most = Math.max(most, ++running)
      await new Promise(resolve => setTimeout(resolve, 100))
      running--
      ended++
    },
  })
  const system = {
    jobs: Array.from({ length: 30 }, (_, n) => job(`job ${n}`)),
    metrics: { jobRan: () => {} },
    platform: { config: { poolSize: 20 }, logger: { error: () => {} } },
  } as unknown as System
  const stop = runJobs(system, ['worker'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([most, ended]).toEqual([10, 30])
  await stop()
})
