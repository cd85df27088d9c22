import {
  formatAmount,
  type OrderPrice,
  priceAt,
  pricePaidAt,
  quoteTake,
  tailOf,
} from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { Refused } from '../platform/refused.ts'
import { checkOtc } from './check.ts'
import { holdLeftBehind } from './deadlines.ts'
import { pricedTerms } from './floating.ts'
import { asSeen, type Market, micro, openMarket, refusalOf } from './market.fixture.ts'
import { depthOf, lastDealPrice, marketPage } from './order-lists.ts'
import type { OrderRow } from './order-store.ts'
import { change, pause, resume } from './own-orders.ts'
import { presentMarketOrder, presentOwnOrder } from './present-order.ts'
import { noReputation } from './reputation.ts'
import { marketTerms } from './terms.ts'

/* Orders whose price is the guide price plus a margin. */

let market: Market
let seller: string
let buyer: string
beforeAll(async () => {
  market = await openMarket()
})
beforeEach(async () => {
  market.facts.guide = micro('1')
  market.facts.parameters = parametersV1
  seller = await market.member()
  buyer = await market.member()
})
afterEach(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
})
afterAll(async () => {
  expect(await checkInvariants(market.db.database)).toEqual([])
  await market.db.close()
})

const floating = (marginBps: number, limit: string): OrderPrice => ({
  marginBps,
  limit: micro(limit),
})
const pricesOf = async ({ id }: OrderRow) => {
  const { price, version, life } = await market.order(id)
  return [formatAmount(price), version, life]
}
const alter = (owner: string, order: OrderRow, price: OrderPrice) =>
  market.inTx(tx =>
    change(tx, market.context, owner, { ...asSeen(order), terms: market.request({ price }) }),
  )

describe('a floating order', () => {
  it('has the price that its margin makes of each guide price, and a new version; a fixed one stays the same', async () => {
    const sell = await market.sell(seller, { price: floating(150, '0.9') })
    const want = await market.want(buyer, { price: floating(-200, '1.1') })
    const fixed = await market.sell(seller, { price: micro('1.015') })
    expect(await Promise.all([sell, want, fixed].map(pricesOf))).toEqual([
      ['1.015', 1, 'open'],
      ['0.98', 1, 'open'],
      ['1.015', 1, 'open'],
    ])
    await market.publishGuide(micro('1.047939'))
    expect(await Promise.all([sell, want, fixed].map(pricesOf))).toEqual([
      ['1.063658', 2, 'open'],
      ['1.026981', 2, 'open'],
      ['1.015', 1, 'open'],
    ])
  })

  it('keeps its version when its price stays the same, by its limit or by rounding', async () => {
    const sell = await market.sell(seller, { price: floating(-500, '1') })
    const want = await market.want(buyer, { price: floating(500, '1.02') })
    await market.publishGuide(micro('1.01'))
    expect(await Promise.all([sell, want].map(pricesOf))).toEqual([
      ['1', 1, 'open'],
      ['1.02', 1, 'open'],
    ])
    expect((await market.order(sell.id)).guideSeen).toBe(micro('1.01'))
    // A member who saw the order before does not have to read it again.
    expect(await refusalOf(market.take(buyer, sell, '10'))).toBe('done')
    expect(await refusalOf(market.take(seller, want, '10'))).toBe('done')
  })

  it('shows its owner how it floats, and everybody else that it floats', async () => {
    const order = await market.sell(seller, { price: floating(150, '0.99'), concessionBps: 100 })
    const everybody = { nickname: 'Owner', reputation: noReputation }
    const shown = { price: '1.015', effectivePrice: '1.00485', floats: true, aboveGuideBps: 48 }
    expect(presentMarketOrder(order, everybody, market.facts.guide)).toMatchObject(shown)
    expect(presentMarketOrder(order, everybody, market.facts.guide)).not.toHaveProperty('floating')
    expect(presentOwnOrder(order, market.facts.guide)).toMatchObject({
      ...shown,
      floating: { marginBps: 150, limit: '0.99' },
    })
    const fixed = await market.sell(seller)
    expect(presentOwnOrder(fixed, market.facts.guide)).toMatchObject({
      floats: false,
      floating: null,
    })
  })

  it('is computed in the database as the rule defines it, whatever the terms and the guide price', async () => {
    const sell = await market.sell(seller, { price: floating(0, '0.9') })
    const want = await market.want(buyer, { price: floating(0, '1.1') })
    const terms = fc.record({
      marginBps: fc.integer({ min: -1_000, max: 1_000 }),
      limit: fc.bigInt({ min: 1n, max: 10n ** 7n }),
      concessionBps: fc.integer({ min: 0, max: 500 }),
      guide: fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 7n }), fc.bigInt({ min: 1n, max: 20n })),
    })
    await fc.assert(
      fc.asyncProperty(terms, async ({ marginBps, limit, concessionBps, guide }) => {
        await market.db.owner.query(
          `update otc_order set margin_bps = $1, price_limit = $2,
             concession_bps = case side when 'sell' then $3::int else 0 end where id in ($4, $5)`,
          [marginBps, limit.toString(), concessionBps, sell.id, want.id],
        )
        await market.publishGuide(guide)
        for (const { id } of [sell, want]) {
          const order = await market.order(id)
          expect([order.price, order.guideSeen]).toEqual([
            priceAt(pricedTerms(order), guide),
            guide,
          ])
        }
        expect(await checkOtc(market.db.database)).toEqual([])
      }),
      { numRuns: 60, seed: 20_261_123 },
    )
  })

  it('has both its margin and its limit in the database, or neither', async () => {
    const order = await market.sell(seller)
    for (const wrong of [
      'margin_bps = 100',
      'price_limit = 1',
      'margin_bps = 10000, price_limit = 1',
    ])
      await expect(
        market.db.owner.query(`update otc_order set ${wrong} where id = $1`, [order.id]),
        wrong,
      ).rejects.toThrow()
  })

  it('with a price other than its own is found by the check', async () => {
    const order = await market.sell(seller, { price: floating(100, '0.95') })
    const set = (price: string) =>
      market.db.owner.query('update otc_order set price = $1 where id = $2', [
        micro(price).toString(),
        order.id,
      ])
    for (const wrong of ['1.02', '0.94', '0.95']) {
      await set(wrong)
      expect(
        (await checkOtc(market.db.database)).map(({ invariant }) => invariant),
        wrong,
      ).toEqual(['I16 floating prices'])
    }
    await set('1.01')
  })
})

describe('publishing', () => {
  const refused = (price: OrderPrice, more: object = {}) =>
    refusalOf(market.sell(seller, { price, ...more }))

  it('refuses a margin beyond the band, whatever the limit makes of it', async () => {
    expect(await refused(floating(1_001, '0.9'))).toBe('marginTooWide')
    expect(await refused(floating(-1_001, '1'))).toBe('marginTooWide')
    expect(await refused(floating(1_000, '0.9'))).toBe('done')
    expect(await refused(floating(-1_000, '0.9'))).toBe('done')
    market.facts.parameters = { ...parametersV1, otcBandBps: 500 }
    await expect(market.sell(seller, { price: floating(501, '0.9') })).rejects.toMatchObject({
      refusal: 'marginTooWide',
      slots: { max: '5%' },
    })
  })

  it('refuses a floor above the band, a ceiling below it, and a concession that leads out of it', async () => {
    expect(await refused(floating(0, '1.100001'))).toBe('orderPriceOutsideBand')
    expect(await refused(floating(0, '1.1'))).toBe('done')
    expect(await refused(floating(-800, '0.5'), { concessionBps: 300 })).toBe(
      'orderPriceOutsideBand',
    )
    expect(await refusalOf(market.want(buyer, { price: floating(0, '0.899999') }))).toBe(
      'orderPriceOutsideBand',
    )
  })

  it('counts a buy order at the highest price that it can reach', async () => {
    const price = floating(-500, '1.25')
    const want = (quantity: string) => market.want(buyer, { price, quantity: micro(quantity) })
    expect(await refusalOf(want('800.000001'))).toBe('buyOrderTooLarge')
    const order = await want('800')
    // However high the guide price goes, the order never comes to more than 1,000 USDT.
    await market.publishGuide(micro('1.4'))
    expect(await pricesOf(order)).toEqual(['1.25', 2, 'open'])
  })
})

describe('a new guide price', () => {
  it('never holds a floating order for how far it has moved; one that its limit keeps outside the band waits', async () => {
    const free = await market.sell(seller, { price: floating(100, '0.5') })
    const kept = await market.sell(seller, { price: floating(100, '0.98') })
    const fixed = await market.sell(seller)
    await market.publishGuide(micro('0.89'))
    // The job has not run yet, and still nobody sees or buys the order.
    expect(await refusalOf(market.take(buyer, await market.order(kept.id), '10'))).toBe(
      'orderPriceOutsideBand',
    )
    await holdLeftBehind(market.db.database, market.context)
    expect(await market.order(free.id)).toMatchObject({ life: 'open', price: micro('0.8989') })
    expect(await market.order(kept.id)).toMatchObject({
      life: 'held',
      heldBecause: 'outside_band',
      price: micro('0.98'),
    })
    expect(await market.order(fixed.id)).toMatchObject({ heldBecause: 'outside_band' })
    // The held order keeps floating; its owner puts it back once the band reaches it.
    const seen = await market.order(kept.id)
    await expect(
      market.inTx(tx => resume(tx, market.context, seller, asSeen(seen))),
    ).rejects.toMatchObject({ refusal: 'orderPriceOutsideBand' })
    await market.publishGuide(micro('1'))
    const back = await market.order(kept.id)
    expect([back.life, back.price]).toEqual(['held', micro('1.01')])
    await market.inTx(tx => resume(tx, market.context, seller, asSeen(back)))
    expect(await pricesOf(back)).toEqual(['1.01', back.version, 'open'])
  })

  it('also moves a paused order, and one that is all in trade', async () => {
    const paused = await market.sell(seller, { price: floating(100, '0.9') })
    await market.inTx(tx => pause(tx, market.context, seller, asSeen(paused)))
    const taken = await market.sell(seller, { price: floating(100, '0.9') })
    const trade = await market.take(buyer, taken, '100')
    await market.publishGuide(micro('1.02'))
    // A take has fixed its price; what comes back of it is offered at the current price.
    await market.giveUp(trade)
    expect((await market.trade(trade.id)).price).toBe(micro('1.01'))
    expect(await Promise.all([paused, taken].map(pricesOf))).toEqual([
      ['1.0302', 2, 'paused'],
      ['1.0302', 2, 'open'],
    ])
    const again = await market.take(buyer, await market.order(taken.id), '100')
    expect(again.price).toBe(micro('1.0302'))
  })

  it('refuses a taker who saw the order before it, with the current price, and takes nothing', async () => {
    const sell = await market.sell(seller, { price: floating(200, '0.9'), concessionBps: 100 })
    const want = await market.want(buyer, { price: floating(-100, '1.1') })
    await market.publishGuide(micro('1.03'))
    for (const [who, order, price] of [
      [buyer, sell, '1.040094'],
      [seller, want, '1.0197'],
    ] as const) {
      const before = [await market.order(order.id), await market.coins(who)]
      const error = await market.take(who, order, '10').catch(thrown => thrown)
      expect(error).toBeInstanceOf(Refused)
      expect([error.refusal, error.slots]).toEqual(['orderChanged', { price }])
      expect([await market.order(order.id), await market.coins(who)]).toEqual(before)
      // After reading again, they deal at exactly that price.
      const now = await market.order(order.id)
      const trade = await market.take(who, now, '10')
      expect(formatAmount(pricePaidAt(pricedTerms(now), market.facts.guide))).toBe(price)
      expect(trade).toMatchObject({ price: now.price })
      const quoted = quoteTake(micro('10'), now.price, now.concessionBps)
      expect(trade.paymentAmount - tailOf(trade.paymentAmount)).toBe(quoted.paymentAmount)
    }
  })

  it('reorders the lists, the depth and the filter by payment', async () => {
    await market.shiftClock(400 * 24 * 3_600_000)
    const measure = { guidePrice: micro('1'), inForce: marketTerms(parametersV1) }
    const fixed = await market.sell(seller, { price: micro('1.01') })
    const floats = await market.sell(seller, { price: floating(100, '0.9'), concessionBps: 100 })
    const namesAt = async (guide: string, payment?: string) => {
      const filter = {
        side: 'sell' as const,
        ...measure,
        guidePrice: micro(guide),
        ...(payment === undefined ? {} : { payment: micro(payment) }),
      }
      const page = { cursor: null, limit: 20 }
      const { rows } = await marketPage(market.db.database, filter, 'price', page)
      return rows.map(({ id }) => (id === fixed.id ? 'fixed' : 'floats'))
    }
    const depthAt = async (guide: string) =>
      (await depthOf(market.db.database, 'sell', { ...measure, guidePrice: micro(guide) })).map(
        ({ price }) => formatAmount(price),
      )
    expect(await namesAt('1')).toEqual(['floats', 'fixed'])
    expect(await depthAt('1')).toEqual(['1', '1.01'])
    // 100.5 USDT buy more than all 100 of the floating order, and 99.5 of the other.
    expect(await namesAt('1', '100.5')).toEqual(['fixed'])
    await market.publishGuide(micro('1.02'))
    expect(await namesAt('1.02')).toEqual(['fixed', 'floats'])
    expect(await depthAt('1.02')).toEqual(['1.01', '1.02'])
    expect(await namesAt('1.02', '101.5')).toEqual(['floats'])

    const trade = await market.take(buyer, await market.order(floats.id), '10')
    await market.publishGuide(micro('1.05'))
    await market.pay(trade)
    await market.release(trade)
    // 1.02 and 1 % over it, 1 % of that conceded: the price that was paid, whatever the guide price
    // is since.
    expect(await lastDealPrice(market.db.database)).toBe(micro('1.019898'))
    await market.shiftClock(0)
  })
})

describe('a guide price that nobody published', () => {
  it('comes from the rule book before the first settlement: no deal is made at the old price, and the job sets the new one', async () => {
    const order = await market.sell(seller, { price: floating(100, '0.9') })
    market.facts.guide = micro('1.01')
    const error = await market.take(buyer, order, '10').catch(thrown => thrown)
    expect([error.refusal, error.slots]).toEqual(['orderChanged', { price: '1.0201' }])
    // Put back by its owner it has the new price, not the one that somebody saw before.
    await market.inTx(tx => pause(tx, market.context, seller, asSeen(order)))
    await market.inTx(tx => resume(tx, market.context, seller, asSeen(order)))
    expect(await pricesOf(order)).toEqual(['1.0201', 2, 'open'])
    expect(await refusalOf(market.take(buyer, order, '10'))).toBe('orderChanged')
    market.facts.guide = micro('1.02')
    await holdLeftBehind(market.db.database, market.context)
    expect(await pricesOf(order)).toEqual(['1.0302', 3, 'open'])
    expect(await refusalOf(market.take(buyer, await market.order(order.id), '10'))).toBe('done')
  })
})

describe('new terms', () => {
  it('turn a fixed price into a floating one, and a floating one into a fixed one', async () => {
    const order = await market.sell(seller)
    const floats = await alter(seller, order, floating(200, '0.95'))
    expect(floats).toMatchObject({ price: micro('1.02'), marginBps: 200, version: 2 })
    await market.publishGuide(micro('1.01'))
    const moved = await market.order(order.id)
    expect(moved).toMatchObject({ price: micro('1.0302'), version: 3 })
    // The owner, too, must confirm the version they saw: the price has moved meanwhile.
    expect(await refusalOf(alter(seller, floats, floating(100, '0.95')))).toBe('stale')
    const fixed = await alter(seller, moved, micro('1.03'))
    expect(fixed).toMatchObject({ marginBps: null, priceLimit: null, version: 4 })
    await market.publishGuide(micro('1.015'))
    expect(await pricesOf(order)).toEqual(['1.03', 4, 'open'])
  })

  it('meet the same rules as a publication', async () => {
    const order = await market.want(buyer)
    expect(await refusalOf(alter(buyer, order, floating(1_001, '1')))).toBe('marginTooWide')
    expect(await refusalOf(alter(buyer, order, floating(0, '10.000001')))).toBe('buyOrderTooLarge')
    expect(await refusalOf(alter(buyer, order, floating(0, '0.8')))).toBe('orderPriceOutsideBand')
  })
})

describe('a split', () => {
  it.each([2, 5, 10])(
    'by %s leaves a margin as it is, and keeps a limit worth the same',
    async multiple => {
      market.facts.guide = micro('2.100001')
      const owner = await market.member('500')
      const few = { minQuantity: micro('1') }
      const sell = await market.sell(owner, { price: floating(123, '2.000001'), ...few })
      const want = await market.want(buyer, { price: floating(-77, '2.100003'), ...few })
      await market.split(multiple)
      const times = BigInt(multiple)
      const guide = micro('2.100001') / times
      expect(market.facts.guide).toBe(guide)
      for (const [{ id }, limit] of [
        [sell, (micro('2.000001') + times - 1n) / times],
        [want, micro('2.100003') / times],
      ] as const) {
        const order = await market.order(id)
        expect(order).toMatchObject({ priceLimit: limit, guideSeen: guide, life: 'open' })
        expect(order.price).toBe(priceAt(pricedTerms(order), guide))
        expect(order.marginBps).toBe(order.side === 'sell' ? 123 : -77)
        expect(order.version).toBeGreaterThan(1)
      }
      expect(await refusalOf(market.take(buyer, sell, '20'))).toBe('orderChanged')
      expect(await refusalOf(market.take(buyer, await market.order(sell.id), '20'))).toBe('done')
    },
  )
})
