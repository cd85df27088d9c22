import { expect, it } from 'vitest'
import { changeOf, dayToPropose, fieldText, readField } from './written.ts'

it.each([
  ['bps', 95, '0.95'],
  ['bps', 100, '1'],
  ['bps', 150, '1.5'],
  ['bps', 1_005, '10.05'],
  ['ms', 1_800_000, '30'],
  ['usdt', '2.5', '2.5'],
  ['price', '0.000001', '0.000001'],
  ['days', 7, '7'],
  ['switch', 1, '1'],
] as const)('%s %s is typed as %s, and read back', (unit, value, text) => {
  expect(fieldText(unit, value)).toBe(text)
  expect(readField(unit, text)).toBe(value)
})

it.each([
  ['bps', '1.005'],
  ['bps', '-1'],
  ['usdt', '1e3'],
  ['usdt', '1.2345678'],
  ['days', '1.5'],
  ['ms', ''],
  ['count', '9999999999999999'],
] as const)('%s is not %j', (unit, text) => {
  expect(readField(unit, text)).toBeNull()
})

it('zeros change nothing', () => {
  expect(readField('usdt', '0100.00')).toBe('100')
  expect(readField('usdt', '0.50')).toBe('0.5')
})

it('a change has only what differs from the book', () => {
  const book = [
    { name: 'otcFeeBps', unit: 'bps', value: 100 },
    { name: 'tradingLimitUsdt', unit: 'usdt', value: '1000' },
    { name: 'undoWindowMs', unit: 'ms', value: 60_000 },
  ] as const
  const typed = { otcFeeBps: '0.95', tradingLimitUsdt: '1000.0', undoWindowMs: 'soon' }
  expect(changeOf(book, typed)).toEqual({
    numbers: { otcFeeBps: 95 },
    unreadable: ['undoWindowMs'],
  })
})

it('the day to propose leaves a day to the second person', () => {
  expect(dayToPropose('2026-12-01T16:00:00.000Z')).toBe('2026-12-02T16:00:00.000Z')
  expect(dayToPropose('2026-12-01T16:00:00.001Z')).toBe('2026-12-03T16:00:00.000Z')
})
