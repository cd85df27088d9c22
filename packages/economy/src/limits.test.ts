import { parseAmount } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import {
  bindingLimit,
  investmentWindowStart,
  leftToInvest,
  limitInForce,
  maxInvestment,
  type OwnLimit,
  ownLimitFrom,
  purchasable,
  tradingLimit,
} from './limits.ts'

const usdt = (text: string) => parseAmount(text)
const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

describe('the maximum investment', () => {
  test('is 1,000 while the account is younger than 30 days, then 5,000', () => {
    expect(maxInvestment(new Date(daysAgo(30).getTime() + 1), now)).toBe(usdt('1000'))
    expect(maxInvestment(daysAgo(30), now)).toBe(usdt('5000'))
  })

  test('counts 365 days', () => {
    expect(investmentWindowStart(now)).toEqual(daysAgo(365))
  })
})

describe('the purchasable limit', () => {
  const free = {
    maxInvestment: usdt('5000'),
    issued: 0n,
    open: 0n,
    marketBuys: 0n,
    ofThisRound: 0n,
    available: usdt('9000'),
  }

  test('is the smallest of what is left of the year, the round and the balance', () => {
    expect(purchasable(free)).toBe(usdt('2000'))
    expect(purchasable({ ...free, ofThisRound: usdt('1500'), open: usdt('1500') })).toBe(
      usdt('500'),
    )
    expect(purchasable({ ...free, issued: usdt('4000'), open: usdt('300') })).toBe(usdt('700'))
    expect(purchasable({ ...free, available: usdt('12.34') })).toBe(usdt('12.34'))
  })

  test('counts market buys and subscriptions together', () => {
    const bought = {
      ...free,
      issued: usdt('3000'),
      open: usdt('500'),
      marketBuys: usdt('1400.0099'),
    }
    expect(leftToInvest(bought)).toBe(usdt('99.9901'))
    expect(purchasable(bought)).toBe(usdt('99.9901'))
    expect(leftToInvest({ ...bought, marketBuys: usdt('1500.0001') })).toBe(0n)
  })

  test('returns which limit binds; of equal ones the maximum, then the round', () => {
    expect(bindingLimit(free)).toBe('round')
    expect(bindingLimit({ ...free, available: usdt('1999.999999') })).toBe('balance')
    expect(bindingLimit({ ...free, available: usdt('2000') })).toBe('round')
    expect(bindingLimit({ ...free, marketBuys: usdt('3000') })).toBe('maximum')
    expect(bindingLimit({ ...free, marketBuys: usdt('2999.999999') })).toBe('round')
  })

  test('is never below zero', () => {
    expect(purchasable({ ...free, maxInvestment: usdt('1000'), issued: usdt('3000') })).toBe(0n)
  })
})

describe('the trading limit', () => {
  test('subtracts what was sold and what is for sale, valued up', () => {
    expect(tradingLimit({ sold: 0n, openSellRests: 0n, guidePrice: usdt('1') })).toBe(usdt('1000'))
    expect(
      tradingLimit({
        sold: usdt('100.5'),
        openSellRests: usdt('10.000001'),
        guidePrice: usdt('1.035001'),
      }),
    ).toBe(usdt('1000') - usdt('100.5') - usdt('10.350012'))
  })

  test('is never below zero', () => {
    expect(
      tradingLimit({ sold: usdt('900'), openSellRests: usdt('200'), guidePrice: usdt('1') }),
    ).toBe(0n)
  })
})

describe('the own limit', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  const wish = (amount: bigint, askedAt: Date, effectiveAt = askedAt): OwnLimit => ({
    amount,
    askedAt,
    effectiveAt,
  })

  test.each([
    ['no wish', [], 20, null, null],
    ['a lower one counts at once', [wish(300n, day(1))], 1, 300n, null],
    ['a higher one waits', [wish(300n, day(1)), wish(900n, day(2), day(9))], 8, 300n, 900n],
    [
      'and counts when it has waited',
      [wish(300n, day(1)), wish(900n, day(2), day(9))],
      9,
      900n,
      null,
    ],
    [
      'a lower one replaces a higher one that waits, for good',
      [wish(300n, day(1)), wish(900n, day(2), day(9)), wish(200n, day(3))],
      20,
      200n,
      null,
    ],
    [
      'and so does another higher one',
      [wish(300n, day(1)), wish(900n, day(2), day(9)), wish(600n, day(5), day(12))],
      10,
      300n,
      600n,
    ],
  ] as const)('%s', (_, wishes, today, inForce, raising) => {
    const limit = limitInForce(wishes, day(today))
    expect([limit.inForce, limit.raising?.amount ?? null]).toEqual([inForce, raising])
  })

  test('rises after seven days, and falls or stays at once', () => {
    expect(ownLimitFrom(301n, 300n, day(1))).toEqual(day(8))
    expect(ownLimitFrom(300n, 300n, day(1))).toEqual(day(1))
    expect(ownLimitFrom(0n, 300n, day(1))).toEqual(day(1))
  })
})
