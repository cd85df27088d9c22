import { describe, expect, test } from 'vitest'
import { orderShares } from './orders.ts'
import {
  amountOrNull,
  boughtFor,
  distanceFromGuide,
  marginText,
  percentAgainst,
  percentOfBps,
  placeInBand,
  quickAmounts,
} from './prices.ts'

describe('a typed amount', () => {
  test.each([
    ['1', 1_000_000n],
    [' 0.000001 ', 1n],
    ['1000000.5', 1_000_000_500_000n],
  ])('%j is parsed', (text, units) => expect(amountOrNull(text)).toBe(units))
  test.each(['', '.', '1.', '1,000', '-1', '1e3', '1.0000001', '١'])('%j is not', text =>
    expect(amountOrNull(text)).toBeNull(),
  )
})

describe('a price against the guide price', () => {
  test.each([
    [1_035_000n, 1_000_000n, '3.50'],
    [965_000n, 1_000_000n, '-3.50'],
    [1_000_000n, 1_000_000n, '0.00'],
    [999_950n, 1_000_000n, '0.00'],
    [1n, 0n, '0.00'],
  ])('%d against %d is %s percent', (price, guide, percent) =>
    expect(percentAgainst(price, guide)).toBe(percent),
  )
})

test('basis points are written as percent without trailing zeros', () => {
  expect([0, 10, 150, 500].map(percentOfBps)).toEqual(['0', '0.1', '1.5', '5'])
})

test('a price is drawn inside the band, whatever its value', () => {
  expect(placeInBand(100n, 90n, 110n)).toBe(50)
  expect(placeInBand(1n, 90n, 110n)).toBe(0)
  expect(placeInBand(999n, 90n, 110n)).toBe(100)
  expect(placeInBand(5n, 5n, 5n)).toBe(50)
})

test('the bar of an order shows what is dealt and what is in trade', () => {
  expect(orderShares({ total: '400', dealt: '115', inTrade: '100' })).toEqual({
    dealt: 28.75,
    inTrade: 25,
  })
})

test('a margin is percent with its sign', () =>
  expect([150, 0, -1_000, 5].map(marginText)).toEqual(['+1.5%', '0%', '-10%', '+0.05%']))

describe('an offer in a list', () => {
  test.each([
    [990_000n, 'below', '1.0'],
    [1_025_500n, 'above', '2.5'],
    [1_000_000n, 'at', '0.0'],
    [999_500n, 'at', '0.0'],
  ])('%d against 1 is %s by %s %%', (price, where, percent) =>
    expect(distanceFromGuide(price, 1_000_000n)).toEqual({ where, percent }),
  )

  test('a payment buys at the price after the concession, cut to the last digit', () => {
    expect(boughtFor(104_000_000n, 1_060_000n, 500)).toBe(103_277_060n)
    expect(boughtFor(100_000_000n, 1_000_000n, 0)).toBe(100_000_000n)
  })
})

describe('quick amounts', () => {
  test.each([
    ['0', ['10', '50']],
    ['99.999999', ['10', '50']],
    ['450', ['50', '100']],
    ['1635', ['100', '500']],
    ['1000000', ['10000', '50000']],
  ])('of a balance of %s are %j', (balance, amounts) =>
    expect(quickAmounts(amountOrNull(balance) ?? 0n)).toEqual(amounts),
  )
})
