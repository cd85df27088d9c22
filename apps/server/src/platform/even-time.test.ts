import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inEvenTime } from './even-time.ts'

const STEP = 60
/** The number of the step in which the work ended. */
async function stepOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await inEvenTime(STEP, work).catch(() => {})
  return Math.floor((performance.now() - began) / STEP)
}

it('gives short and shorter work, done or failed, the same time, and long work whole steps more', async () => {
  expect(await stepOf(async () => 1)).toBeGreaterThanOrEqual(1)
  expect(await stepOf(() => sleep(5))).toBeGreaterThanOrEqual(1)
  expect(await stepOf(() => Promise.reject(new Error('no')))).toBeGreaterThanOrEqual(1)
  expect(await stepOf(() => sleep(STEP + 5))).toBeGreaterThanOrEqual(2)
})

it('returns the result of the work, or its error', async () => {
  expect(await inEvenTime(1, async () => 'done')).toBe('done')
  await expect(inEvenTime(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
