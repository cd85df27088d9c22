import { formatAmount, parseAmount } from '@banyan/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { checkOtc } from './check.ts'
import { endDueTrades } from './deadlines.ts'
import { appeal, settle } from './disputes.ts'
import { asSeen, type Market, micro, minutes, openMarket, refusalOf } from './market.fixture.ts'
import { cancel } from './own-orders.ts'
import type { TradeRow } from './trade-store.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
beforeEach(async () => {
  await market.shiftClock(0)
  market.facts.guide = micro('1')
})
afterEach(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
  expect(await checkInvariants(market.db.database)).toEqual([])
})
afterAll(() => market.db.close())

describe('at a split of the coin an open order', () => {
  it('of E13 is 200 at 1.06 after it was 100 at 2.12: worth the same', async () => {
    market.facts.guide = micro('2.1')
    const seller = await market.member('500')
    const order = await market.sell(seller, { price: micro('2.12') })
    await market.split(2)
    expect(await market.order(order.id)).toMatchObject({
      total: micro('200'),
      available: micro('200'),
      price: micro('1.06'),
      minQuantity: micro('20'),
      maxQuantity: micro('200'),
      feeHeld: micro('2'),
      guideSeen: micro('1.05'),
      version: 2,
      life: 'open',
    })
    expect(await market.coins(seller)).toEqual({ available: '798', escrow: '202' })
  })

  it('has all five quantities in the new units, its price rounded for its owner', async () => {
    const [seller, buyer] = [await market.member(), await market.member()]
    const sold = await market.sell(seller, { price: micro('1.000001'), quantity: micro('300') })
    const wanted = await market.want(buyer, { price: micro('1.000001'), quantity: micro('300') })
    for (const order of [sold, wanted]) {
      const taker = order === sold ? buyer : seller
      const dealt = await market.take(taker, order, '40')
      await market.pay(dealt)
      await market.release(dealt)
      await market.take(taker, order, '25')
    }
    await market.split(2)
    const quantities = {
      total: micro('600'),
      available: micro('470'),
      inTrade: micro('50'),
      dealt: micro('80'),
      returned: 0n,
      epoch: sold.epoch + 1,
    }
    expect(await market.order(sold.id)).toMatchObject({ ...quantities, price: micro('0.500001') })
    expect(await market.order(wanted.id)).toMatchObject({ ...quantities, price: micro('0.5') })
    // A member who saw the order before does not deal at another price.
    expect(await refusalOf(market.take(buyer, sold, '40'))).toBe('orderChanged')
    for (const [owner, { id }] of [
      [seller, sold],
      [buyer, wanted],
    ] as const)
      await market.inTx(tx => cancel(tx, market.context, owner, { orderId: id, version: 2 }))
    expect((await market.order(sold.id)).returned).toBe(micro('470'))
  })

  it('leaves nothing in escrow when all of it is dealt, however its fee was rounded', async () => {
    const [seller, buyer] = [await market.member(), await market.member()]
    const order = await market.sell(seller, { quantity: micro('20.000001') })
    const first = await market.take(buyer, order, '10')
    await market.pay(first)
    await market.release(first)
    await market.split(5)
    const now = await market.order(order.id)
    const rest = await market.take(buyer, now, now.available)
    await market.pay(rest)
    await market.release(rest)
    expect((await market.coins(seller)).escrow).toBe('0')
    expect(await market.order(order.id)).toMatchObject({
      feeHeld: 0n,
      available: 0n,
      life: 'complete',
      dealt: micro('100.000005'),
    })
  })

  it('that is already over stays unchanged', async () => {
    const [seller, buyer] = [await market.member(), await market.member()]
    const order = await market.sell(seller)
    const trade = await market.take(buyer, order, '100')
    await market.pay(trade)
    await market.release(trade)
    const before = [await market.order(order.id), await market.trade(trade.id)]
    await market.split(2)
    expect([await market.order(order.id), await market.trade(trade.id)]).toEqual(before)
    expect((await market.coins(buyer)).available).toBe('2200')
  })
})

/** How a trade gets to each of its states, and how it ends from there, for which side. */
const ways: { state: string; arrive: (trade: TradeRow) => Promise<unknown> }[] = [
  { state: 'unpaid', arrive: async () => undefined },
  {
    state: 'payment_grace',
    arrive: async () => {
      await market.shiftClock(minutes(31))
      await endDueTrades(market.db.database, market.context)
    },
  },
  { state: 'paid', arrive: trade => market.pay(trade) },
  {
    state: 'release_timeout',
    arrive: async trade => {
      await market.pay(trade)
      await market.shiftClock(minutes(31))
      await endDueTrades(market.db.database, market.context)
    },
  },
  {
    state: 'arbitration_from_grace',
    arrive: async trade => {
      await market.shiftClock(minutes(31))
      await endDueTrades(market.db.database, market.context)
      await market.claimLate(trade)
    },
  },
  { state: 'arbitration_from_paid', arrive: async trade => appealed(await market.pay(trade)) },
  {
    state: 'arbitration_from_timeout',
    arrive: async trade => {
      await market.pay(trade)
      await market.shiftClock(minutes(31))
      await endDueTrades(market.db.database, market.context)
      await appealed(trade)
    },
  },
]
const appealed = ({ id, sellerId }: TradeRow) =>
  market.inTx(tx =>
    appeal(tx, market.context, sellerId, id, {
      text: 'nothing has come',
      pictures: [],
      reason: 'not_received',
    }),
  )

describe.each(['sell', 'buy'] as const)('at a split a live trade of a %s order', side => {
  it.each(ways)('in $state keeps price and payment; all of its coin is paid out', async way => {
    const [owner, taker] = [await market.member(), await market.member()]
    const order = await (side === 'sell' ? market.sell : market.want)(owner, {
      price: micro('1.03'),
      quantity: micro('100.000001'),
      ...(side === 'sell' ? { concessionBps: 150 } : {}),
    })
    const trade = await market.take(taker, order, '33.333333')
    await way.arrive(trade)
    const before = await market.trade(trade.id)
    expect(before.state).toBe(way.state)
    await market.split(2)

    const live = await market.trade(trade.id)
    expect(live).toMatchObject({
      state: way.state,
      price: before.price,
      paymentAmount: before.paymentAmount,
      dealAmount: before.dealAmount,
      splitMultiple: 2n,
      quantity: before.quantity * 2n,
      fee: before.fee * 2n,
      concessionQuantity: before.concessionQuantity * 2n,
    })
    expect(await checkOtc(market.db.database)).toEqual([])

    // In the first two states nobody has paid: the coin goes back. In the others it is released.
    const deals = way.state !== 'unpaid' && way.state !== 'payment_grace'
    if (way.state.startsWith('arbitration'))
      await market.inTx(tx => settle(tx, market.context, trade.sellerId, trade.id, 'releaseAnyway'))
    else if (deals) await market.release(trade)
    else {
      await market.shiftClock(minutes(46))
      await endDueTrades(market.db.database, market.context)
      await endDueTrades(market.db.database, market.context)
    }
    const now = await market.order(order.id)
    await market.inTx(tx => cancel(tx, market.context, owner, asSeen(now)))
    const { sellerId, buyerId } = trade
    const all = parseAmount('2000')
    const gone = deals ? live.quantity : 0n
    const fee = deals ? live.fee : 0n
    expect(await market.coins(sellerId)).toEqual({
      available: shown(all - gone - fee),
      escrow: '0',
    })
    expect(await market.coins(buyerId)).toEqual({ available: shown(all + gone), escrow: '0' })
    expect(await market.order(order.id)).toMatchObject({ inTrade: 0n, available: 0n, dealt: gone })
  })
})

const shown = (amount: bigint): string => formatAmount(amount)
