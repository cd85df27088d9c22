import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { inTime } from '../testing/in-time.ts'
import { changesOf, meet, meetInTurn, rowOf, times, whileHeld } from '../testing/meet.ts'
import { checkOtc } from './check.ts'
import { expireOrders } from './deadlines.ts'
import { asSeen, type Market, micro, minutes, openMarket, refusalOf } from './market.fixture.ts'
import type { OrderRow } from './order-store.ts'
import { cancel, change } from './own-orders.ts'

const ROUNDS = 20
let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
  expect(await checkInvariants(market.db.database)).toEqual([])
  await market.db.close()
})

const tally = (answers: readonly string[]) => {
  const counts: Record<string, number> = {}
  for (const one of answers) counts[one] = (counts[one] ?? 0) + 1
  return counts
}

describe.each(['sell', 'buy'] as const)('twenty times, a %s order', side => {
  const publish = async (owner: string, quantity = '20') =>
    (side === 'sell' ? market.sell : market.want)(owner, {
      quantity: micro(quantity),
      minQuantity: micro('1'),
    })
  /** Runs calls at an order, each behind the one before. */
  const inTurn = <T>(order: OrderRow, sides: readonly (() => Promise<T>)[]) =>
    meetInTurn(market.db, rowOf('otc_order', order.id), sides)
  const endOf = async (orderId: string) => {
    const { available, inTrade, returned, life } = await market.order(orderId)
    return { available, inTrade, returned, life }
  }

  it('whose last quantity fifty takers want is taken by one', async () => {
    const takers = await Promise.all(Array.from({ length: 50 }, () => market.member('21')))
    for (let round = 0; round < ROUNDS; round++) {
      const owner = await market.member()
      const order = await publish(owner)
      const sides = takers.map(who => () => refusalOf(market.take(who, order, '20')))
      const calls = await meet(market.db, rowOf('otc_order', order.id), sides, { waiting: 20 })
      const answers = await Promise.all(calls)
      expect(tally(answers)).toEqual({ done: 1, orderNotAvailable: 49 })
      const trades = await market.db.database
        .selectFrom('otcTrade')
        .select(['id', 'buyerId', 'quantity'])
        .where('orderId', '=', order.id)
        .execute()
      expect(trades.map(one => one.quantity)).toEqual([micro('20')])
      // Deals the trade and replaces its taker, so that every round begins with equal takers.
      const [trade] = await Promise.all(trades.map(one => market.trade(one.id)))
      if (!trade) throw new Error('nobody has taken it')
      await market.pay(trade)
      await market.release(trade)
      for (const taker of [trade.sellerId, trade.buyerId])
        expect((await market.coins(taker)).escrow).toBe('0')
      takers.splice(
        takers.indexOf(side === 'sell' ? trade.buyerId : trade.sellerId),
        1,
        await market.member('21'),
      )
    }
  })

  it('that is cancelled during a take is either cancelled or taken', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [owner, taker] = [await market.member(), await market.member()]
      const order = await publish(owner)
      const take = () => refusalOf(market.take(taker, order, '20'))
      const end = () =>
        refusalOf(market.inTx(tx => cancel(tx, market.context, owner, asSeen(order))))
      const takeFirst = round % 2 === 0
      const sides = takeFirst ? [take, end] : [end, take]
      const ends = await Promise.all(await inTurn(order, sides))
      const all = micro('20')
      if (takeFirst) {
        expect(ends).toEqual(['done', 'orderNotOpen'])
        expect(await endOf(order.id)).toEqual({
          available: 0n,
          inTrade: all,
          returned: 0n,
          life: 'open',
        })
      } else {
        expect(ends).toEqual(['done', 'orderNotAvailable'])
        expect(await endOf(order.id)).toEqual({
          available: 0n,
          inTrade: 0n,
          returned: all,
          life: 'cancelled',
        })
      }
    }
  })

  describe('that expires during a take is expired or taken, and never both for the same coin', () => {
    let order: OrderRow
    let taking: () => Promise<string>
    beforeEach(async () => {
      // Other tests' orders are over: the clock acts on this order alone.
      await market.shiftClock(minutes(400 * 24 * 60))
      while ((await jobs()) > 0);
      await market.shiftClock(0)
      const [owner, taker] = [await market.member(), await market.member()]
      order = await publish(owner)
      taking = () => refusalOf(market.take(taker, order, '20'))
      await clockAt(-minutes(10))
    })
    afterEach(() => market.shiftClock(0))
    /** Moves the clock to this many milliseconds after the end of the order's time. */
    const clockAt = (ms: number) => market.shiftClock(order.expiresAt.getTime() - Date.now() + ms)
    const jobs = () => expireOrders(market.db.database, market.context)
    const all = micro('20')
    const expired = { available: 0n, inTrade: 0n, returned: all, life: 'expired' }

    it('taken, by the taker who holds it when the time is over', async () => {
      const [taken] = await whileHeld(market.db, changesOf('otc_trade'), async held => {
        const begun = held.begin(taking)
        await held.waiters(1)
        await clockAt(minutes(1))
        for (let attempt = 0; attempt < 3; attempt++)
          expect(await inTime('the job skips a locked row', jobs())).toBe(0)
        return [begun]
      })
      expect(await taken).toBe('done')
      expect(await jobs()).toBe(0)
      const taken20 = { available: 0n, inTrade: all, returned: 0n, life: 'open' }
      expect(await endOf(order.id)).toEqual(taken20)
    })

    it('expired, when the clock holds it when the taker comes', async () => {
      await clockAt(minutes(1))
      const [jobRun, taken] = await whileHeld(market.db, changesOf('outbox'), async held => {
        const jobRun = held.begin(jobs)
        await held.waiters(1)
        const taken = held.begin(taking)
        await held.waiters(2)
        expect(await inTime('a second run skips what the first works on', jobs())).toBe(0)
        return [jobRun, taken]
      })
      expect([await jobRun, await taken]).toEqual([1, 'orderNotAvailable'])
      expect(await endOf(order.id)).toEqual(expired)
    })

    it('expired, when the taker has waited beyond the time', async () => {
      const [taken] = await whileHeld(market.db, rowOf('otc_order', order.id), async held => {
        const begun = held.begin(taking)
        await held.waiters(1)
        await clockAt(minutes(1))
        return [begun]
      })
      expect(await taken).toBe('orderNotAvailable')
      expect(await jobs()).toBe(1)
      expect(await endOf(order.id)).toEqual(expired)
    })
  })

  it('whose terms change during a take is dealt at the price that was seen, or not at all', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [owner, taker] = [await market.member(), await market.member()]
      const order = await publish(owner)
      const terms = market.request({ price: micro('1.05'), quantity: micro('20') })
      const take = () => market.take(taker, order, '5').then(({ price }) => price)
      const wish = { orderId: order.id, version: 1, terms }
      const alter = () => market.inTx(tx => change(tx, market.context, owner, wish))
      const takeFirst = round % 2 === 0
      const sides = takeFirst ? [take, alter] : [alter, take]
      const ends = await Promise.allSettled(await inTurn<unknown>(order, sides))
      if (takeFirst) expect(ends[0]).toMatchObject({ value: micro('1') })
      else expect(ends[1]).toMatchObject({ reason: { refusal: 'orderChanged' } })
    }
  })

  it('is taken many times by one member at once: each take has its own coin', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [owner, taker] = [await market.member(), await market.member()]
      const order = await publish(owner)
      const takes = times(6, () => refusalOf(market.take(taker, order, '5')))
      const answers = await Promise.all(await meet(market.db, rowOf('otc_order', order.id), takes))
      expect(tally(answers)).toEqual({ done: 4, orderNotAvailable: 2 })
      const seller = side === 'sell' ? owner : taker
      expect((await market.coins(seller)).escrow).toBe(side === 'sell' ? '20.2' : '20.2')
    }
  })
})
