import { expect, test } from 'vitest'
import { keptPercent } from './kept-percent.ts'

test('the kept part is shown in per cent, rounded down', () => {
  expect(keptPercent({ owed: '120.000002', shared: '60' })).toBe('50')
  expect(keptPercent({ owed: '3', shared: '1' })).toBe('66.666666')
  expect(keptPercent({ owed: '5', shared: '5' })).toBe('0')
  expect(keptPercent({ owed: '0', shared: '0' })).toBe('0')
})
