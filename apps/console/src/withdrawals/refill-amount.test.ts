import { expect, it } from 'vitest'
import { leftBelowCap, refillProblem, refillUri } from './refill-amount.ts'

it('proposes what is left up to the cap, and never less than nothing', () => {
  expect(leftBelowCap('1200.5', '5000')).toBe(3_799_500_000n)
  expect(leftBelowCap('5000', '5000')).toBe(0n)
  expect(leftBelowCap('5000.000001', '5000')).toBe(0n)
})

it.each([
  ['10', 0n, 'full'],
  ['', 10_000_000n, 'wrong'],
  ['0', 10_000_000n, 'wrong'],
  ['1e3', 10_000_000n, 'wrong'],
  ['10.000001', 10_000_000n, 'tooMuch'],
  ['10', 10_000_000n, null],
] as const)('an amount of "%s" with %s left is %s', (amount, left, problem) => {
  expect(refillProblem(amount, left)).toBe(problem)
})

it('names token, chain, receiver and the exact units in the code', () => {
  const of = { token: '0xT', tokenDecimals: 18, chainId: 56, hot: '0xH', amount: '12.5' }
  expect(refillUri(of)).toBe('ethereum:0xT@56/transfer?address=0xH&uint256=12500000000000000000')
})
