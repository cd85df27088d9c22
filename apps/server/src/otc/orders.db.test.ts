import {
  type OrderLife,
  orderActors,
  orderEvents,
  orderLives,
  orderMachine,
  publishTerms,
  staleOrder,
  tailOf,
} from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { checkLateOtc, checkOtc } from './check.ts'
import { expireOrders, holdLeftBehind } from './deadlines.ts'
import { appeal } from './disputes.ts'
import { asSeen, type Market, micro, minutes, openMarket, refusalOf } from './market.fixture.ts'
import { orderChanges } from './order-changes.ts'
import { orderRoutes } from './order-routes.ts'
import { cancel, change, pause, resume, type SeenOrder } from './own-orders.ts'
import { markCounting } from './reputation.ts'

let market: Market
let seller: string
let buyer: string
beforeAll(async () => {
  market = await openMarket()
})
beforeEach(async () => {
  await market.shiftClock(0)
  market.facts.guide = micro('1')
  market.facts.parameters = parametersV1
  seller = await market.member()
  buyer = await market.member()
})
afterEach(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
  expect(await checkLateOtc(market.db.database)).toEqual([])
})
afterAll(async () => {
  expect(await checkInvariants(market.db.database)).toEqual([])
  await market.db.close()
})

const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => market.inTx(work)
const DAY = minutes(24 * 60)

describe('a buy order', () => {
  it('moves no coin; a seller into it freezes quantity and fee, and pays the fee on success', async () => {
    const order = await market.want(buyer, { price: micro('1.05') })
    expect(await market.coins(buyer)).toEqual({ available: '1000', escrow: '0' })
    const trade = await market.take(seller, order, '40.123456')
    expect(trade).toMatchObject({
      orderSide: 'buy',
      sellerId: seller,
      buyerId: buyer,
      state: 'unpaid',
      fee: micro('0.401235'),
      concessionQuantity: 0n,
    })
    expect(trade.paymentAmount - tailOf(trade.paymentAmount)).toBe(micro('42.13'))
    expect(await market.coins(seller)).toEqual({ available: '959.475309', escrow: '40.524691' })
    await market.pay(trade)
    await market.release(trade)
    expect(await market.coins(seller)).toEqual({ available: '959.475309', escrow: '0' })
    expect(await market.coins(buyer)).toEqual({ available: '1040.123456', escrow: '0' })
    expect(await market.order(order.id)).toMatchObject({ dealt: micro('40.123456'), life: 'open' })
  })

  it('wants what a failed trade gave back again; the coin and its fee go back to their seller at once', async () => {
    const order = await market.want(buyer)
    const trade = await market.take(seller, order, '100')
    await market.giveUp(trade)
    expect(await market.coins(seller)).toEqual({ available: '1000', escrow: '0' })
    expect(await market.order(order.id)).toMatchObject({ available: micro('100'), inTrade: 0n })
    await inTx(tx => cancel(tx, market.context, buyer, asSeen(order)))
    expect(await market.order(order.id)).toMatchObject({
      returned: micro('100'),
      endedAt: expect.any(Date),
    })
  })

  it('is refused with the reason', async () => {
    expect(await refusalOf(market.want(buyer, { price: micro('1.11') }))).toBe(
      'orderPriceOutsideBand',
    )
    expect(await refusalOf(market.want(buyer, { quantity: micro('1000.000001') }))).toBe(
      'buyOrderTooLarge',
    )
    expect(
      await refusalOf(market.want(buyer, { quantity: micro('9'), minQuantity: micro('1') })),
    ).toBe('orderQuantityTooSmall')
    for (let i = 0; i < 5; i++) await market.want(buyer)
    expect(await refusalOf(market.want(buyer))).toBe('tooManyOpenOrders')
    // Each side has its own count.
    expect(await refusalOf(market.sell(buyer))).toBe('done')
  })

  it('cannot be taken by a member whose coin, address, trading limit or security settings forbid it', async () => {
    const order = await market.want(buyer, { quantity: micro('900'), maxQuantity: micro('900') })
    const poor = await market.member('50')
    expect(await refusalOf(market.take(poor, order, '50'))).toBe('insufficientBalance')
    market.facts.noAddress.add(seller)
    expect(await refusalOf(market.take(seller, order, '50'))).toBe('receivingAddressNeeded')
    market.facts.noAddress.delete(seller)
    market.facts.frozen.add(seller)
    expect(await refusalOf(market.take(seller, order, '50'))).toBe('sellingFrozen')
    market.facts.frozen.delete(seller)
    await market.sell(seller, { quantity: micro('600') })
    expect(await refusalOf(market.take(seller, order, '400.000001'))).toBe('tradingLimitExceeded')
    expect(await market.coins(poor)).toEqual({ available: '50', escrow: '0' })
    expect(await market.order(order.id)).toMatchObject({ available: micro('900') })
  })
})

describe('a new version of the rule book', () => {
  const versionTwo = {
    ...parametersV1,
    version: 2,
    otcFeeBps: 200,
    otcBandBps: 500,
    otcMaxConcessionBps: 300,
    otcMinimumLeaf: micro('20'),
    tradingLimitUsdt: micro('400'),
    otcPaymentWindowMs: minutes(10),
    otcGraceWindowMs: minutes(5),
    otcReleaseWindowMs: minutes(20),
    otcAppealAfterMs: minutes(2),
  }
  const spans = (from: Date | null, to: Date | null) =>
    (to?.getTime() ?? 0) - (from?.getTime() ?? 0)

  it('holds for everything done from then on; what an order or a trade has fixed stays with it', async () => {
    const order = await market.sell(seller)
    const dear = await market.sell(seller, { price: micro('1.08') })
    const early = await market.take(buyer, order, '20')
    const paidEarly = await market.pay(early)
    market.facts.parameters = versionTwo

    expect(await holdLeftBehind(market.db.database, market.context)).toBe(1)
    expect(await market.order(dear.id)).toMatchObject({ heldBecause: 'outside_band' })
    const late = await market.take(buyer, await market.order(order.id), '30')
    expect(late).toMatchObject({ fee: micro('0.3'), ruleVersion: 2 })
    expect([early.ruleVersion, (await market.order(order.id)).ruleVersion]).toEqual([1, 1])
    expect(spans(late.dealtAt, late.paymentDeadline)).toBe(minutes(10))
    expect(spans(late.paymentDeadline, late.graceDeadline)).toBe(minutes(5))
    const paidLate = await market.pay(late)
    expect(spans(paidLate.paidAt, paidLate.appealFrom)).toBe(minutes(2))
    expect(spans(paidLate.paidAt, paidLate.releaseDeadline)).toBe(minutes(20))
    expect(await market.trade(early.id)).toMatchObject({
      paymentDeadline: early.paymentDeadline,
      releaseDeadline: paidEarly.releaseDeadline,
      appealFrom: paidEarly.appealFrom,
    })
    expect(spans(paidEarly.paidAt, paidEarly.appealFrom)).toBe(minutes(10))
    const complaint = { reason: 'paid_not_released', text: 'I have paid.', pictures: [] } as const
    const appealOf = ({ id }: { id: string }) =>
      inTx(tx => appeal(tx, market.context, buyer, id, complaint))
    await expect(appealOf(early)).rejects.toMatchObject({ slots: { minutes: 10 } })
    await expect(appealOf(late)).rejects.toMatchObject({ slots: { minutes: 2 } })
  })

  it('decides publications, and the form shows its numbers', async () => {
    market.facts.parameters = versionTwo
    const refused = async (change: Parameters<Market['sell']>[1]) =>
      refusalOf(market.sell(seller, change))
    expect(await refused({ price: micro('1.06') })).toBe('orderPriceOutsideBand')
    expect(await refused({ quantity: micro('19') })).toBe('orderQuantityTooSmall')
    expect(await refused({ concessionBps: 301 })).toBe('concessionTooHigh')
    expect(await refused({ quantity: micro('401') })).toBe('tradingLimitExceeded')
    expect(await market.sell(seller)).toMatchObject({
      feeBps: 200,
      feeHeld: micro('2'),
      ruleVersion: 2,
    })
    const route = orderRoutes(market.db.database, market.context).find(
      ({ endpoint }) => endpoint === publishTerms,
    )
    if (route?.kind !== 'plain') throw new Error('the form has no terms')
    const call = { caller: { memberId: seller, sessionId: '' } }
    expect(await route.handle(call as Parameters<typeof route.handle>[0])).toMatchObject({
      feeBps: 200,
      bandLow: '0.95',
      bandHigh: '1.05',
      minQuantity: '20',
      maxConcessionBps: 300,
      paymentWindowMs: minutes(10),
      graceWindowMs: minutes(5),
      tradingLimit: '300.00',
    })
  })
})

describe('a take', () => {
  it('is refused to owners, to the blocked, and to those who do not meet the conditions', async () => {
    const order = await market.sell(seller, {
      conditions: { effectiveMember: true, minFinishedTrades: 1, minCompletionRate: 50 },
    })
    expect(await refusalOf(market.take(seller, order, '10'))).toBe('ownOrder')
    market.facts.blocked.add(seller)
    expect(await refusalOf(market.take(buyer, order, '10'))).toBe('memberBlocked')
    market.facts.blocked.delete(seller)
    expect(await refusalOf(market.take(buyer, order, '10'))).toBe('conditionEffective')
    market.facts.effective.add(buyer)
    expect(await refusalOf(market.take(buyer, order, '10'))).toBe('conditionTrades')
    const first = await market.take(buyer, await market.sell(await market.member()), '10')
    await market.pay(first)
    await market.release(first)
    expect(await refusalOf(market.take(buyer, order, '10'))).toBe('conditionTrades')
    await markCounting(market.db.database, market.context)
    expect(await refusalOf(market.take(buyer, order, '10'))).toBe('done')
  })

  it('uses the terms of the version on the screen; an open trade keeps its own', async () => {
    const order = await market.sell(seller, { price: micro('1.02') })
    const trade = await market.take(buyer, order, '20')
    const terms = { ...market.request({ price: micro('1.04'), minQuantity: micro('15') }) }
    const wish = { orderId: order.id, version: 1, terms }
    const changed = await inTx(tx => change(tx, market.context, seller, wish))
    expect(changed).toMatchObject({ version: 2, price: micro('1.04'), minQuantity: micro('15') })
    expect(await refusalOf(market.take(buyer, order, '20'))).toBe('orderChanged')
    expect(await refusalOf(inTx(tx => change(tx, market.context, seller, wish)))).toBe('stale')
    expect((await market.take(buyer, await market.order(order.id), '20')).price).toBe(micro('1.04'))
    expect((await market.trade(trade.id)).price).toBe(micro('1.02'))
  })

  it('of a rest below the minimum must be the whole rest', async () => {
    const order = await market.sell(seller, { minQuantity: micro('30') })
    await market.take(buyer, order, '75')
    expect(await refusalOf(market.take(buyer, order, '24'))).toBe('takeRestWhole')
    expect(await refusalOf(market.take(buyer, order, '25'))).toBe('done')
  })
})

describe('the life of an order', () => {
  it('is paused and resumed by its owner; nobody can take it meanwhile', async () => {
    const order = await market.sell(seller)
    await inTx(tx => pause(tx, market.context, seller, asSeen(order)))
    expect(await refusalOf(market.take(buyer, order, '10'))).toBe('orderPaused')
    expect(await refusalOf(inTx(tx => pause(tx, market.context, seller, asSeen(order))))).toBe(
      'orderAlreadyPaused',
    )
    expect(await refusalOf(inTx(tx => resume(tx, market.context, buyer, asSeen(order))))).toBe(
      'notFound',
    )
    await inTx(tx => resume(tx, market.context, seller, asSeen(order)))
    expect(await refusalOf(market.take(buyer, order, '10'))).toBe('done')
  })

  it('is cancelled, paused, resumed and changed only as its owner saw it, and otherwise the current order is returned', async () => {
    const order = await market.sell(seller, { price: micro('1.02') })
    const terms = market.request({ price: micro('1.04') })
    const now = await inTx(tx => change(tx, market.context, seller, { ...asSeen(order), terms }))
    const acts = {
      cancel: (seen: SeenOrder) => inTx(tx => cancel(tx, market.context, seller, seen)),
      pause: (seen: SeenOrder) => inTx(tx => pause(tx, market.context, seller, seen)),
      resume: (seen: SeenOrder) => inTx(tx => resume(tx, market.context, seller, seen)),
      change: (seen: SeenOrder) =>
        inTx(tx => change(tx, market.context, seller, { ...seen, terms: market.request({}) })),
    }
    for (const [name, act] of Object.entries(acts))
      for (const version of [1, 3]) {
        const refused = await act({ orderId: order.id, version }).catch(error => error)
        expect([refused.refusal, refused.data.order.version], name).toEqual(['stale', 2])
        expect(staleOrder.parse(refused.data).order.price, name).toBe('1.04')
      }
    expect(await market.order(order.id)).toEqual(now)
    await acts.pause(asSeen(now))
    await acts.resume(asSeen(now))
    await acts.cancel(asSeen(now))
    // It has ended: the version that was seen no longer matters.
    expect(await refusalOf(acts.cancel(asSeen(order)))).toBe('orderNotOpen')
  })

  it('is held when the guide price has moved by more than 2 %, until its owner confirms', async () => {
    const order = await market.sell(seller)
    market.facts.guide = micro('1.02')
    await holdLeftBehind(market.db.database, market.context)
    expect((await market.order(order.id)).life).toBe('open')
    market.facts.guide = micro('1.020001')
    // The job has not run yet: a quick taker has no advantage over the owner.
    expect(await refusalOf(market.take(buyer, order, '10'))).toBe('orderPaused')
    await holdLeftBehind(market.db.database, market.context)
    expect(await market.order(order.id)).toMatchObject({ life: 'held', heldBecause: 'guide_moved' })
    await inTx(tx => resume(tx, market.context, seller, asSeen(order)))
    expect(await market.order(order.id)).toMatchObject({
      life: 'open',
      guideSeen: micro('1.020001'),
    })
    expect(await refusalOf(market.take(buyer, order, '10'))).toBe('done')
  })

  it('is reported each time that it is held, and only while it is', async () => {
    const order = await market.sell(seller)
    const reports = () => orderChanges(market.db.database, [order.id], new Date(0))
    expect(await reports()).toEqual([])
    const times = new Set<number>()
    for (const guide of ['1.03', '1']) {
      market.facts.guide = micro(guide)
      await holdLeftBehind(market.db.database, market.context)
      const [report] = await reports()
      expect(report).toMatchObject({ change: 'held', memberId: seller, side: 'sell' })
      times.add(report?.at.getTime() ?? 0)
      await inTx(tx => resume(tx, market.context, seller, asSeen(order)))
      expect(await reports()).toEqual([])
    }
    expect(times.size).toBe(2)
  })

  it('is held outside the band, and comes back only with a price inside it', async () => {
    const order = await market.want(buyer, { price: micro('1.05') })
    market.facts.guide = micro('0.9')
    await holdLeftBehind(market.db.database, market.context)
    expect(await market.order(order.id)).toMatchObject({
      life: 'held',
      heldBecause: 'outside_band',
    })
    expect(await refusalOf(inTx(tx => resume(tx, market.context, buyer, asSeen(order))))).toBe(
      'orderPriceOutsideBand',
    )
    const wish = { orderId: order.id, version: 1, terms: market.request({ price: micro('0.95') }) }
    expect(await inTx(tx => change(tx, market.context, buyer, wish))).toMatchObject({
      life: 'open',
    })
    expect(await refusalOf(market.take(seller, await market.order(order.id), '10'))).toBe('done')
  })

  it('goes on through a split, which by itself moves no price', async () => {
    const order = await market.sell(seller, { price: micro('1.01') })
    await market.split(2)
    await holdLeftBehind(market.db.database, market.context)
    expect((await market.order(order.id)).life).toBe('open')
  })

  it('ends after seven days: what is available is returned, what is in trade goes on', async () => {
    const order = await market.sell(seller)
    const trade = await market.take(buyer, order, '40')
    await market.pay(trade)
    await market.shiftClock(7 * DAY - minutes(1))
    expect(await expireOrders(market.db.database, market.context)).toBe(0)
    await market.shiftClock(7 * DAY + minutes(1))
    expect(await refusalOf(market.take(await market.member(), order, '10'))).toBe(
      'orderNotAvailable',
    )
    await expireOrders(market.db.database, market.context)
    expect(await market.order(order.id)).toMatchObject({
      life: 'expired',
      returned: micro('60'),
      inTrade: micro('40'),
    })
    expect(await market.coins(seller)).toEqual({ available: '959.6', escrow: '40.4' })
    await market.release(trade)
    expect(await market.coins(seller)).toEqual({ available: '959.6', escrow: '0' })
  })

  it('changes in the database exactly as the machine allows: every life to every other', async () => {
    const machine = new Set<string>()
    for (const life of orderLives)
      for (const event of orderEvents)
        for (const actor of orderActors) {
          const step = orderMachine.step(life, event, actor)
          if (step) machine.add(`${life}>${step.to}`)
        }
    const { id } = await market.sell(seller)
    const database = new Set<string>()
    for (const from of orderLives)
      for (const to of orderLives)
        if (from !== to && (await databaseLets(id, from, to))) database.add(`${from}>${to}`)
    const moves = [...machine].filter(move => move.split('>')[0] !== move.split('>')[1])
    expect([...database].sort()).toEqual(moves.sort())
  })

  it('cannot take back in the database what is dealt or returned', async () => {
    const order = await market.sell(seller)
    for (const wrong of [
      'total = total + 1, available = available + 1',
      'dealt = dealt - 1, in_trade = in_trade + 1',
      `side = 'buy'`,
      'available = available - 1',
    ])
      await expect(
        sql`update otc_order set ${sql.raw(wrong)} where id = ${order.id}`.execute(
          market.db.database,
        ),
        wrong,
      ).rejects.toThrow()
  })
})

/**
 * Whether the database lets an order's row go from one life to another, with columns that fit each.
 */
async function databaseLets(id: string, from: OrderLife, to: OrderLife): Promise<boolean> {
  const client = await market.db.owner.connect()
  const put = (life: OrderLife) => {
    const over = orderMachine.isFinal(life)
    return client.query(
      `update otc_order set life = $1, held_because = $2, ended_at = $3,
        returned = returned + case when $4 then available else 0 end,
        available = case when $4 then 0 else available end where id = $5`,
      [life, life === 'held' ? 'guide_moved' : null, over ? new Date() : null, over, id],
    )
  }
  try {
    await client.query('begin')
    // Only a test's database owner may set a row's first life without the trigger.
    await client.query('alter table otc_order disable trigger otc_order_steps')
    await put(from)
    await client.query('alter table otc_order enable trigger otc_order_steps')
    return await put(to).then(
      () => true,
      error => {
        expect(error).toMatchObject({ code: '23000' })
        return false
      },
    )
  } finally {
    await client.query('rollback')
    client.release()
  }
}
