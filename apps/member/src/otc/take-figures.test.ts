import { takeIsAllowed } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buyRange,
  canTake,
  escrowOfTake,
  quoteOfTyped,
  sellerProblem,
  takeRange,
} from './take-figures.ts'

const order = {
  price: '1.02',
  concessionBps: 100,
  available: '290',
  minQuantity: '50',
  maxQuantity: '200',
  newcomersMost: null,
}

describe('the quantity of a take', () => {
  test('is between the minimum and the maximum of the order', () => {
    expect(takeRange(order)).toEqual({ min: 50_000_000n, max: 200_000_000n })
    expect(['49.999999', '50', '200', '200.000001'].map(text => canTake(text, order))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
  test('is the whole rest, and only that, when the rest is below the minimum', () => {
    const rest = { ...order, available: '12.5' }
    expect(takeRange(rest)).toEqual({ min: 12_500_000n, max: 12_500_000n })
    expect(canTake('12.5', rest)).toBe(true)
    expect(canTake('12', rest)).toBe(false)
  })
  test('is not more than members without a finished trade can take', () => {
    const newcomers = { ...order, newcomersMost: '145' }
    expect(takeRange(newcomers)).toEqual({ min: 50_000_000n, max: 145_000_000n })
    expect(['145', '145.000001'].map(text => canTake(text, newcomers))).toEqual([true, false])
  })
  test('is not more than a buyer may still invest, with the highest tail', () => {
    // 99.98 USDT buy 99.009704 LEAF, and the highest tail is 0.0099.
    expect(buyRange(order, '99.9899').max).toBe(99_009_704n)
    expect(buyRange(order, '99.9898').max).toBeLessThan(99_009_704n)
    expect(buyRange(order, '1000')).toEqual(takeRange(order))
    expect(buyRange(order, null)).toEqual(takeRange(order))
    const range = buyRange(order, '20')
    expect(range.max).toBeLessThan(range.min)
    expect(canTake('50', order, range)).toBe(false)
  })
  test('is nothing while nothing is typed', () => {
    for (const text of ['', '0', '.', 'x']) expect(canTake(text, order)).toBe(false)
  })

  test('agrees with the server’s rule in whole LEAF', () => {
    const whole = fc.integer({ min: 1, max: 300 })
    fc.assert(
      fc.property(whole, whole, whole, whole, (available, a, b, take) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)]
        const units = (n: number) => BigInt(n) * 1_000_000n
        const quantities = {
          total: units(available),
          available: units(available),
          inTrade: 0n,
          dealt: 0n,
          returned: 0n,
        }
        const here = canTake(String(take), {
          ...order,
          available: String(available),
          minQuantity: String(min),
          maxQuantity: String(max),
        })
        expect(here).toBe(takeIsAllowed(quantities, units(take), units(min), units(max)))
      }),
    )
  })
})

describe('the quote of the input', () => {
  test('is the server’s own', () => {
    expect(quoteOfTyped('50.01', order)).toEqual({
      dealAmount: 51_010_200n,
      concessionQuantity: 500_100n,
      paymentAmount: 50_510_000n,
    })
  })
  test('waits for an amount above zero', () => {
    for (const text of ['', '0', '1.', 'abc']) expect(quoteOfTyped(text, order)).toBeNull()
  })
})

describe('selling to a buy order', () => {
  const terms = { available: '101', tradingLimit: '50', guidePrice: '0.4' }
  test('takes the quantity and its fee, rounded up, out of the balance', () =>
    expect(escrowOfTake(10_000_001n, 100)).toBe(10_100_002n))
  test('is possible with exactly what quantity and fee need', () => {
    expect(sellerProblem('100', 100, terms)).toBeNull()
    expect(sellerProblem('100.000001', 100, terms)).toBe('tooMuch')
  })
  test('is limited by the trading limit at the guide price', () => {
    const rich = { ...terms, available: '1000' }
    expect(sellerProblem('125', 100, rich)).toBeNull()
    expect(sellerProblem('125.000001', 100, rich)).toBe('aboveLimit')
  })
  test('has no problem while the input is not well-formed', () =>
    expect(sellerProblem('x', 100, terms)).toBeNull())
})
