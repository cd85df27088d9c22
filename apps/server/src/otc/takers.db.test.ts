import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { memberLockNumbers } from '../platform/database/advisory-locks.ts'
import { type Lock, meet, rowOf } from '../testing/meet.ts'
import { checkLateOtc, checkOtc } from './check.ts'
import { endDueTrades } from './deadlines.ts'
import { type Market, micro, minutes, openMarket, refusalOf } from './market.fixture.ts'
import type { OrderRow } from './order-store.ts'
import { markCounting } from './reputation.ts'
import { newcomersMostOf, takesOf } from './takers.ts'
import { type Taking, takeTogether } from './takes.ts'
import { marketTerms, takerRules } from './terms.ts'

const HOUR = 60 * minutes(1)
const DAY = 24 * HOUR
let market: Market
let seller: string
beforeAll(async () => {
  market = await openMarket()
  market.context.takerScale = 1
})
afterAll(async () => {
  const { database } = market.db
  expect(await checkOtc(database)).toEqual([])
  expect(await checkLateOtc(database)).toEqual([])
  expect(await checkInvariants(database)).toEqual([])
  await market.db.close()
})
beforeEach(async () => {
  await market.shiftClock(0)
  seller = await market.member('20000')
})

const sell = (owner = seller) => market.sell(owner, { minQuantity: micro('1') })
const buy = async (who: string, order: OrderRow, quantity = '1') =>
  market.take(who, await market.order(order.id), quantity)
/** Buys one LEAF, pays, and gets a release, this many times. */
async function finish(who: string, times: number): Promise<void> {
  const order = await sell(await market.member())
  for (let i = 0; i < times; i++) {
    const trade = await buy(who, order)
    await market.pay(trade)
    await market.release(trade)
  }
  while ((await markCounting(market.db.database, market.context)) > 0);
}
async function experienced(finished: number): Promise<string> {
  const member = await market.member()
  await finish(member, finished)
  return member
}
const passTime = async (ms: number) => {
  await market.shiftClock(ms)
  while ((await endDueTrades(market.db.database, market.context)) > 0);
}
const takes = (who: string, now = new Date()) =>
  takesOf(market.db.database, takerRules(marketTerms(market.facts.parameters), 1), who, now)
/** The lock at which each of a member's takes waits for their earlier takes. */
const takesLock = (who: string): Lock =>
  `select pg_advisory_xact_lock(${memberLockNumbers.takes}, hashtext('${who}'))`

describe('open trades that a taker may hold', () => {
  it('are two; a third take is refused with the number held and how it grows', async () => {
    const taker = await market.member()
    const [one, other] = [await sell(), await sell(await market.member())]
    await buy(taker, one)
    await buy(taker, other)
    const third = await buy(taker, one).catch(error => error)
    expect(third).toMatchObject({
      refusal: 'openTakesLimit',
      slots: { open: 2, most: 2, finished: 3, next: 5 },
    })
    expect(await takes(taker)).toMatchObject({ open: 2, most: 2, newcomersShare: 50 })
  })

  it('grow with finished trades, and an ended one frees a place', async () => {
    const taker = await experienced(3)
    const order = await sell()
    for (let i = 0; i < 5; i++) await buy(taker, order)
    const sixth = await buy(taker, order).catch(error => error)
    expect(sixth).toMatchObject({ refusal: 'openTakesLimit', slots: { finished: 20, next: 10 } })
    await passTime(minutes(46))
    expect((await takes(taker)).open).toBe(0)
  })

  it("are not counted for an order's owner: selling to takers has no limit", async () => {
    const order = await sell()
    for (let i = 0; i < 4; i++) await buy(await market.member(), order)
    const buyer = await market.member()
    const want = await market.want(buyer, { minQuantity: micro('1') })
    for (let i = 0; i < 3; i++) await buy(await market.member(), want)
    expect((await takes(buyer)).open).toBe(0)
    await buy(buyer, order)
  })

  it('also count what is sold into buy orders', async () => {
    const taker = await market.member()
    const want = await market.want(await market.member(), { minQuantity: micro('1') })
    await buy(taker, want)
    await buy(taker, want)
    expect(await refusalOf(buy(taker, want))).toBe('openTakesLimit')
    expect(await refusalOf(buy(taker, await sell()))).toBe('openTakesLimit')
  })

  it('stay two for fifteen takes at one instant, of one order and of several, alone and in batches', async () => {
    const taker = await experienced(1)
    const first = await sell()
    const orders = await Promise.all(Array.from({ length: 4 }, () => sell()))
    const taking = (order: OrderRow): Taking => ({
      takerId: taker,
      ask: { orderId: order.id, quantity: micro('1'), network: 'BSC', version: order.version },
      key: market.key(),
    })
    const together = (order: OrderRow, times: number) =>
      market
        .inTx(tx =>
          takeTogether(
            tx,
            market.context,
            Array.from({ length: times }, () => taking(order)),
            true,
          ),
        )
        .then(outcomes => outcomes.filter(one => 'value' in one).length)
    const takings = [first, ...orders].map(order => () => together(order, 3))
    const done = await Promise.all(await meet(market.db, takesLock(taker), takings))
    expect(done.reduce((sum, n) => sum + n, 0)).toBe(2)
    expect((await takes(taker)).open).toBe(2)
  })
})

describe('members without a finished trade', () => {
  it('may take at most half of an order unpaid, all together, whatever the number of accounts', async () => {
    const order = await sell()
    const sybils = await Promise.all(Array.from({ length: 8 }, () => market.member()))
    const buying = sybils.map(sybil => () => refusalOf(buy(sybil, order, '20')))
    const answers = await Promise.all(await meet(market.db, rowOf('otc_order', order.id), buying))
    expect(answers.filter(one => one === 'done')).toHaveLength(2)
    expect(answers.filter(one => one === 'newcomersShare')).toHaveLength(6)
    const last = await market.member()
    expect(await refusalOf(buy(last, order, '10'))).toBe('done')
    expect(await refusalOf(buy(await market.member(), order))).toBe('newcomersShareTaken')
    const shown = async (memberIds: string[]) =>
      newcomersMostOf(market.db.database, market.context, memberIds, [await market.order(order.id)])
    const old = await experienced(1)
    const both = await shown([sybils[3] as string, old])
    expect(both?.newcomers).toEqual(new Set([sybils[3]]))
    expect(both?.most.get(order.id)).toBe(0n)
    expect(await shown([old])).toBeNull()
    expect(await refusalOf(buy(old, order, '50'))).toBe('done')
  })

  it('free nothing with a made-up hash, and everything with a payment that the chain holds', async () => {
    const order = await sell()
    const [liar, honest, next] = [
      await market.member(),
      await market.member(),
      await market.member(),
    ]
    await market.pay(await buy(liar, order, '25'))
    const paid = await buy(honest, order, '25')
    await market.pay(paid)
    expect(await refusalOf(buy(next, order))).toBe('newcomersShareTaken')
    market.context.paidOnChain = async (_reader, ids) => new Set(ids.filter(one => one === paid.id))
    expect(await refusalOf(buy(next, order, '13'))).toBe('newcomersShare')
    expect(await refusalOf(buy(next, order, '12'))).toBe('done')
    market.context.paidOnChain = async () => new Set()
  })

  it('may fill an order to buy alone: what they put in is their own', async () => {
    const taker = await market.member()
    const wanted = await market.want(await market.member(), { minQuantity: micro('1') })
    expect(await newcomersMostOf(market.db.database, market.context, [taker], [wanted])).toBeNull()
    expect(await refusalOf(buy(taker, wanted, '60'))).toBe('done')
    expect(await refusalOf(buy(await market.member(), wanted, '40'))).toBe('done')
  })

  it('are refused an order that can only be taken whole, with advice', async () => {
    const whole = await market.sell(seller, { minQuantity: micro('100') })
    const refused = await buy(await market.member(), whole, '100').catch(error => error)
    expect(refused).toMatchObject({
      refusal: 'newcomersShareTaken',
      slots: { share: '50%', min: '100' },
    })
  })
})

describe('a second fault within seven days', () => {
  it('of a buyer lowers the limit to one, until seven days after it', async () => {
    const taker = await experienced(3)
    const order = await sell()
    await market.giveUp(await buy(taker, order))
    expect((await takes(taker)).most).toBe(5)
    await market.shiftClock(6 * DAY)
    const again = await market.sell(seller, { minQuantity: micro('1') })
    await market.giveUp(await buy(taker, again))
    await buy(taker, again)
    const refused = await buy(taker, again).catch(error => error)
    expect(refused).toMatchObject({ refusal: 'openTakesLowered', slots: { open: 1, most: 1 } })
    const end = new Date(Date.now() + 13 * DAY)
    expect(Math.abs(Date.parse(refused.data.until) - end.getTime())).toBeLessThan(minutes(5))
    await passTime(14 * DAY)
    expect(await takes(taker, new Date(Date.now() + 14 * DAY))).toMatchObject({
      most: 5,
      loweredUntil: null,
    })
  })
})
