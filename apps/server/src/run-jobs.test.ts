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

const systemWith = (parts: object): System =>
  ({
    metrics: { jobRan: () => {} },
    platform: { config: { poolSize: 20 }, logger: { error: () => {} } },
    ...parts,
  }) as unknown as System

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
  const system = systemWith({ jobs: [job] })
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

test('a job that news wakes runs soon after them, and once more when they came during its run', async () => {
  let wake = (): void => {}
  let end = (): void => {}
  const run = vi.fn(() => new Promise<void>(resolve => (end = resolve)))
  const job: Job = { name: 'tested', runsIn: 'worker', everyMs: 60_000, wokenBy: ['notices'], run }
  const whenNew = vi.fn((_topics: unknown, wakeIt: () => void) => (wake = wakeIt))
  const stop = runJobs(systemWith({ jobs: [job], live: { whenNew } }), ['worker'])
  expect(whenNew).toHaveBeenCalledWith(['notices'], expect.any(Function))
  await vi.advanceTimersByTimeAsync(0)
  end()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(run).toHaveBeenCalledTimes(1)
  wake()
  await vi.advanceTimersByTimeAsync(100)
  expect(run).toHaveBeenCalledTimes(2)
  wake()
  end()
  await vi.advanceTimersByTimeAsync(100)
  expect(run).toHaveBeenCalledTimes(3)
  end()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(run).toHaveBeenCalledTimes(3)
  await stop()
})

test('a run is left out while its job rests', async () => {
  const run = vi.fn(async () => {})
  let resting = false
  const job: Job = {
    name: 'tested',
    runsIn: 'worker',
    everyMs: 1_000,
    rests: async () => resting,
    run,
  }
  const stop = runJobs(systemWith({ jobs: [job] }), ['worker'])
  await vi.advanceTimersByTimeAsync(500)
  expect(run).toHaveBeenCalledTimes(1)
  resting = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(run).toHaveBeenCalledTimes(1)
  resting = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(run).toHaveBeenCalledTimes(2)
  await stop()
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
  const system = systemWith({ jobs: Array.from({ length: 30 }, (_, n) => job(`job ${n}`)) })
  const stop = runJobs(system, ['worker'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([most, ended]).toEqual([10, 30])
  await stop()
})
