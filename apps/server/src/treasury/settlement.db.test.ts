import { guidePrice, parseAmount, wireIdOf } from '@banyan/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { houseAccount, type Ledger, memberAccount, openLedger } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { newOrderNumber, newUuid } from '../platform/ids.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { inTime } from '../testing/in-time.ts'
import { changesOf, meet, systemLock, whileHeld } from '../testing/meet.ts'
import { bookFoundingMoney } from '../testing/receipts.ts'
import { finishTrade, type PaidEnding } from './trades.fixture.ts'

// Cut-offs are at 16:00 UTC, 00:00 in the platform's zone. The platform is founded on 1 March.
let system: EconomyFixture
beforeEach(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z')
})
afterEach(() => system.db.close())

describe('genesis', () => {
  test('puts 100 USDT behind 100 seed coins, once', async () => {
    await expect(bookFoundingMoney(system.database, system.treasury)).rejects.toThrow(
      'foundedBefore',
    )
    expect(await system.backing()).toEqual({ reserve: '100', outstanding: '100' })
    const seed = await system.ledger.balance(system.database, houseAccount('LEAF', 'SEED'))
    expect(seed).toEqual({ posted: 100_000000n, held: 0n })
    expect(await system.breaches()).toEqual([])
  })

  test('begins the first period: nothing is due before its cut-off', async () => {
    await system.setNow('2026-03-01T15:59:50Z')
    expect(await system.treasury.settleDue()).toBe(0)
    await system.setNow('2026-03-01T16:00:00Z')
    expect(await system.treasury.settleDue()).toBe(1)
    expect(await system.treasury.settleDue()).toBe(0)
    expect((await system.runs()).map(run => run.period)).toEqual(['2026-03-01'])
  })
})

describe('a settlement', () => {
  test('turns a subscription into coins, frees the rest and publishes the price', async () => {
    const member = await system.addMember('600')
    const order = await system.place(member, '500')
    expect(await system.wallet(member)).toEqual({ available: '100', frozen: '500', leaf: '0' })

    await system.setNow('2026-03-02T16:00:01Z')
    expect(await system.treasury.settleDue()).toBe(2)

    expect(await system.wallet(member)).toEqual({ available: '100', frozen: '0', leaf: '500' })
    expect(await system.backing()).toEqual({ reserve: '600', outstanding: '600' })
    const { items } = await system.list(member)
    expect(items[0]).toMatchObject({
      id: order.id,
      status: 'issued',
      filled: '500',
      quantity: '500',
      guidePrice: '1.000000',
      cancellable: false,
    })
    const guide = await system.call(guidePrice, null)
    expect(guide).toMatchObject({
      price: '1.000000',
      exitPrice: '1.000000',
      nextCutoff: '2026-03-03T16:00:00.000Z',
    })
    expect(guide.history.map(point => point.at)).toEqual([
      '2026-03-01T16:00:00.000Z',
      '2026-03-02T16:00:00.000Z',
    ])
    expect(await system.news()).toEqual(
      expect.arrayContaining([
        { memberId: member, topic: 'subscriptions', subject: order.id },
        { memberId: member, topic: 'wallets', subject: null },
        { memberId: null, topic: 'pricing', subject: null },
      ]),
    )
    expect(await system.breaches()).toEqual([])
  })

  test('lets orders before the first issue wait 24 hours, and a later one only for the next cut-off', async () => {
    const member = await system.addMember('1000')
    const first = await system.place(member, '50')
    expect(first.dealsAt).toBe('2026-03-02T16:00:00.000Z')
    await system.setNow('2026-03-01T16:00:01Z')
    await system.treasury.settleDue()
    expect((await system.list(member)).items[0]?.status).toBe('pending')

    const second = await system.place(member, '60')
    expect(second.dealsAt).toBe('2026-03-03T16:00:00.000Z')
    await system.setNow('2026-03-02T16:00:01Z')
    await system.treasury.settleDue()
    const third = await system.place(member, '70')
    expect(third.dealsAt).toBe('2026-03-03T16:00:00.000Z')
    const statuses = async () =>
      (await system.list(member)).items.map(item => [item.id, item.status, item.kind])
    expect(await statuses()).toEqual([
      [third.id, 'pending', 'additional'],
      [second.id, 'pending', 'first'],
      [first.id, 'issued', 'first'],
    ])
    await system.setNow('2026-03-03T16:00:01Z')
    await system.treasury.settleDue()
    expect(await statuses()).toEqual([
      [third.id, 'issued', 'additional'],
      [second.id, 'issued', 'additional'],
      [first.id, 'issued', 'first'],
    ])
  })

  test('waits for an order that was placed in time and commits late', async () => {
    const member = await system.addMember('1000')
    await system.place(member, '50')
    await system.setNow('2026-03-02T16:00:01Z')
    await system.treasury.settleDue()
    await system.setNow('2026-03-03T15:59:00Z')
    const placed = (tx: Tx) => system.placeIn(tx, member, '60')
    const [settling] = await whileHeld(system.db, placed, async held => {
      await system.setNow('2026-03-03T16:00:00Z')
      const begun = held.begin(() => system.treasury.settleDue())
      await held.waiters(1)
      expect((await system.runs()).map(run => run.period)).toEqual(['2026-03-01', '2026-03-02'])
      return [begun]
    })
    expect(await settling).toBe(1)
    expect(await system.wallet(member)).toMatchObject({ frozen: '0', leaf: '110' })
  })

  test('E4: an over-subscribed run fills all orders evenly and returns the rest to the last digit', async () => {
    // Members may subscribe 2,000 a round, so the demand of 6,000 / 9,000 / 1,000 is inserted as
    // rows.
    const demands = ['6000', '9000', '1000']
    const members = await Promise.all(demands.map(amount => system.addMember(amount)))
    for (const [i, member] of members.entries()) await placeBeyondLimits(member, demands[i] ?? '')
    await system.setNow('2026-03-01T16:00:01Z')
    await system.treasury.settleDue()

    const wallets = await Promise.all(members.map(member => system.wallet(member)))
    expect(wallets).toEqual([
      { available: '1500', frozen: '0', leaf: '4500' },
      { available: '4500', frozen: '0', leaf: '4500' },
      { available: '0', frozen: '0', leaf: '1000' },
    ])
    const statuses = await Promise.all(
      members.map(async member => (await system.list(member)).items[0]?.status),
    )
    expect(statuses).toEqual(['part_issued', 'part_issued', 'issued'])
    expect(await system.backing()).toEqual({ reserve: '10100', outstanding: '10100' })
    expect(await system.breaches()).toEqual([])
  })

  test('fills the orders that are open at its cut-off: flooding it and cancelling gains nothing', async () => {
    const flood = await Promise.all(Array.from({ length: 12 }, () => system.addMember('2000')))
    const [saver, another] = [await system.addMember('700'), await system.addMember('2000')]
    const orders = await Promise.all(flood.map(member => system.place(member, '2000')))
    await system.place(saver, '700')
    await system.place(another, '2000')
    // One places its cancelled orders again; eight cancel a minute before the cut-off.
    const cancel = (i: number) => system.cancel(flood[i] ?? '', orders[i]?.id ?? '')
    await cancel(0)
    await system.place(flood[0] ?? '', '2000')
    await system.setNow('2026-03-02T15:59:00Z')
    for (const i of [4, 5, 6, 7, 8, 9, 10, 11]) await cancel(i)
    await system.setNow('2026-03-02T16:00:01Z')
    await system.treasury.settleDue()
    // 700, and (10,000 − 700) ÷ 5 for each of the remaining others.
    const wallets = await Promise.all([saver, another, ...flood].map(one => system.wallet(one)))
    expect(wallets.map(({ leaf }) => leaf)).toEqual([
      '700',
      '1860',
      '1860',
      '1860',
      '1860',
      '1860',
      ...Array.from({ length: 8 }, () => '0'),
    ])
    expect(await system.breaches()).toEqual([])
  })

  test('takes the fee of every trade that paid one, however it ended, and the check finds one that none took', async () => {
    const [sellerId, buyerId] = [await system.addMember('1000'), await system.addMember('10')]
    await system.place(sellerId, '500')
    await system.setNow('2026-03-02T16:00:01Z')
    await system.treasury.settleDue()
    const trades = new Map<PaidEnding, string>()
    for (const ending of ['released', 'ruled', 'split'] as const)
      trades.set(ending, await finishTrade(system, { sellerId, buyerId, coins: '20', ending }))
    const feeCoins = () => system.ledger.balance(system.database, houseAccount('LEAF', 'FEE.coin'))
    expect((await feeCoins()).posted).toBe(500_000n)

    await system.setNow('2026-03-03T16:00:01Z')
    await system.treasury.settleDue()
    const taken = await system.database
      .selectFrom('otcTrade')
      .select(['id', 'feePeriod'])
      .where('id', 'in', [...trades.values()])
      .execute()
    expect(new Set(taken.map(one => one.id)).size).toBe(3)
    expect(new Set(taken.map(one => one.feePeriod))).toEqual(new Set(['2026-03-03']))
    expect((await feeCoins()).posted).toBe(0n)

    await system.setNow('2026-03-04T16:00:01Z')
    await system.treasury.settleDue()
    expect(await system.breaches()).toEqual([])
    await system.db.owner.query('update otc_trade set fee_period = null where id = $1', [
      trades.get('split'),
    ])
    const broken = (await system.breaches()).filter(one => one.invariant === 'fees of trades')
    expect(broken.map(({ what }) => what)).toEqual([
      expect.stringContaining(trades.get('split') as string),
    ])
  })

  test('that was filled unevenly is found by the check', async () => {
    const members = await Promise.all(['9000', '9000'].map(amount => system.addMember(amount)))
    for (const member of members) await placeBeyondLimits(member, '9000')
    await system.setNow('2026-03-01T16:00:01Z')
    await system.treasury.settleDue()
    expect(await system.breaches()).toEqual([])
    await system.db.owner.query(
      `update subscription set filled = filled + case when member_id = $1 then 1 else -1 end`,
      [members[0]],
    )
    const broken = (await system.breaches()).filter(({ invariant }) => invariant === 'even fills')
    expect(broken).toHaveLength(2)
    expect(broken[0]?.what).toContain('an even fill is 5000000000')
  })

  test('returns everything while the price is under the floor', async () => {
    const member = await system.addMember('500')
    await system.place(member, '100')
    const burn = {
      from: houseAccount('USDT', 'RESERVE'),
      to: houseAccount('USDT', 'RISK'),
      amount: 90_000001n,
      kind: 'withdrawal_fee' as const,
      reference: 'a loss',
    }
    await inTransaction(system.database, tx => system.ledger.post(tx, [burn]))
    await system.setNow('2026-03-02T16:00:01Z')
    await system.treasury.settleDue()
    expect(await system.wallet(member)).toEqual({ available: '500', frozen: '0', leaf: '0' })
    expect((await system.list(member)).items[0]).toMatchObject({ status: 'refunded', filled: '0' })
    expect((await system.pricing.guide(system.database)).exitPrice).toBe(99999n)
    expect(await system.breaches()).toEqual([])
  })
})

describe('missed periods', () => {
  test('are run one by one, each with the orders of its own cut-off', async () => {
    const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']
    const member = await system.addMember('1000')
    await system.place(member, '100')
    await system.setNow('2026-03-02T18:00:00Z')
    await system.place(member, '200')
    await system.setNow('2026-03-04T16:00:01Z')
    expect(await system.treasury.settleDue()).toBe(4)
    const runs = await system.runs()
    expect(runs.map(run => run.period)).toEqual(days)
    expect(runs.every(run => run.published)).toBe(true)
    expect(new Set(runs.map(run => run.input)).size).toBe(4)
    const filled = await system.database
      .selectFrom('subscription')
      .select(['amount', 'period'])
      .orderBy('placedAt')
      .execute()
    expect(filled).toEqual([
      { amount: 100_000000n, period: '2026-03-02' },
      { amount: 200_000000n, period: '2026-03-04' },
    ])
    expect(await system.breaches()).toEqual([])
  })
})

describe('a run that is stopped', () => {
  const settledMembers = async () => {
    const members = await Promise.all(Array.from({ length: 7 }, () => system.addMember('2000')))
    for (const member of members) await system.place(member, '1990')
    await system.setNow('2026-03-02T16:00:01Z')
    return members
  }

  test.each([0, 1, 2, 3, 5, 6])('after %i orders goes on to the same bytes', async stopAfter => {
    const members = await settledMembers()
    const broken = system.openNode({ ledger: stoppingLedger(stopAfter), chunk: 2 })
    await expect(broken.treasury.settleDue()).rejects.toThrow('the power is out')

    const [, stopped] = await system.runs()
    expect(stopped).toMatchObject({ period: '2026-03-02', published: false })
    expect(await system.breaches()).toEqual([])
    // The order cannot escape while its run is stopped.
    const last = members.at(-1) ?? ''
    const { items } = await system.list(last)
    await expect(system.cancel(last, items[0]?.id ?? '')).rejects.toThrow('subscriptionSettling')

    expect(await system.openNode({ chunk: 3 }).treasury.settleDue()).toBe(1)
    const [, finished] = await system.runs()
    expect(finished).toEqual({ ...stopped, published: true })
    // 7 × 1,990 is above 10,000: 1,428.571428 each, and the remaining four units by the ids.
    for (const [i, member] of members.toSorted().entries()) {
      const [available, leaf] =
        i < 4 ? ['571.428571', '1428.571429'] : ['571.428572', '1428.571428']
      expect(await system.wallet(member)).toEqual({ available, frozen: '0', leaf })
    }
    expect(await system.breaches()).toEqual([])
  })

  test('does not continue when it does not compute to its hashes', async () => {
    await settledMembers()
    const broken = system.openNode({ ledger: stoppingLedger(2), chunk: 2 })
    await expect(broken.treasury.settleDue()).rejects.toThrow('the power is out')
    await system.db.owner.query(
      'update settlement_run set reserve = reserve + 1 where published_at is null',
    )
    const before = await system.backing()
    await expect(system.treasury.settleDue()).rejects.toThrow('is stopped: its input has the hash')
    expect(await system.backing()).toEqual(before)
    expect(await system.treasury.isRed(system.database)).toBe(true)
  })
})

test('two nodes at once settle each period once', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => system.addMember('1000')))
  for (const member of members) await system.place(member, '1000')
  await system.setNow('2026-03-03T16:00:01Z')
  const first = system.openNode({ chunk: 1 })
  // The first is stopped where it closes a run: a second node finds it at work, and leaves the run
  // to it.
  const [settling] = await whileHeld(system.db, changesOf('settlement_run'), async held => {
    const begun = held.begin(() => first.treasury.settleDue())
    await held.waiters(1)
    for (let other = 0; other < 3; other++) {
      const { treasury } = system.openNode({ chunk: 1 })
      expect(await inTime('another node leaves the run to it', treasury.settleDue())).toBe(0)
    }
    return [begun]
  })
  expect(await settling).toBe(3)
  expect(await system.treasury.settleDue()).toBe(0)
  for (const member of members) {
    expect(await system.wallet(member)).toEqual({ available: '0', frozen: '0', leaf: '1000' })
  }
  expect(await system.breaches()).toEqual([])
})

test('a caller that waits for the settling node finds nothing due', async () => {
  await system.setNow('2026-03-03T16:00:01Z')
  const nodes = Array.from({ length: 3 }, () => system.openNode({ chunk: 1 }))
  const waiting = await meet(
    system.db,
    systemLock('settlement'),
    nodes.map(({ treasury }) => async () => {
      await treasury.settleDue({ waits: true })
      return (await treasury.lastPublished(system.database))?.period
    }),
  )
  expect(await Promise.all(waiting)).toEqual(Array(3).fill('2026-03-03'))
})

/** A ledger that fails at the first order after this many, as a kill would. */
function stoppingLedger(after: number): Ledger {
  const real = openLedger()
  let posted = 0
  return {
    ...real,
    endHolds: (tx, endings, beside) => {
      posted += endings.length
      if (posted > after) throw new Error('the power is out')
      return real.endHolds(tx, endings, beside)
    },
  }
}

/** An order above the member's limits, ripe at once: only a test can make one. */
async function placeBeyondLimits(memberId: string, text: string): Promise<void> {
  const id = newUuid()
  const amount = parseAmount(text)
  await inTransaction(system.database, async tx => {
    const account = memberAccount(memberId, 'USDT')
    const reference = wireIdOf('sub', id)
    const holdId = await system.ledger.hold(tx, {
      account,
      amount,
      kind: 'subscription',
      reference,
    })
    const placedAt = await systemNow(tx)
    const orderNumber = newOrderNumber('S', placedAt)
    await tx
      .insertInto('subscription')
      .values({
        id,
        orderNumber,
        memberId,
        amount,
        holdId,
        placedAt,
        state: 'pending',
        ripeAt: placedAt,
        kind: 'first',
        idempotencyKey: id,
        ruleVersion: 1,
      })
      .execute()
  })
}
