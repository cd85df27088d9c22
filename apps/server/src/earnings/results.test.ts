import { ONE } from '@banyan/domain'
import { expect, test } from 'vitest'
import { resultsOf } from './results.ts'

const round = (amount: bigint, facts: { released?: bigint; coins?: bigint } = {}) => ({
  period: '2026-03-01',
  amount,
  paid: 3n * ONE,
  released: 4n * ONE,
  coins: 2_000n * ONE,
  ...facts,
})

test('realised results count the settlements that there were, zeros too', () => {
  const rounds = [round(ONE), round(0n), ...Array.from({ length: 8 }, () => round(2n * ONE))]
  expect(resultsOf(rounds)).toEqual([
    { days: 7, settlements: 7, ownZeros: 1, own: '11', everyone: '21', perThousand: '14' },
    { days: 30, settlements: 10, ownZeros: 1, own: '17', everyone: '30', perThousand: '20' },
    { days: 90, settlements: 10, ownZeros: 1, own: '17', everyone: '30', perThousand: '20' },
  ])
})

test('a settlement in which nobody had activated anything offered nothing to a coin', () => {
  expect(resultsOf([round(0n, { coins: 0n })])[0]).toMatchObject({ perThousand: '0' })
  // 4 × 1,000 ÷ 3,000 rounded down.
  expect(resultsOf([round(0n, { coins: 3_000n * ONE })])[0]?.perThousand).toBe('1.333333')
})

test('before the first settlement there is nothing to tell', () => {
  expect(resultsOf([])[2]).toEqual({
    ...{ days: 90, settlements: 0, ownZeros: 0 },
    ...{ own: '0', everyone: '0', perThousand: '0' },
  })
})
