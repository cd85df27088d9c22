import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sum } from '../../amounts.ts'
import { isRed, paysInFull, shareLoss } from './losses.ts'

const usdt = (amount: number) => BigInt(amount) * 1_000_000n

test('a shortfall, or a broken invariant, makes the platform red', () => {
  expect(isRed({ shortfall: 0n, broken: 0 })).toBe(false)
  expect(isRed({ shortfall: 1n, broken: 0 })).toBe(true)
  expect(isRed({ shortfall: 0n, broken: 1 })).toBe(true)
})

test('balances are paid in full as long as the platform’s own accounts cover the shortfall', () => {
  const cover = { risk: 1n, ops: 2n, poolStatic: 3n, poolDynamic: 4n, reserve: 5n }
  expect(paysInFull(15n, cover)).toBe(true)
  expect(paysInFull(16n, cover)).toBe(false)
})

describe('a loss that reaches balances', () => {
  test('takes the same part of each: 30 of 100 leaves seven tenths, and the dust is returned', () => {
    expect(shareLoss(usdt(30), [usdt(60), usdt(40), 0n])).toEqual({
      kept: [usdt(42), usdt(28), 0n],
      dust: 0n,
    })
    // Two thirds of one unit each: zero, and two units of dust.
    expect(shareLoss(1n, [1n, 1n, 1n])).toEqual({ kept: [0n, 0n, 0n], dust: 2n })
  })

  test('adds up: what is kept, the dust and the loss are the balances before', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 15n })
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 8 }), fc.nat(1_000), (balances, thousandths) => {
        const left = (sum(balances) * BigInt(thousandths)) / 1_000n
        const { kept, dust } = shareLoss(left, balances)
        expect(sum(kept) + dust + left).toBe(sum(balances))
        expect(dust < BigInt(balances.length + 1)).toBe(true)
        kept.forEach((part, i) => {
          expect(part <= (balances[i] as bigint)).toBe(true)
        })
      }),
    )
  })

  test('is never more than everything owed', () => {
    expect(() => shareLoss(3n, [1n, 1n])).toThrow(RangeError)
  })
})
