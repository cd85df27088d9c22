import { noConditions, parseAmount, pricePaid } from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { meet } from '../testing/meet.ts'
import { checkOtc } from './check.ts'
import { endDueTrades } from './deadlines.ts'
import { asSeen, type Market, micro, minutes, openMarket, refusalOf } from './market.fixture.ts'
import { depthOf, lastDealPrice, leftOutByAmount, marketPage } from './order-lists.ts'
import type { OrderRow } from './order-store.ts'
import { cancel, pause } from './own-orders.ts'
import type { Page } from './paging.ts'
import { faultsOf, penaltyUntil } from './penalties.ts'
import { markCounting, reputations } from './reputation.ts'
import { marketTerms } from './terms.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
beforeEach(() => market.shiftClock(0))
afterAll(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
  await market.db.close()
})

const page: Page = { cursor: null, limit: 20 }
const guidePrice = micro('1')
const measure = { guidePrice, inForce: marketTerms(parametersV1) }

describe('the market', () => {
  const orders: Record<string, OrderRow> = {}
  const find = (filter: object, sort: 'price' | 'available' | 'newest' = 'price', at = page) =>
    marketPage(market.db.database, { side: 'sell', ...measure, ...filter }, sort, at)
  const names = (rows: readonly OrderRow[]) =>
    rows.map(row => Object.entries(orders).find(([, order]) => order.id === row.id)?.[0])
  const namesOf = async (filter: object, sort?: 'price' | 'available' | 'newest') =>
    names((await find(filter, sort)).rows)

  beforeAll(async () => {
    const [one, two, three] = [await market.member(), await market.member(), await market.member()]
    orders.dear = await market.sell(one, { price: micro('1.05') })
    orders.conceding = await market.sell(two, { price: micro('1.06'), concessionBps: 500 })
    orders.large = await market.sell(three, {
      price: micro('1.02'),
      quantity: micro('300'),
      minQuantity: micro('200'),
    })
    orders.tron = await market.sell(one, { price: micro('1.04'), networks: ['TRON'] })
    const paused = await market.sell(two)
    await market.inTx(tx => pause(tx, market.context, two, asSeen(paused)))
    orders.paused = paused
    orders.low = await market.want(one, { price: micro('0.97') })
    orders.high = await market.want(two, { price: micro('0.991234') })
  })

  it('shows what can be taken, the best price after concession first', async () => {
    expect(await namesOf({})).toEqual(['conceding', 'large', 'tron', 'dear'])
    expect(await namesOf({ side: 'buy' })).toEqual(['high', 'low'])
    expect(await namesOf({}, 'available')).toEqual(['large', 'tron', 'conceding', 'dear'])
    expect(await namesOf({}, 'newest')).toEqual(['tron', 'large', 'conceding', 'dear'])
  })

  it('filters by network, by the quantity wanted and by the payment', async () => {
    expect(await namesOf({ network: 'BSC' })).toEqual(['conceding', 'large', 'dear'])
    expect(await namesOf({ quantity: micro('250') })).toEqual(['large'])
    expect(await namesOf({ quantity: micro('50') })).toEqual(['conceding', 'tron', 'dear'])
    // 104 USDT buy 103.27 after concession, 101.96, 100 and 99.05 LEAF.
    expect(await namesOf({ payment: parseAmount('104') })).toEqual(['tron', 'dear'])
    expect(await namesOf({ payment: parseAmount('9.99') })).toEqual([])
  })

  it('counts the orders that are left out only by the amount', async () => {
    const leftOut = (filter: object) =>
      leftOutByAmount(market.db.database, { side: 'sell', ...measure, ...filter })
    expect(await leftOut({})).toBe(0)
    expect(await leftOut({ network: 'BSC' })).toBe(0)
    expect(await leftOut({ payment: parseAmount('104') })).toBe(2)
    expect(await leftOut({ payment: parseAmount('104'), network: 'TRON' })).toBe(0)
    expect(await leftOut({ payment: parseAmount('9.99') })).toBe(4)
    expect(await leftOut({ quantity: micro('250') })).toBe(3)
  })

  it('lists every order once, page by page, in every sort order', async () => {
    for (const sort of ['price', 'available', 'newest'] as const) {
      const seen: OrderRow[] = []
      let cursor: string[] | null = null
      do {
        const { rows, next }: Awaited<ReturnType<typeof find>> = await find({}, sort, {
          cursor,
          limit: 1,
        })
        seen.push(...rows)
        cursor = next
      } while (cursor)
      expect(names(seen), sort).toEqual(await namesOf({}, sort))
    }
  })

  it('does not show an order that the guide price has left behind', async () => {
    expect(await namesOf({ guidePrice: micro('1.03') })).toEqual([])
    expect(await namesOf({ guidePrice: micro('0.99') })).toEqual([
      'conceding',
      'large',
      'tron',
      'dear',
    ])
  })

  it('adds up to levels of whole cents', async () => {
    const shown = async (side: 'sell' | 'buy') =>
      (await depthOf(market.db.database, side, measure)).map(level => [
        level.price,
        level.quantity,
        level.orders,
      ])
    expect(await shown('sell')).toEqual([
      [micro('1.01'), micro('100'), 1],
      [micro('1.02'), micro('300'), 1],
      [micro('1.04'), micro('100'), 1],
      [micro('1.05'), micro('100'), 1],
    ])
    expect(await shown('buy')).toEqual([
      [micro('0.99'), micro('100'), 1],
      [micro('0.97'), micro('100'), 1],
    ])
  })
})

describe('reputation', () => {
  const about = async (id: string) => (await reputations(market.db.database, [id])).get(id)
  const deal = async (seller: string, buyer: string) => {
    const trade = await market.take(
      buyer,
      await market.sell(seller, { quantity: micro('10') }),
      '10',
    )
    await market.shiftClock(minutes(4))
    await market.pay(trade)
    await market.shiftClock(minutes(6))
    await market.release(trade)
    await market.shiftClock(0)
  }

  it('counts deals, the rate of the last 30 days, and how long paying and releasing take', async () => {
    const [seller, buyer] = [await market.member(), await market.member()]
    await deal(seller, buyer)
    await market.giveUp(await market.take(buyer, await market.sell(seller), '10'))
    expect(await about(seller), 'before the job has counted').toBeUndefined()
    await markCounting(market.db.database, market.context)
    expect(await about(seller)).toMatchObject({
      finishedTrades: 1,
      completionRate: 100,
      medianPaymentSeconds: null,
      disputesLost: 0,
    })
    expect((await about(seller))?.medianReleaseSeconds).toBeCloseTo(120, -1)
    expect(await about(buyer)).toMatchObject({
      finishedTrades: 1,
      completionRate: 50,
      medianReleaseSeconds: null,
    })
    expect((await about(buyer))?.medianPaymentSeconds).toBeCloseTo(240, -1)
    await market.shiftClock(minutes(31 * 24 * 60))
    expect(await about(buyer)).toMatchObject({
      finishedTrades: 1,
      completionRate: null,
      medianPaymentSeconds: null,
    })
  })

  it('does not count trades within one inviter line', async () => {
    const [seller, buyer] = [await market.member(), await market.member()]
    for (const one of [seller, buyer]) market.facts.line.add(one)
    await deal(seller, buyer)
    await markCounting(market.db.database, market.context)
    expect(await about(seller)).toBeUndefined()
    await deal(seller, await market.member())
    await markCounting(market.db.database, market.context)
    expect(await about(seller)).toMatchObject({ finishedTrades: 1 })
  })
})

describe('faults', () => {
  const now = async () => new Date(Date.now() + shift)
  let shift = 0
  const at = async (ms: number) => {
    shift = ms
    await market.shiftClock(ms)
  }
  const pauseOf = async (id: string) => {
    const until = await penaltyUntil(market.db.database, id)
    return until && Math.round((until.getTime() - (await now()).getTime()) / 60_000)
  }

  it('pause taking at the third within a day, each time for longer; honest parties are not counted', async () => {
    const [seller, buyer] = [await market.member('5000'), await market.member()]
    const lengths: (number | null)[] = []
    let day = 0
    for (const expected of [15, 60, 240, 1_440, 1_440]) {
      await at(minutes(day * 25 * 60))
      day++
      const order = await market.sell(seller, { quantity: micro('40') })
      for (let i = 0; i < 3; i++) {
        expect(await pauseOf(buyer), 'not before the third').toBeNull()
        await market.giveUp(await market.take(buyer, order, '10'))
      }
      lengths.push(await pauseOf(buyer))
      expect(await refusalOf(market.take(buyer, order, '10'))).toBe('tradingPaused')
      expect(await refusalOf(market.want(buyer))).toBe('tradingPaused')
      expect(
        await refusalOf(market.take(seller, await market.want(await market.member()), '10')),
      ).toBe('done')
      await at(minutes((day - 1) * 25 * 60 + expected + 1))
      expect(await pauseOf(buyer), 'over').toBeNull()
      await market.inTx(tx => cancel(tx, market.context, seller, asSeen(order)))
      if (expected === 15)
        expect(await faultsOf(market.db.database, buyer, await now(), measure.inForce)).toBe(0)
    }
    expect(lengths).toEqual([15, 60, 240, 1_440, 1_440])
    expect(await pauseOf(seller)).toBeNull()
  })

  it('in two trades at once are both counted', async () => {
    await at(0)
    const buyer = await market.member()
    const trades = []
    for (let i = 0; i < 3; i++)
      trades.push(await market.take(buyer, await market.sell(await market.member()), '10'))
    const [first, ...others] = trades
    if (!first) throw new Error('three were taken')
    await market.giveUp(first)
    const readsOfPauses = 'lock table otc_penalty in access exclusive mode'
    const sides = others.map(trade => () => market.giveUp(trade))
    await Promise.all(await meet(market.db, readsOfPauses, sides))
    expect(await pauseOf(buyer)).toBe(15)
  })

  it('also include trades that lapse unpaid', async () => {
    const [seller, buyer] = [await market.member(), await market.member()]
    const order = await market.sell(seller)
    for (let i = 0; i < 3; i++) await market.take(buyer, order, '10')
    await at(minutes(46))
    await endDueTrades(market.db.database, market.context)
    await endDueTrades(market.db.database, market.context)
    expect(await pauseOf(buyer)).toBe(15)
  })
})

it('the last deal is shown at the price that was paid, per coin of today', async () => {
  // Later than every deal above.
  await market.shiftClock(minutes(400 * 24 * 60))
  const [seller, buyer] = [await market.member(), await market.member()]
  const trade = await market.take(
    buyer,
    await market.sell(seller, {
      price: micro('1.062'),
      concessionBps: 200,
      conditions: noConditions,
    }),
    '30',
  )
  await market.pay(trade)
  await market.release(trade)
  // The list showed 1.04076, and still does afterwards: it is the price that was paid.
  expect(pricePaid(trade)).toBe(micro('1.04076'))
  expect(await lastDealPrice(market.db.database)).toBe(micro('1.04076'))
  await market.split(2)
  expect(await lastDealPrice(market.db.database)).toBe(micro('0.52038'))
})
