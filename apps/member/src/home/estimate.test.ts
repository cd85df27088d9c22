import { expect, it } from 'vitest'
import { estimateQuantity } from './estimate.ts'

it("is the coins of the rule book's example E2", () => {
  expect(estimateQuantity('500', '1.035000')).toBe('483.091787')
})

it('is empty while the input is not an amount', () => {
  for (const text of ['', '.', '1.234', 'abc', '-1']) expect(estimateQuantity(text, '1')).toBe('')
})
