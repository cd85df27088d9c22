import { expect, it } from 'vitest'
import { amountProblem } from './amount-problem.ts'

const round = { minimum: '50', step: '10', purchasable: '1477.227883' }

it.each([
  ['49.99', 'The minimum is 50 USDT'],
  ['255', 'The amount must be a multiple of 10'],
  ['1480', 'Above your purchasable limit: 1477.227883 USDT at most'],
  ['50', null],
  ['1470', null],
])('returns for %s USDT the server’s refusal: %s', (amount, said) => {
  expect(amountProblem(amount, round, 'en')).toBe(said)
})
