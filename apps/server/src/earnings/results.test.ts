import { ONE, parseAmount } from '@banyan/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resultsOf } from './results.ts'

const round = (amount: bigint, facts: { paid?: bigint; coins?: bigint } = {}) => ({
  period: '2026-03-01',
  amount,
  paid: 4n * ONE,
  coins: 2_000n * ONE,
  pool: null,
  poolIncome: null,
  ...facts,
})

test('realised results count the past settlements, including those that paid zero', () => {
  const rounds = [round(ONE), round(0n), ...Array.from({ length: 8 }, () => round(2n * ONE))]
  const everybody = { activated: '2000', perLeaf: '0.002' }
  expect(resultsOf(rounds)).toEqual([
    { days: 7, settlements: 7, ownZeros: 1, own: '11', everyone: '28', ...everybody },
    { days: 30, settlements: 10, ownZeros: 1, own: '17', everyone: '40', ...everybody },
    { days: 90, settlements: 10, ownZeros: 1, own: '17', everyone: '40', ...everybody },
  ])
})

test('a settlement has the weight of the coins that shared in it', () => {
  // 8 USDT to the first 10 LEAF, then 8 to 1,000: nobody had 800 on 1,000, and the result must not
  // claim it.
  const [week] = resultsOf([
    round(0n, { paid: 8n * ONE, coins: 1_000n * ONE }),
    round(0n, { paid: 8n * ONE, coins: 10n * ONE }),
  ])
  // 16 ÷ 1,010 rounded down.
  expect(week).toMatchObject({ everyone: '16', activated: '505', perLeaf: '0.015841' })
})

test('settlements without activated coins paid nothing for nothing', () => {
  expect(resultsOf([round(0n, { paid: 0n, coins: 0n })])[0]).toMatchObject({
    settlements: 1,
    activated: '0',
    perLeaf: '0',
  })
})

test('before the first settlement there is no result', () => {
  expect(resultsOf([])[2]).toEqual({
    days: 90,
    settlements: 0,
    ownZeros: 0,
    own: '0',
    everyone: '0',
    activated: '0',
    perLeaf: '0',
  })
})

test('the pay per LEAF, times the activated LEAF, is never more than was paid', () => {
  const coins = fc.bigInt({ min: 0n, max: 10n ** 13n })
  const facts = fc.record({ paid: fc.bigInt({ min: 0n, max: 10n ** 12n }), coins })
  fc.assert(
    fc.property(fc.array(facts, { maxLength: 12 }), settled => {
      // A run pays only for activated coins.
      const rounds = settled.map(one => round(0n, one.coins === 0n ? { ...one, paid: 0n } : one))
      for (const { days, settlements, everyone, activated, perLeaf } of resultsOf(rounds)) {
        const seen = rounds.slice(0, days)
        const there = seen.reduce((total, one) => total + one.coins, 0n)
        expect(parseAmount(perLeaf) * there <= parseAmount(everyone) * ONE).toBe(true)
        expect(parseAmount(activated) * BigInt(settlements) <= there).toBe(true)
        // It is not above the best settlement's pay per LEAF either.
        const best = seen.some(one => parseAmount(perLeaf) * one.coins <= one.paid * ONE)
        expect(best || seen.length === 0).toBe(true)
      }
    }),
  )
})
