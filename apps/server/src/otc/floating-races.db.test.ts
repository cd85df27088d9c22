import type { OrderPrice } from '@banyan/domain'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { type Lock, meetInTurn, rowOf, systemLock } from '../testing/meet.ts'
import { checkOtc } from './check.ts'
import { floatPrices } from './floating.ts'
import { asSeen, type Market, micro, openMarket } from './market.fixture.ts'
import type { OrderRow } from './order-store.ts'
import { change, resume } from './own-orders.ts'

/*
 * A guide price is published at 16:00 UTC. A member who trades at that second would gain by a price
 * that only one side sees. Each race runs in both orders.
 */

let market: Market
let owner: string
let taker: string
let period = 0
beforeAll(async () => {
  market = await openMarket()
  // As in production: other transactions see a price once the transaction that publishes it has
  // ended.
  market.context.guidePrice = async reader => {
    const { rows } = await sql<{ price: bigint }>`
      select price from guide_price order by period desc limit 1`.execute(reader)
    return rows[0]?.price ?? micro('1')
  }
})
beforeEach(async () => {
  await publishGuide('1')
  owner = await market.member()
  taker = await market.member()
})
afterEach(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
})
afterAll(async () => {
  expect(await checkInvariants(market.db.database)).toEqual([])
  await market.db.close()
})

const publishGuide = (price: string) =>
  market.inTx(async tx => {
    await floatPrices(tx, micro(price))
    const day = new Date(Date.UTC(2026, 0, ++period)).toISOString().slice(0, 10)
    await sql`insert into guide_price (period, price, exit_price, reserve, outstanding, published_at)
      values (${day}, ${micro(price).toString()}::numeric, 1, 1, 1, house_now())`.execute(tx)
  })
/** Runs the sides at a lock, one behind the other; returns the result of each. */
const inTurn = async (lock: Lock, sides: readonly (() => Promise<unknown>)[]) => {
  const ended = await Promise.allSettled(await meetInTurn(market.db, lock, sides))
  return ended.map(one => (one.status === 'fulfilled' ? one.value : one.reason))
}
const floating = (marginBps: number, limit: string): OrderPrice => ({
  marginBps,
  limit: micro(limit),
})
const alter = (order: OrderRow, price: OrderPrice) => () =>
  market.inTx(tx =>
    change(tx, market.context, owner, { ...asSeen(order), terms: market.request({ price }) }),
  )

describe.each(['sell', 'buy'] as const)('a %s order that floats', side => {
  const publish = (price: OrderPrice) =>
    (side === 'sell' ? market.sell : market.want)(owner, { price })
  const limit = side === 'sell' ? '0.9' : '1.1'

  it('is taken at the previous price before a new one is published', async () => {
    const order = await publish(floating(100, limit))
    const [trade] = await inTurn(rowOf('otc_order', order.id), [
      () => market.take(taker, order, '40'),
      () => publishGuide('1.02'),
    ])
    expect(trade).toMatchObject({ price: micro('1.01'), quantity: micro('40') })
    expect(await market.order(order.id)).toMatchObject({ price: micro('1.0302'), version: 2 })
  })

  it('is not taken after a price is published by a taker who saw the one before, and nothing is lost', async () => {
    const order = await publish(floating(100, limit))
    const before = await market.coins(taker)
    const [, refused] = await inTurn(rowOf('otc_order', order.id), [
      () => publishGuide('1.02'),
      () => market.take(taker, order, '40'),
    ])
    expect(refused).toMatchObject({ refusal: 'orderChanged', slots: { price: '1.0302' } })
    expect(await market.order(order.id)).toMatchObject({ inTrade: 0n, available: micro('100') })
    expect(await market.coins(taker)).toEqual(before)
  })

  it('whose limit keeps the price is taken whichever comes first: the price that was seen is paid', async () => {
    const kept = side === 'sell' ? floating(-500, '1') : floating(500, '1')
    for (const first of ['take', 'price']) {
      const order = await publish(kept)
      const take = () => market.take(taker, order, '40')
      const price = () => publishGuide(first === 'take' ? '1.03' : '1.01')
      const ended = await inTurn(
        rowOf('otc_order', order.id),
        first === 'take' ? [take, price] : [price, take],
      )
      expect(ended[first === 'take' ? 0 : 1]).toMatchObject({ price: micro('1') })
    }
  })

  it('that a new price moves out of the band is not taken at the old one, nor at a limit beyond it', async () => {
    const order = await publish(floating(0, side === 'sell' ? '1' : '1'))
    const [, refused] = await inTurn(rowOf('otc_order', order.id), [
      () => publishGuide(side === 'sell' ? '0.8' : '1.3'),
      () => market.take(taker, order, '40'),
    ])
    expect(refused).toMatchObject({ refusal: 'orderPriceOutsideBand' })
  })

  it('whose owner changes the margin during a take is dealt at the price that was seen, or not at all', async () => {
    for (const takeFirst of [true, false]) {
      const order = await publish(floating(100, limit))
      const take = () => market.take(taker, order, '40')
      const sides = takeFirst
        ? [take, alter(order, floating(500, limit))]
        : [alter(order, floating(500, limit)), take]
      const ended = await inTurn(rowOf('otc_order', order.id), sides)
      if (takeFirst) expect(ended[0]).toMatchObject({ price: micro('1.01') })
      else expect(ended[1]).toMatchObject({ refusal: 'orderChanged', slots: { price: '1.05' } })
    }
  })

  it('begins to float during a publication: it ends at the new price in both orders', async () => {
    for (const changeFirst of [true, false]) {
      await publishGuide('1')
      const order = await publish(micro('1'))
      const altered = alter(order, floating(200, limit))
      const price = () => publishGuide('1.01')
      const ended = await inTurn(
        systemLock('orderBook'),
        changeFirst ? [altered, price] : [price, altered],
      )
      for (const one of ended) expect(one).not.toBeInstanceOf(Error)
      expect(await market.order(order.id)).toMatchObject({
        price: micro('1.0302'),
        guideSeen: micro('1.01'),
      })
    }
  })

  it('is published during a publication of a price: it is computed at the new price in both orders', async () => {
    for (const orderFirst of [true, false]) {
      await publishGuide('1')
      const order = () => publish(floating(200, limit))
      const price = () => publishGuide('1.01')
      const ended = await inTurn(
        systemLock('orderBook'),
        orderFirst ? [order, price] : [price, order],
      )
      const { id } = ended[orderFirst ? 0 : 1] as OrderRow
      expect(await market.order(id)).toMatchObject({ price: micro('1.0302') })
    }
  })

  it('is put back during a publication: it is at the new price in both orders, or its owner has to check again', async () => {
    for (const resumeFirst of [true, false]) {
      await publishGuide('1')
      const { id } = await publish(floating(200, limit))
      await market.db.owner.query(
        `update otc_order set life = 'held', held_because = 'outside_band' where id = $1`,
        [id],
      )
      const order = await market.order(id)
      const back = () => market.inTx(tx => resume(tx, market.context, owner, asSeen(order)))
      const price = () => publishGuide('1.01')
      const ended = await inTurn(
        rowOf('otc_order', id),
        resumeFirst ? [back, price] : [price, back],
      )
      expect(await market.order(id)).toMatchObject({
        price: micro('1.0302'),
        life: resumeFirst ? 'open' : 'held',
      })
      if (!resumeFirst) expect(ended[1]).toMatchObject({ refusal: 'stale' })
    }
  })
})
