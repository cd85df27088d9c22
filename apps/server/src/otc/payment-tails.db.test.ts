import { paymentTails, tailOf } from '@banyan/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { ringOf, type VersionedKey } from '../platform/key-ring.ts'
import { openSealing } from '../platform/sealing.ts'
import { checkLateOtc, checkOtc } from './check.ts'
import { endDueTrades } from './deadlines.ts'
import {
  addressOfMember,
  type Market,
  micro,
  minutes,
  openMarket,
  refusalOf,
} from './market.fixture.ts'
import { freeEndedTails, payToKey } from './payment-tails.ts'
import { duePayments, tradesPaidBy } from './trade-payments.ts'
import type { TradeRow } from './trade-store.ts'
import { keyTrades, openWhereToPay } from './where-to-pay.ts'

const HOURS = 60 * minutes(1)

let market: Market
let seller: string
let buyer: string
beforeAll(async () => {
  market = await openMarket()
})
afterAll(async () => {
  // Later than every time that a test has reached, so that all tails are free.
  await market.shiftClock(200 * HOURS)
  expect(await checkOtc(market.db.database)).toEqual([])
  expect(await checkLateOtc(market.db.database)).toEqual([])
  expect(await checkInvariants(market.db.database)).toEqual([])
  await market.db.close()
})
beforeEach(async () => {
  await market.shiftClock(0)
  seller = await market.member()
  buyer = await market.member()
})

const anOrder = (quantity = '100') =>
  market.sell(seller, { quantity: micro(quantity), minQuantity: micro('1') })
const tails = (trades: readonly TradeRow[]) => trades.map(one => tailOf(one.paymentAmount))

/**
 * Makes these tails taken at a trade's address: writes as many copies of the trade, each with
 * another tail.
 */
const holdTails = (trade: TradeRow, which: string) =>
  market.db.owner.query(
    `insert into otc_trade (id, matching_id, order_id, order_side, seller_id, buyer_id, state, quantity, price, deal_amount,
       concession_quantity, payment_amount, payment_tail, tail_held, fee, network, pay_to_key, pay_to_sealed, dealt_at,
       payment_deadline, grace_deadline, rule_version, idempotency_key)
     select gen_random_uuid(), gen_random_uuid()::text, order_id, order_side, gen_random_uuid(), buyer_id, 'unpaid', quantity, price, deal_amount,
       concession_quantity, payment_amount - payment_tail + tail, tail, true, fee, network, pay_to_key, pay_to_sealed, dealt_at,
       payment_deadline, grace_deadline, rule_version, gen_random_uuid()::text
     from otc_trade, generate_series(100, 9900) tail where otc_trade.id = $1 and tail <> payment_tail and ${which}`,
    [trade.id],
  )
/** Removes what `holdTails` wrote: there is no coin behind it. */
const forget = () =>
  market.db.owner.query(
    `delete from otc_trade where not exists (select from otc_trade_event where trade_id = otc_trade.id)`,
  )
afterEach(forget)

describe('the payment amount', () => {
  it('is the quote with a tail of its own, whichever order of the seller is taken, from either side', async () => {
    const [one, other] = [await anOrder(), await anOrder()]
    const wanted = await market.want(buyer, { quantity: micro('20'), minQuantity: micro('1') })
    const trades = [
      await market.take(buyer, one, '20'),
      await market.take(buyer, await market.order(one.id), '20'),
      await market.take(buyer, other, '20'),
      await market.take(seller, wanted, '20'),
    ]
    for (const { paymentAmount, paymentTail } of trades) {
      expect(paymentAmount - tailOf(paymentAmount)).toBe(micro('20'))
      expect(BigInt(paymentTail ?? 0)).toBe(tailOf(paymentAmount))
    }
    expect(new Set(tails(trades)).size).toBe(4)
    expect(tails(trades).every(tail => tail > 0n && tail % paymentTails.step === 0n)).toBe(true)
  })

  it('differs between takes that race at one address, each in a transaction of its own', async () => {
    const orders = await Promise.all(Array.from({ length: 4 }, () => anOrder('50')))
    const trades = await Promise.all(
      orders.flatMap(order => Array.from({ length: 10 }, () => market.take(buyer, order, '1'))),
    )
    expect(new Set(tails(trades)).size).toBe(40)
  })

  it('is refused a second time at one address by the database itself, and never changes', async () => {
    const trade = await market.take(buyer, await anOrder(), '20')
    const copy = market.db.owner.query(
      `insert into otc_trade (id, matching_id, order_id, order_side, seller_id, buyer_id, state, quantity, price, deal_amount,
         concession_quantity, payment_amount, payment_tail, tail_held, fee, network, pay_to_key, pay_to_sealed, dealt_at,
         payment_deadline, grace_deadline, rule_version, idempotency_key)
       select gen_random_uuid(), 'copy', order_id, order_side, seller_id, buyer_id, state, quantity, price, deal_amount,
         concession_quantity, payment_amount + 10000, payment_tail, true, fee, network, pay_to_key, pay_to_sealed, dealt_at,
         payment_deadline, grace_deadline, rule_version, 'copy' from otc_trade where id = $1`,
      [trade.id],
    )
    await expect(copy).rejects.toThrow(/otc_trade_tail/)
    const change = (what: string) =>
      market.db.owner.query(`update otc_trade set ${what} where id = $1`, [trade.id])
    await expect(change('payment_amount = payment_amount + 10000')).rejects.toThrow(
      /keeps what it is/,
    )
    await expect(change('payment_amount = payment_amount + 100')).rejects.toThrow()
  })
})

describe('a take while the field key is switched', () => {
  it('is stored with one key: what it is looked up by, and what is encrypted', async () => {
    const order = await anOrder()
    const keys = [1, 2].map(version => ({ version, key: Buffer.alloc(32, version) }))
    const [first, second] = keys as [VersionedKey, VersionedKey]
    const ring = ringOf(first.key)
    const sealing = openSealing(ring)
    const before = market.context.sealing
    market.context.sealing = {
      ...sealing,
      // The process follows the switch right after the take has read which tails are free.
      indexes: (text, place) => {
        const indexes = sealing.indexes(text, place)
        ring.accept([second, first])
        return indexes
      },
    }
    const trade = await market.take(buyer, order, '20').finally(() => {
      market.context.sealing = before
    })
    expect(trade.payToSealed?.[0]).toBe(2)
    const { payTo } = openWhereToPay(sealing, trade)
    expect(trade.payToKey).toEqual(payToKey(sealing, 'BSC', payTo))
  })
})

describe('an address whose tails', () => {
  it('with four decimals are all taken gets tails with six', async () => {
    const order = await anOrder()
    const first = await market.take(buyer, order, '20')
    await holdTails(first, 'tail % 100 = 0')
    const next = await market.take(buyer, await market.order(order.id), '20')
    expect(tailOf(next.paymentAmount) % paymentTails.step).not.toBe(0n)
  })

  it('are all taken refuses only this network, with a reason; the order is unchanged', async () => {
    const order = await market.sell(seller, { networks: ['BSC', 'TRON'], minQuantity: micro('1') })
    const first = await market.take(buyer, order, '20')
    await holdTails(first, 'true')
    const before = await market.order(order.id)
    expect(await refusalOf(market.take(buyer, before, '20'))).toBe('paymentAmountsTaken')
    expect(await market.order(order.id)).toEqual(before)
    const wanted = await market.want(buyer, { quantity: micro('20'), minQuantity: micro('1') })
    expect(await refusalOf(market.take(seller, wanted, '20'))).toBe('paymentAmountsTaken')
    expect((await market.take(buyer, before, '20', 'TRON')).network).toBe('TRON')
  })
})

describe('a tail', () => {
  it('is held until three days after its trade has ended, and is free then', async () => {
    const order = await anOrder()
    const trade = await market.take(buyer, order, '20')
    await market.giveUp(trade)
    const held = async () => (await market.trade(trade.id)).tailHeld
    await market.shiftClock(72 * HOURS - minutes(1))
    await freeEndedTails(market.db.database)
    expect(await held()).toBe(true)
    await market.shiftClock(72 * HOURS + minutes(1))
    await freeEndedTails(market.db.database)
    expect(await held()).toBe(false)
  })

  it('that a clock which was ahead has freed is named by the check once the clock is right', async () => {
    const trade = await market.take(buyer, await anOrder(), '20')
    await market.giveUp(trade)
    await market.shiftClock(72 * HOURS + minutes(1))
    await freeEndedTails(market.db.database)
    const named = async () => {
      const found = [
        await checkOtc(market.db.database),
        await checkLateOtc(market.db.database),
      ] as const
      return found.map(breaches =>
        breaches.filter(({ what }) => what.includes(trade.id)).map(({ invariant }) => invariant),
      )
    }
    expect(await named(), 'by the clock that freed it').toEqual([[], []])
    await market.shiftClock(24 * HOURS)
    expect(await named()).toEqual([['I15 tails'], ['I15 tails']])
    await market.shiftClock(72 * HOURS + minutes(1))
    expect(await named()).toEqual([[], []])
  })

  it('of a trade that is open is held however long that takes', async () => {
    const trade = await market.take(buyer, await anOrder(), '20')
    await market.pay(trade)
    await market.shiftClock(200 * HOURS)
    while ((await endDueTrades(market.db.database, market.context)) > 0);
    await freeEndedTails(market.db.database)
    expect((await market.trade(trade.id)).tailHeld).toBe(true)
  })
})

describe('the address that a buyer pays from', () => {
  it('can be named at the take; an invalid address of the network is refused', async () => {
    const { context } = market
    const before = context.checkedAddress
    context.checkedAddress = (network, address) =>
      address.startsWith('0x') && network === 'BSC' ? address : null
    const order = await anOrder()
    const refused = refusalOf(market.take(buyer, order, '20', 'BSC', 'T123'))
    expect(await refused).toBe('payFromAddress')
    const own = `0x${'ab12cd34ef'.repeat(4)}`
    const trade = await market.take(buyer, order, '20', 'BSC', own)
    context.checkedAddress = before
    const [due] = await duePayments(market.db.database, context.sealing, [trade.id])
    expect(due).toMatchObject({ payFrom: own, payTo: addressOfMember(seller) })
    const { rows } = await market.db.owner.query(
      'select otc_trade::text as stored from otc_trade where id = $1',
      [trade.id],
    )
    expect(rows[0].stored).toContain(trade.id)
    expect(rows[0].stored, 'the address is sealed').not.toContain(own.slice(2))
  })
})

describe('a trade from before tails', () => {
  it('keeps its payment in whole cents, and is found by its address once that has its key', async () => {
    const { db, context } = market
    const trade = await market.take(buyer, await anOrder(), '20')
    await db.owner.query('alter table otc_trade disable trigger otc_trade_steps')
    await db.owner.query(
      `update otc_trade set payment_amount = payment_amount - payment_tail, payment_tail = null, tail_held = false,
         pay_to_key = null where id = $1`,
      [trade.id],
    )
    await db.owner.query('alter table otc_trade enable trigger otc_trade_steps')
    const paid = () =>
      tradesPaidBy(db.database, context.sealing, 'BSC', [
        // Addresses are compared without regard to upper and lower case.
        {
          to: addressOfMember(seller).toUpperCase().replace('0X', '0x'),
          amount: micro('20'),
          at: new Date(),
        },
      ])
    expect(await paid()).toEqual([[]])
    expect(await market.inTx(tx => keyTrades(tx, context.sealing))).toBe(1)
    expect(await market.inTx(tx => keyTrades(tx, context.sealing))).toBe(0)
    expect(await paid()).toEqual([[trade.id]])
    expect(
      await tradesPaidBy(db.database, openSealing(ringOf(Buffer.alloc(32, 1))), 'BSC', [
        { to: addressOfMember(seller), amount: micro('20'), at: new Date() },
      ]),
    ).toEqual([[]])
  })
})
