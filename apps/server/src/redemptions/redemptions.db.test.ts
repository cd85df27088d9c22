import * as domain from '@banyan/domain'
import { ONE } from '@banyan/domain'
import { canonicalJson } from '@banyan/economy'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants, type Ledger, memberAccount, openLedger } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { Refused } from '../platform/refused.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { changesOf, meet, meetInTurn, times } from '../testing/meet.ts'
import {
  closeRedemptions,
  decideRedemptions,
  giveCoins,
  liftReserve,
  postRedemptions,
  redeemFacts,
  redeemPeriod,
} from '../testing/redeeming.ts'
import { checkRedemptions } from './index.ts'

/** Founded with 100 USDT and 100 LEAF; the first cut-off is 16:00 UTC of the same day. */
let system: EconomyFixture
/** False once a test has made the books wrong on purpose. */
let whole = true
beforeEach(async () => {
  whole = true
  system = await openEconomy('2026-03-01T08:00:00Z')
})
afterEach(async () => {
  if (whole) {
    expect(await checkRedemptions(system.database)).toEqual([])
    expect(await checkInvariants(system.database)).toEqual([])
  }
  await system.db.close()
})

/** A member with coins, and an equal amount in the reserve: a price of one. */
async function holder(coins: bigint): Promise<string> {
  const member = await system.addMember('10')
  await giveCoins(system, member, coins * ONE)
  await liftReserve(system, coins * ONE)
  return member
}
const place = (member: string, quantity: string, key?: string) =>
  system.call(domain.requestExchange, member, {
    body: { quantity, paymentPassword: '' },
    ...(key === undefined ? {} : { key }),
  })
const cancel = (member: string, id: string) =>
  system.call(domain.cancelRedemption, member, { params: { id } })
const own = async (member: string) => (await system.call(domain.redemptionList, member)).items
const coinsOf = (member: string) =>
  system.ledger.balance(system.database, memberAccount(member, 'LEAF'))
const refusalOf = async (act: Promise<unknown>): Promise<Refused> => {
  const error = await act.catch((thrown: unknown) => thrown)
  if (!(error instanceof Refused)) throw new Error(`not refused: ${String(error)}`)
  return error
}

describe('queueing', () => {
  test('sets the coins aside under an order number of the day, until the next cut-off', async () => {
    const member = await holder(100n)
    const order = await place(member, '60')
    expect(order.orderNumber).toMatch(/^E260301\d{8}$/)
    expect(order).toMatchObject({
      kind: 'exchange',
      quantity: '60',
      status: 'queued',
      cancellable: true,
      estimate: '59.4',
      exitPrice: null,
      gross: null,
      fee: null,
      net: null,
      dealsAt: '2026-03-01T16:00:00.000Z',
    })
    expect(await coinsOf(member)).toEqual({ posted: 100n * ONE, held: 60n * ONE })
    expect(await system.call(domain.redemptionTerms, member)).toEqual({
      exitPrice: '1.000000',
      feeBps: 100,
      minimum: '1',
      available: '40',
      nextCutoff: '2026-03-01T16:00:00.000Z',
      undo: null,
    })
  })

  test('refuses less than one coin unless it is the whole rest, and more than there is', async () => {
    const member = await holder(2n)
    expect(await refusalOf(place(member, '0.999999'))).toMatchObject({
      refusal: 'exchangeTooSmall',
      slots: { min: '1' },
    })
    expect(await refusalOf(place(member, '2.000001'))).toMatchObject({
      refusal: 'insufficientBalance',
      slots: { asset: 'LEAF', needed: '2.000001', available: '2' },
    })
    await place(member, '1.4')
    expect(await place(member, '0.6')).toMatchObject({ quantity: '0.6', status: 'queued' })
  })

  test('refuses a key that has made an order before', async () => {
    const member = await holder(10n)
    const key = newUuid()
    await place(member, '1', key)
    expect(await refusalOf(place(member, '1', key))).toMatchObject({ refusal: 'keyReused' })
  })

  test('gives the last coins to one of twenty, or to the market, never to two', async () => {
    const member = await holder(5n)
    const sell = () =>
      inTransaction(system.database, tx =>
        system.ledger.post(tx, [
          {
            from: memberAccount(member, 'LEAF'),
            to: memberAccount(member, 'LEAF', 'escrow'),
            amount: 5n * ONE,
            kind: 'otc_freeze',
            reference: newUuid(),
          },
        ]),
      )
    const tries = await meet<unknown>(
      system.db,
      changesOf('ledger_account'),
      times<unknown>(20, i => (i % 2 === 0 ? place(member, '5') : sell())),
    )
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of outcomes)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ refusal: 'insufficientBalance' })
  })
})

describe('cancelling', () => {
  test('frees all the coins, and R and N are unchanged', async () => {
    const member = await holder(100n)
    const before = await system.backing()
    const { id } = await place(member, '60')
    expect(await cancel(member, id)).toMatchObject({ status: 'cancelled', cancellable: false })
    expect(await coinsOf(member)).toEqual({ posted: 100n * ONE, held: 0n })
    await redeemPeriod(system, '2026-03-01')
    expect(await system.backing()).toEqual(before)
  })

  test("refuses another member's order as not found, and an ended one with its fresh state", async () => {
    const [member, other] = [await holder(10n), await holder(10n)]
    const { id } = await place(member, '10')
    expect(await refusalOf(cancel(other, id))).toMatchObject({ refusal: 'notFound' })
    await cancel(member, id)
    expect(await refusalOf(cancel(member, id))).toMatchObject({
      refusal: 'stale',
      data: { id, status: 'cancelled' },
    })
  })

  test('ends at the cut-off instant, also when the run is late', async () => {
    const member = await holder(10n)
    const { id } = await place(member, '10')
    await system.setNow('2026-03-01T16:00:00Z')
    expect(await own(member)).toMatchObject([{ status: 'queued', cancellable: false }])
    expect(await refusalOf(cancel(member, id))).toMatchObject({ refusal: 'redemptionSettling' })
  })

  test('against the cut-off, every order has exactly one outcome: a cancellation before it succeeds', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => holder(10n)))
    const orders = await Promise.all(
      members.map(async member => ({ member, id: (await place(member, '10')).id })),
    )
    const cancels = orders.slice(0, 4).map(
      ({ member, id }) =>
        () =>
          cancel(member, id),
    )
    const close = () => closeRedemptions(system, '2026-03-01')
    // Each transaction holds its order where it frees the coins: the cut-off finds them and waits.
    const sides = [...cancels, close]
    const ended = await meetInTurn<unknown>(system.db, changesOf('ledger_account'), sides)
    await Promise.all(ended)
    await postRedemptions(system, await decideRedemptions(system, '2026-03-01'))
    for (const [i, { member }] of orders.entries()) {
      const gone = i < 4
      expect(await own(member)).toMatchObject([{ status: gone ? 'cancelled' : 'done' }])
      expect((await coinsOf(member)).posted).toBe(gone ? 10n * ONE : 0n)
    }
  })

  test('waits for a cut-off that has the order, and finds it settling', async () => {
    const member = await holder(10n)
    const { id } = await place(member, '10')
    const closing = (tx: Tx) =>
      system.redemptions.closeRound(tx, {
        period: '2026-03-01',
        cutoff: new Date('2026-03-01T16:00:00Z'),
        deals: true,
      })
    const [refused] = await meet(system.db, closing, [() => refusalOf(cancel(member, id))])
    expect(await refused).toMatchObject({ refusal: 'redemptionSettling' })
  })
})

describe('step 7 of a run', () => {
  test('burns the coins and pays gross less fee at the exit price; the fee stays in the reserve', async () => {
    const member = await holder(900n)
    // R = 1,050, N = 1,000: a price of 1.05.
    await liftReserve(system, 50n * ONE)
    await place(member, '100')
    const outcome = await redeemPeriod(system, '2026-03-01')
    expect(await own(member)).toMatchObject([
      {
        status: 'done',
        quantity: '100',
        exitPrice: '1.050000',
        cancellable: false,
        gross: '105',
        fee: '1.05',
        net: '103.95',
      },
    ])
    expect(await system.backing()).toEqual({ reserve: '946.05', outstanding: '900' })
    expect(outcome).toMatchObject({ reserve: 946_050000n, outstanding: 900n * ONE })
    expect(await system.wallet(member)).toEqual({ available: '113.95', frozen: '0', leaf: '800' })
    const { lines } = await system.ledger.statement(system.database, member, { limit: 2 })
    // Both are of one instant, so their order is that of the accounts.
    expect(new Map(lines.map(({ kind, amount }) => [kind, amount]))).toEqual(
      new Map([
        ['exchange', 103_950000n],
        ['exchange_burn', -100n * ONE],
      ]),
    )
    const news = await system.news()
    expect(news.filter(one => one.memberId === member && one.topic === 'redemptions')).toHaveLength(
      2,
    )
  })

  test('pays nothing for a tiny amount that its fee consumes, and burns it all the same', async () => {
    const member = await holder(1n)
    await giveCoins(system, member, 1n)
    await liftReserve(system, 1n)
    await place(member, '1')
    await place(member, '0.000001')
    await redeemPeriod(system, '2026-03-01')
    expect((await own(member)).map(({ gross, fee, net }) => [gross, fee, net])).toEqual([
      ['0.000001', '0.000001', '0'],
      ['1', '0.01', '0.99'],
    ])
    expect((await coinsOf(member)).posted).toBe(0n)
  })

  test('takes what was queued before its cut-off, and leaves the rest to the next run', async () => {
    const [early, late] = [await holder(10n), await holder(10n)]
    await place(early, '10')
    await system.setNow('2026-03-01T16:00:00Z')
    await place(late, '10')
    expect((await redeemPeriod(system, '2026-03-01')).exchanges).toHaveLength(1)
    expect(await own(early)).toMatchObject([{ status: 'done' }])
    expect(await own(late)).toMatchObject([
      { status: 'queued', cancellable: true, dealsAt: '2026-03-02T16:00:00.000Z' },
    ])
    expect((await redeemPeriod(system, '2026-03-02')).exchanges).toHaveLength(1)
  })

  test('at a price of zero leaves everybody in the queue, free to cancel, until there is a price', async () => {
    const [staying, leaving] = [await holder(50n), await holder(50n)]
    await place(staying, '50')
    const { id } = await place(leaving, '50')
    await liftReserve(system, -200n * ONE)
    await redeemPeriod(system, '2026-03-01')
    for (const member of [staying, leaving])
      expect(await own(member)).toMatchObject([
        { status: 'queued', cancellable: true, dealsAt: '2026-03-02T16:00:00.000Z' },
      ])
    await cancel(leaving, id)
    await liftReserve(system, 300n * ONE)
    const outcome = await redeemPeriod(system, '2026-03-02')
    expect(outcome.exchanges).toMatchObject([{ gross: 75n * ONE, pay: 74_250000n }])
    expect(await own(staying)).toMatchObject([{ status: 'done', exitPrice: '1.500000' }])
    // The first run's orders are unchanged.
    expect((await redeemFacts(system, '2026-03-01')).exchanges).toHaveLength(2)
  })

  test('counts coins that were split in the queue in the units of its cut-off', async () => {
    const member = await holder(100n)
    const { id } = await place(member, '60')
    await inTransaction(system.database, tx => system.ledger.split(tx, 2))
    expect(await own(member)).toMatchObject([{ id, quantity: '120', status: 'queued' }])
    await closeRedemptions(system, '2026-03-01')
    const facts = canonicalJson(await redeemFacts(system, '2026-03-01'))
    await inTransaction(system.database, tx => system.ledger.split(tx, 5))
    expect(canonicalJson(await redeemFacts(system, '2026-03-01'))).toBe(facts)
    // A run that continues after a split posts the coins in the units of its own time.
    const before = { reserve: 200n * ONE, outstanding: 400n * ONE }
    const deal = { quantity: 120n * ONE, gross: 60n * ONE, fee: 600000n, pay: 59_400000n }
    const [order] = (await redeemFacts(system, '2026-03-01')).exchanges
    expect(order?.quantity).toBe(deal.quantity)
    const deals = new Map([[order?.id ?? '', { id: order?.id ?? '', ...deal }]])
    const outcome = {
      period: '2026-03-01',
      ruleVersion: 1,
      exitPrice: before.reserve / 400n,
      deals,
    }
    await postRedemptions(system, { posted: outcome })
    expect((await coinsOf(member)).posted).toBe(400n * ONE)
    expect(await own(member)).toMatchObject([{ status: 'done', quantity: '120', net: '59.4' }])
  })

  test.each([0, 1, 2, 3, 4])('killed after %i orders goes on to the same bytes', async after => {
    const members = await Promise.all(Array.from({ length: 5 }, () => holder(20n)))
    for (const member of members) await place(member, '20')
    await system.setNow('2026-03-01T16:00:01Z')
    await closeRedemptions(system, '2026-03-01')
    const facts = canonicalJson(await redeemFacts(system, '2026-03-01'))
    const decided = await decideRedemptions(system, '2026-03-01')

    const broken = system.openNode({ ledger: stoppingLedger(after) })
    await expect(postRedemptions(system, decided, { node: broken, chunk: 1 })).rejects.toThrow(
      'the power is out',
    )
    const half = await Promise.all(members.map(async member => (await own(member))[0]?.status))
    expect(half.filter(status => status === 'done')).toHaveLength(after)
    expect(await checkRedemptions(system.database)).toEqual([])

    expect(canonicalJson(await redeemFacts(system, '2026-03-01'))).toBe(facts)
    await postRedemptions(system, decided, { chunk: 3 })
    for (const member of members) {
      expect(await own(member)).toMatchObject([{ status: 'done', net: '19.8' }])
      expect(await system.wallet(member)).toEqual({ available: '29.8', frozen: '0', leaf: '0' })
    }
    expect(await system.backing()).toEqual({ reserve: '101', outstanding: '100' })
  })

  test('two nodes at once settle each order once', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => holder(20n)))
    for (const member of members) await place(member, '20')
    await closeRedemptions(system, '2026-03-01')
    const decided = await decideRedemptions(system, '2026-03-01')
    const nodes = [1, 2, 3].map(chunk => () => postRedemptions(system, decided, { chunk }))
    await Promise.all(await meet(system.db, changesOf('redemption'), nodes))
    for (const member of members)
      expect(await system.wallet(member)).toEqual({ available: '29.8', frozen: '0', leaf: '0' })
  })
})

describe('the check', () => {
  test('finds a hold without an order, and an order without its postings', async () => {
    whole = false
    const member = await holder(10n)
    const { orderNumber } = await place(member, '4')
    await inTransaction(system.database, tx =>
      system.ledger.hold(tx, {
        account: memberAccount(member, 'LEAF'),
        amount: ONE,
        kind: 'exchange',
        reference: 'nobody',
      }),
    )
    const text = (await checkRedemptions(system.database)).map(one => one.what).join('\n')
    expect(text).toContain('belongs to no redemption')
    await system.db.owner.query(`
      update redemption set state = 'done', period = '2026-03-01', closed_at = now(),
        ended_quantity = quantity, exit_price = 1, gross = 4, fee = 1, pay = 3, deal_version = 1
      where order_number = '${orderNumber}'`)
    const lies = (await checkRedemptions(system.database)).map(one => one.what).join('\n')
    expect(lies).toContain('4 LEAF ended, 0 LEAF burned')
    expect(lies).toContain('still open')
  })
})

/** A ledger that fails after this many holds have ended, as a kill would. */
function stoppingLedger(after: number): Ledger {
  const real = openLedger()
  let ended = 0
  return {
    ...real,
    endHolds: (tx, endings, beside) => {
      ended += endings.length
      if (ended > after) throw new Error('the power is out')
      return real.endHolds(tx, endings, beside)
    },
  }
}
