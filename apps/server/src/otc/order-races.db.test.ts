import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { checkOtc } from './check.ts'
import { sweepOrders } from './deadlines.ts'
import { asSeen, type Market, micro, minutes, openMarket, refusalOf } from './market.fixture.ts'
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
      ...{ quantity: micro(quantity), minQuantity: micro('1') },
    })
  const endOf = async (orderId: string) => {
    const { available, inTrade, returned, life } = await market.order(orderId)
    return { available, inTrade, returned, life }
  }

  it('whose last quantity fifty want is taken by one', async () => {
    const takers = await Promise.all(Array.from({ length: 50 }, () => market.member('21')))
    for (let round = 0; round < ROUNDS; round++) {
      const owner = await market.member()
      const order = await publish(owner)
      const answers = await Promise.all(takers.map(who => refusalOf(market.take(who, order, '20'))))
      expect(tally(answers)).toEqual({ done: 1, orderNotAvailable: 49 })
      const trades = await market.db.database
        .selectFrom('otcTrade')
        .select(['id', 'buyerId', 'quantity'])
        .where('orderId', '=', order.id)
        .execute()
      expect(trades.map(one => one.quantity)).toEqual([micro('20')])
      // Called off by both, as far as the next round is concerned: nobody is at fault.
      const [trade] = await Promise.all(trades.map(one => market.trade(one.id)))
      if (!trade) throw new Error('somebody has taken it')
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
  }, 120_000)

  it('that is cancelled while it is taken is one or the other', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [owner, taker] = [await market.member(), await market.member()]
      const order = await publish(owner)
      const [taken, cancelled] = await Promise.all([
        refusalOf(market.take(taker, order, '20')),
        refusalOf(market.inTx(tx => cancel(tx, market.world, owner, asSeen(order)))),
      ])
      const all = micro('20')
      if (taken === 'done') {
        expect(cancelled).toBe('orderNotOpen')
        expect(await endOf(order.id)).toEqual({
          available: 0n,
          inTrade: all,
          returned: 0n,
          life: 'open',
        })
      } else {
        expect([taken, cancelled]).toEqual(['orderNotAvailable', 'done'])
        expect(await endOf(order.id)).toEqual({
          available: 0n,
          inTrade: 0n,
          returned: all,
          life: 'cancelled',
        })
      }
    }
  })

  it('that expires while it is taken is one or the other, and never both for the same coin', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await market.shiftClock(0)
      const [owner, taker] = [await market.member(), await market.member()]
      const order = await publish(owner)
      await market.shiftClock(order.expiresAt.getTime() - Date.now() - 8)
      const [taken] = await Promise.all([
        refusalOf(market.take(taker, order, '20')),
        ...Array.from({ length: 4 }, () => sweepOrders(market.db.database, market.world)),
      ])
      await market.shiftClock(order.expiresAt.getTime() - Date.now() + minutes(1))
      await sweepOrders(market.db.database, market.world)
      const all = micro('20')
      expect(await endOf(order.id)).toEqual(
        taken === 'done'
          ? { available: 0n, inTrade: all, returned: 0n, life: 'open' }
          : { available: 0n, inTrade: 0n, returned: all, life: 'expired' },
      )
      expect(['done', 'orderNotAvailable']).toContain(taken)
    }
    await market.shiftClock(0)
  })

  it('whose terms change while it is taken is dealt at the price that was seen, or not at all', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [owner, taker] = [await market.member(), await market.member()]
      const order = await publish(owner)
      const terms = market.request({ price: micro('1.05'), quantity: micro('20') })
      const [trade] = await Promise.allSettled([
        market.take(taker, order, '5'),
        market.inTx(tx =>
          change(tx, market.world, owner, { orderId: order.id, version: 1, terms }),
        ),
      ])
      if (trade.status === 'fulfilled') expect(trade.value.price).toBe(micro('1'))
      else expect(trade.reason).toMatchObject({ refusal: 'stale' })
    }
  })

  it('is taken many times by one hurried member: each take has its own coin', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [owner, taker] = [await market.member(), await market.member()]
      const order = await publish(owner)
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => refusalOf(market.take(taker, order, '5'))),
      )
      expect(tally(answers)).toEqual({ done: 4, orderNotAvailable: 2 })
      const seller = side === 'sell' ? owner : taker
      expect((await market.coins(seller)).escrow).toBe(side === 'sell' ? '20.2' : '20.2')
    }
  })
})
