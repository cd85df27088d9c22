import { expect, test } from 'vitest'
import { ratioText } from './ratio.ts'

test.each([
  ['1.000000', '100.00%'],
  ['0.999999', '99.99%'],
  ['1.234567', '123.45%'],
  ['0.050000', '5.00%'],
  ['0', '0.00%'],
  ['12.5', '1250.00%'],
])('%s is shown as %s', (ratio, shown) => {
  expect(ratioText(ratio)).toBe(shown)
})

test('without debts there is no ratio', () => {
  expect(ratioText(null)).toBe('—')
})
