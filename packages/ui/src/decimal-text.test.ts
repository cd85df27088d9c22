import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  figureParts,
  figureSign,
  figureText,
  markedParts,
  microOf,
  percentOf,
  thousandths,
  typedAmount,
} from './decimal-text.ts'

describe('a figure for display', () => {
  test('has thousands commas and at least two decimals', () => {
    expect(figureText('12480.36')).toBe('12,480.36')
    expect(figureText('7')).toBe('7.00')
    expect(figureText(1_234_567_890_000n)).toBe('1,234,567.89')
  })
  test('keeps decimals past the second separate, without trailing zeros', () => {
    expect(figureParts('12345.678000')).toEqual({
      sign: '',
      whole: '12,345',
      first: '67',
      rest: '8',
    })
  })
  test('is cut, never rounded up', () => {
    expect(figureText('0.999999', 2, 2)).toBe('0.99')
  })
  test('shows no sign on zero', () => {
    expect(figureText('-0.000000')).toBe('0.00')
    expect(figureSign('-0.00')).toBe(0)
    expect(figureSign(-1n)).toBe(-1)
    expect(figureSign('+0.000001')).toBe(1)
  })
  test('is exact far beyond the range of a float', () => {
    expect(figureText('9007199254740993.000001')).toBe('9,007,199,254,740,993.000001')
  })
  test('rejects text that is not a number', () => {
    for (const bad of ['', 'abc', '1e5', '1,000', 'NaN', '--1']) {
      expect(() => figureText(bad)).toThrow(RangeError)
    }
  })
  test('of any micro-units parses to the same units', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), units => {
        const text = figureText(units, 6, 6).replaceAll(',', '').replace('−', '-')
        expect(BigInt(text.replace('.', ''))).toBe(units)
      }),
    )
  })
})

test('a bar is never fuller than the fact, and empty when the whole is zero', () => {
  expect(thousandths('0', '90')).toBe(0)
  expect(thousandths('89.999999', '90')).toBe(999)
  expect(thousandths('90', '90')).toBe(1_000)
  expect(thousandths('1234.5', '2469')).toBe(500)
  expect(thousandths('0', '0')).toBe(0)
})

describe('a typed amount', () => {
  test('accepts full-width digits and Chinese stops', () => {
    expect(typedAmount('１２３。５')).toBe('123.5')
    expect(typedAmount('１，２３４．５')).toBe('1234.5')
  })
  test('loses well-formed thousands commas and blanks only', () => {
    expect(typedAmount(' 12,345.60 ')).toBe('12345.60')
    expect(typedAmount('12,34')).toBe('12,34')
    expect(typedAmount('1,2345')).toBe('1,2345')
  })
  test('keeps malformed text, so that an error can be shown', () => {
    expect(typedAmount('-5')).toBe('-5')
    expect(typedAmount('1e5')).toBe('1e5')
    expect(typedAmount('1.2.3')).toBe('1.2.3')
  })
  test('drops leading zeros and adds one before a bare point', () => {
    expect(typedAmount('007')).toBe('7')
    expect(typedAmount('.5')).toBe('0.5')
    expect(typedAmount('0.50')).toBe('0.50')
  })
  test('is the same when normalised twice', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9０-９.,，。 ]{0,12}$/), text => {
        const once = typedAmount(text)
        expect(typedAmount(once)).toBe(once)
      }),
    )
  })
})

describe('a figure with significant trailing digits', () => {
  test('keeps its own zeros at the end, and marks the digits after the first decimals', () => {
    expect(markedParts('1031.2310')).toEqual({ sign: '', whole: '1,031', first: '23', rest: '10' })
    expect(markedParts('31.53')).toEqual({ sign: '', whole: '31', first: '53', rest: '' })
    expect(markedParts('7')).toEqual({ sign: '', whole: '7', first: '00', rest: '' })
  })
})

describe('a share', () => {
  test('is a part in percent, of micro-units and never of floats', () => {
    expect(percentOf('0.94', '4097.32')).toBe(22_941n)
    expect(percentOf('-1', '4')).toBe(-25_000_000n)
    expect(percentOf('1', '0')).toBe(0n)
  })
  test('accepts signs as they are written', () => {
    expect(microOf('-1.5')).toBe(-1_500_000n)
    expect(microOf('+0.000001')).toBe(1n)
  })
})
