import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ceilDiv, ceilToStep, floorDiv, floorToStep } from './rounding.ts'

const whole = fc.bigInt({ min: 0n, max: 10n ** 30n })
const divisor = fc.bigInt({ min: 1n, max: 10n ** 15n })

it('a quotient is rounded the way its name says, by less than one', () => {
  fc.assert(
    fc.property(whole, divisor, (a, b) => {
      expect(a - floorDiv(a, b) * b).toBeGreaterThanOrEqual(0n)
      expect(a - floorDiv(a, b) * b).toBeLessThan(b)
      expect(ceilDiv(a, b) * b - a).toBeGreaterThanOrEqual(0n)
      expect(ceilDiv(a, b) * b - a).toBeLessThan(b)
    }),
  )
})

it('what is divided evenly is not rounded', () => {
  expect([floorDiv(6n, 3n), ceilDiv(6n, 3n), floorDiv(0n, 3n), ceilDiv(0n, 3n)]).toEqual([
    2n,
    2n,
    0n,
    0n,
  ])
  expect([floorToStep(30n, 10n), ceilToStep(30n, 10n)]).toEqual([30n, 30n])
})

it('a step is reached from its side', () => {
  expect([floorToStep(39n, 10n), ceilToStep(31n, 10n)]).toEqual([30n, 40n])
})

it('a negative amount, or a divisor that is none, is a bug and no result', () => {
  expect(() => floorDiv(-1n, 3n)).toThrow(RangeError)
  expect(() => floorDiv(1n, 0n)).toThrow(RangeError)
  expect(() => floorDiv(1n, -1n)).toThrow(RangeError)
})
