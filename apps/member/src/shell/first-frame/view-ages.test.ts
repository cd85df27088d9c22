import { afterEach, expect, it, vi } from 'vitest'
import { agesOf } from './view-ages.ts'

afterEach(() => void vi.unstubAllEnvs())

const words = {
  date: (_year: number | null, month: number, day: number) => `${month}/${day}`,
  nearDay: { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' },
}

it.each([
  // At the start of a day of 25 hours, and at the end of the day before one of 23.
  ['2026-11-01T00:30:00-04:00', ['today 00:30', 'yesterday 00:30', '11/1 00:30']],
  ['2026-03-07T23:30:00-05:00', ['today 23:30', 'yesterday 23:30', '3/7 23:30']],
])('the ages of a view of %s are those of its day and of the next two', (at, ages) => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(agesOf(Date.parse(at), words)).toEqual(ages)
})
