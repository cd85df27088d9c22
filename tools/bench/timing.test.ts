import { expect, test } from 'vitest'
import { compare } from './timing.ts'

test('equal times reveal nothing, and separate times reveal everything, whichever is longer', () => {
  expect(compare({ there: [1, 2, 3], absent: [1, 2, 3] }).guess).toBe(0.5)
  expect(compare({ there: [5, 6], absent: [1, 2] }).guess).toBe(1)
  expect(compare({ there: [1, 2], absent: [5, 6] }).guess).toBe(1)
  expect(compare({ there: [1, 3], absent: [2] }).guess).toBe(0.5)
})

test('the middle and the slow end are those of each group', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n)
  const { median, p95 } = compare({ there: hundred, absent: [7] })
  expect([median, p95]).toEqual([
    { there: 50, absent: 7 },
    { there: 95, absent: 7 },
  ])
})
