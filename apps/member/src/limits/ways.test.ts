import { describe, expect, test } from 'vitest'
import { buying, type Investment, type Market, selling, subscribing, withdrawing } from './ways.ts'

const investment = {
  maxInvestment: '1000',
  left: '120.5',
  round: { most: '2000', used: '300' },
  available: '75',
  binds: 'balance',
} as Investment
const market = {
  invests: { left: '120.5', most: '1000', windowDays: 365 },
  maxBuyValue: '1000',
  openOrders: { buy: { now: 1, max: 5 }, sell: { now: 5, max: 5 } },
  takes: { open: 2, most: 2 },
  tradingMost: '1000',
  tradingLimit: '400',
  available: '300',
  guidePrice: '1.25',
} as Market
const binding = ({ amounts }: { amounts: { name: string; binds: boolean }[] }) =>
  amounts.filter(limit => limit.binds).map(limit => limit.name)

describe('every way lists each limit, its used part and the rest', () => {
  test('of a subscription', () => {
    expect(subscribing(investment).amounts).toEqual([
      { name: 'maximum', most: null, used: null, left: '120.5', binds: false },
      { name: 'round', most: '2000', used: '300', left: '1700', binds: false },
      { name: 'balance', most: null, used: null, left: '75', binds: true },
    ])
  })
  test('of a purchase, with the counts that can be full', () => {
    const way = buying(market)
    expect(way.amounts[0]).toMatchObject({ name: 'maximum', left: '120.5', binds: true })
    expect(way.counts).toContainEqual({ name: 'takes', most: 2, used: 2 })
    expect(way.counts).toContainEqual({ name: 'buyOrders', most: 5, used: 1 })
  })
  test('of a sale, whose coin counts at the guide price', () => {
    expect(selling(market).amounts.map(({ name, left }) => [name, left])).toEqual([
      ['trading', '400'],
      ['coin', '375'],
    ])
  })
})

describe('the lowest limit binds', () => {
  test('of a purchase: the maximum, or what one buy order may be worth', () => {
    expect(binding(buying(market))).toEqual(['maximum'])
    const roomy = { ...market, invests: { left: '3000', most: '5000', windowDays: 365 } }
    expect(binding(buying(roomy))).toEqual(['buyOrder'])
    expect(binding(buying({ ...market, invests: null }))).toEqual(['buyOrder'])
  })
  test('of a sale: the limit of the window, or the coin', () => {
    expect(binding(selling(market))).toEqual(['coin'])
    expect(binding(selling({ ...market, tradingLimit: '374.99' }))).toEqual(['trading'])
  })
  test('of a withdrawal', () => {
    const terms = { dailyLimit: '2000', leftToday: '50', available: '50' }
    expect(binding(withdrawing(terms as never))).toEqual(['withdrawal'])
    expect(binding(withdrawing({ ...terms, available: '49' } as never))).toEqual(['balance'])
  })
  test('of a subscription it is the one that the server returns', () => {
    for (const binds of ['maximum', 'round', 'balance'] as const)
      expect(binding(subscribing({ ...investment, binds }))).toEqual([binds])
  })
  test('nothing is left below zero when more is used than allowed', () => {
    const full = { ...investment, round: { most: '2000', used: '2300' } }
    expect(subscribing(full).amounts[1]).toMatchObject({ used: '2000', left: '0' })
  })
})
