import { parseAmount } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import { investmentWindowStart, maxInvestment, purchasable, tradingLimit } from './limits.ts'

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
    ofThisRound: 0n,
    available: usdt('9000'),
  }

  test('is the smallest of what the year, the round and the balance leave', () => {
    expect(purchasable(free)).toBe(usdt('2000'))
    expect(purchasable({ ...free, ofThisRound: usdt('1500'), open: usdt('1500') })).toBe(
      usdt('500'),
    )
    expect(purchasable({ ...free, issued: usdt('4000'), open: usdt('300') })).toBe(usdt('700'))
    expect(purchasable({ ...free, available: usdt('12.34') })).toBe(usdt('12.34'))
  })

  test('is never below zero', () => {
    expect(purchasable({ ...free, maxInvestment: usdt('1000'), issued: usdt('3000') })).toBe(0n)
  })
})

describe('the trading limit', () => {
  test('takes off what was sold and what is for sale, valued up', () => {
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
