import { ONE } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutoffOf, duePeriod, nextCutoff, periodAfter, periodAt } from '../calendar.ts'
import { canonicalJson } from '../canonical.ts'
import { parametersV1 } from '../parameters.ts'
import { quietInput, type SettlementInput } from './facts.ts'
import { settle } from './settle.ts'
import { settlementSteps } from './steps.ts'

describe('the calendar', () => {
  test('cuts off at 00:00 UTC+8 and names the period by the day that ends', () => {
    expect(cutoffOf('2026-11-21').toISOString()).toBe('2026-11-21T16:00:00.000Z')
    expect(periodAt(new Date('2026-11-21T15:59:59.999Z'))).toBe('2026-11-21')
    expect(periodAt(new Date('2026-11-21T16:00:00Z'))).toBe('2026-11-22')
    expect(nextCutoff(new Date('2026-11-21T16:00:00Z'))).toEqual(cutoffOf('2026-11-22'))
    expect(periodAfter('2028-02-28')).toBe('2028-02-29')
    expect(periodAfter('2026-12-31')).toBe('2027-01-01')
  })

  test('leaves no gap: every cut-off is the next one after the previous cut-off', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), ms => {
        const at = new Date(ms)
        const period = periodAt(at)
        expect(cutoffOf(period) > at).toBe(true)
        expect(nextCutoff(cutoffOf(period))).toEqual(cutoffOf(periodAfter(period)))
      }),
    )
  })

  test('makes every period due once its cut-off has come, the oldest first', () => {
    const foundedAt = new Date('2026-11-21T10:00:00Z')
    const due = (now: string, lastSettled: string | null) =>
      duePeriod({ now: new Date(now), foundedAt, lastSettled })
    expect(due('2026-11-21T15:59:59.999Z', null)).toBe(null)
    expect(due('2026-11-21T16:00:00Z', null)).toBe('2026-11-21')
    expect(due('2026-11-25T16:00:00Z', null)).toBe('2026-11-21')
    expect(due('2026-11-25T16:00:00Z', '2026-11-24')).toBe('2026-11-25')
    expect(due('2026-11-25T16:00:00Z', '2026-11-25')).toBe(null)
    expect(duePeriod({ now: foundedAt, foundedAt: null, lastSettled: null })).toBe(null)
  })

  test('another hour and zone move the cut-off', () => {
    const moved = { ...parametersV1, zoneOffsetHours: -5, cutoffHour: 6 }
    expect(cutoffOf('2026-11-21', moved).toISOString()).toBe('2026-11-22T11:00:00.000Z')
    expect(periodAt(new Date('2026-11-22T10:59:59Z'), moved)).toBe('2026-11-21')
  })
})

describe('canonical text', () => {
  test('sorts keys, writes amounts as text and refuses fractions', () => {
    expect(canonicalJson({ b: 12n, a: [true, null, 'x"'], c: { z: 1, y: -2n } })).toBe(
      '{"a":[true,null,"x\\""],"b":"12","c":{"y":"-2","z":1}}',
    )
    for (const none of [0.5, undefined, () => 1]) {
      expect(() => canonicalJson({ a: none })).toThrow(RangeError)
    }
  })
})

describe('a settlement', () => {
  const anyInput: fc.Arbitrary<SettlementInput> = fc
    .record({
      reserve: fc.bigInt({ min: 0n, max: 10n ** 15n }),
      outstanding: fc.bigInt({ min: ONE, max: 10n ** 15n }),
      orders: fc.array(
        fc.record({
          id: fc.uuid(),
          memberId: fc.constantFrom('x', 'y', 'z'),
          amount: fc.integer({ min: 5, max: 900 }).map(tens => BigInt(tens) * 10n * ONE),
        }),
        { maxLength: 8 },
      ),
    })
    .map(({ orders, ...backing }) => ({
      ...quietInput('2026-11-21', {
        ...backing,
        poolStatic: 0n,
        poolDynamic: 0n,
        ops: 0n,
        risk: 0n,
        shortfall: 0n,
      }),
      orders,
    }))

  test('takes its steps in the order of the rule book', () => {
    const numbers = settlementSteps.map(step => step.number)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
  })

  test('moves exactly what it fills into R and exactly what it issues into N', () => {
    fc.assert(
      fc.property(anyInput, input => {
        const result = settle(input)
        const filled = result.fills.reduce((sum, fill) => sum + fill.filled, 0n)
        const issued = result.fills.reduce((sum, fill) => sum + fill.quantity, 0n)
        expect(result.books.reserve).toBe(input.books.reserve + filled)
        const multiple = BigInt(result.split?.multiple ?? 1)
        expect(result.books.outstanding).toBe((input.books.outstanding + issued) * multiple)
        expect(result.published.exitPrice <= result.published.price).toBe(true)
      }),
    )
  })
})
