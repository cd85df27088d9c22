import { expect, it } from 'vitest'
import { runwayDays } from './runway.ts'

it('lasts as many whole days as the mean of the last seven is taken from it', () => {
  expect(runwayDays(100n, [10n])).toBe(10)
  expect(runwayDays(100n, [10n, 20n])).toBe(6)
  expect(runwayDays(70n, [1n, 1n, 1n, 1n, 1n, 1n, 1n, 1_000n])).toBe(70)
  expect(runwayDays(0n, [5n])).toBe(0)
})

it('is nothing while nothing was taken', () => {
  expect(runwayDays(100n, [])).toBeNull()
  expect(runwayDays(100n, [0n, 0n])).toBeNull()
})
