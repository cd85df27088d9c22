import { expect, it } from 'vitest'
import { idleMs, isIdle, locksAt } from './idle.ts'

it('locks ten minutes after the last hand on it, and not before', () => {
  const last = Date.UTC(2026, 10, 24, 6, 28)
  expect(isIdle(last, last)).toBe(false)
  expect(isIdle(last, last + idleMs - 1)).toBe(false)
  expect(isIdle(last, locksAt(last))).toBe(true)
  // A computer that slept for an hour.
  expect(isIdle(last, last + 3_600_000)).toBe(true)
})
