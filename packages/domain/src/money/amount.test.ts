import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountText } from '../contract/wire.ts'
import { formatAmount, parseAmount } from './amount.ts'
import { ceilDiv, floorDiv } from './rounding.ts'

describe('amounts', () => {
  it('are parsed and formatted without losing a unit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 21n - 1n }), units => {
        expect(parseAmount(formatAmount(units))).toBe(units)
        expect(parseAmount(formatAmount(units, 2))).toBe(units)
      }),
    )
  })

  it('keep the requested decimals', () => {
    expect(formatAmount(1_500_000n, 2)).toBe('1.50')
    expect(formatAmount(1_234_567n, 2)).toBe('1.234567')
    expect(formatAmount(-5n)).toBe('-0.000005')
    expect(formatAmount(0n)).toBe('0')
  })

  it('are refused on the wire in every form but the canonical one', () => {
    const bad = [
      '',
      '0',
      '0.00',
      '-1',
      '+1',
      '1e3',
      '1,000',
      '01',
      '.5',
      '5.',
      '1.234',
      'NaN',
      'Infinity',
      '0x10',
      '１',
      '1 0',
      ' 12.5',
      '12.5\n',
      '1\u0000',
      '1e309',
      '9'.repeat(16),
      `${2n ** 256n}`,
      '٣',
      '1.2.3',
      'null',
      '१',
    ]
    for (const text of bad)
      expect([text, amountText(2).safeParse(text).success]).toEqual([text, false])
    for (const value of [1, null, undefined, {}, [], true, 1n])
      expect(amountText(2).safeParse(value).success).toBe(false)
    for (const text of ['1', '0.01', '999999999999999.99', '12.5'])
      expect(amountText(2).safeParse(text).success).toBe(true)
  })
})

describe('division', () => {
  it('rounds as its name says', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        (a, b) => {
          expect(floorDiv(a, b) * b <= a && a < (floorDiv(a, b) + 1n) * b).toBe(true)
          expect(ceilDiv(a, b) * b >= a && (ceilDiv(a, b) - 1n) * b < a).toBe(true)
        },
      ),
    )
  })
})
