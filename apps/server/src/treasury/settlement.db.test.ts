import { guidePrice, parseAmount, wireIdOf } from '@banyan/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { houseAccount, type Ledger, memberAccount, openLedger } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { houseNow, inTransaction } from '../platform/database/transaction.ts'
import { newOrderNumber, newUuid } from '../platform/ids.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { inTime } from '../testing/in-time.ts'
import { changesOf, houseLock, meet, whileHeld } from '../testing/meet.ts'
import { foundOnChain } from '../testing/receipts.ts'

// Cut-offs are at 16:00 UTC, 00:00 in the house's zone. The house is founded on 1 March.
let house: EconomyFixture
beforeEach(async () => {
  house = await openEconomy('2026-03-01T08:00:00Z')
})
afterEach(() => house.db.close())

describe('genesis', () => {
  test('puts 100 USDT behind 100 seed coins, once', async () => {
    await expect(foundOnChain(house.database, house.treasury)).rejects.toThrow('foundedBefore')
    expect(await house.backing()).toEqual({ reserve: '100', outstanding: '100' })
    const seed = await house.ledger.balance(house.database, houseAccount('LEAF', 'SEED'))
    expect(seed).toEqual({ posted: 100_000000n, held: 0n })
    expect(await house.breaches()).toEqual([])
  })

  test('begins the first period: nothing is due before its cut-off', async () => {
    await house.setNow('2026-03-01T15:59:50Z')
    expect(await house.treasury.settleDue()).toBe(0)
    await house.setNow('2026-03-01T16:00:00Z')
    expect(await house.treasury.settleDue()).toBe(1)
    expect(await house.treasury.settleDue()).toBe(0)
    expect((await house.runs()).map(run => run.period)).toEqual(['2026-03-01'])
  })
})

describe('a settlement', () => {
  test('turns a subscription into coins, frees what is left and publishes the price', async () => {
    const member = await house.addMember('600')
    const order = await house.place(member, '500')
    expect(await house.wallet(member)).toEqual({ available: '100', frozen: '500', leaf: '0' })

    await house.setNow('2026-03-02T16:00:01Z')
    expect(await house.treasury.settleDue()).toBe(2)

    expect(await house.wallet(member)).toEqual({ available: '100', frozen: '0', leaf: '500' })
    expect(await house.backing()).toEqual({ reserve: '600', outstanding: '600' })
    const { items } = await house.list(member)
    expect(items[0]).toMatchObject({
      id: order.id,
      status: 'issued',
      filled: '500',
      quantity: '500',
      guidePrice: '1.000000',
      cancellable: false,
    })
    const guide = await house.call(guidePrice, null)
    expect(guide).toMatchObject({
      price: '1.000000',
      exitPrice: '1.000000',
      nextCutoff: '2026-03-03T16:00:00.000Z',
    })
    expect(guide.history.map(point => point.at)).toEqual([
      '2026-03-01T16:00:00.000Z',
      '2026-03-02T16:00:00.000Z',
    ])
    expect(await house.news()).toEqual(
      expect.arrayContaining([
        { memberId: member, topic: 'subscriptions', subject: order.id },
        { memberId: member, topic: 'wallets', subject: null },
        { memberId: null, topic: 'pricing', subject: null },
      ]),
    )
    expect(await house.breaches()).toEqual([])
  })

  test('lets orders before the first issue wait 24 hours, and a later one only for the next cut-off', async () => {
    const member = await house.addMember('1000')
    const first = await house.place(member, '50')
    expect(first.dealsAt).toBe('2026-03-02T16:00:00.000Z')
    await house.setNow('2026-03-01T16:00:01Z')
    await house.treasury.settleDue()
    expect((await house.list(member)).items[0]?.status).toBe('pending')

    const second = await house.place(member, '60')
    expect(second.dealsAt).toBe('2026-03-03T16:00:00.000Z')
    await house.setNow('2026-03-02T16:00:01Z')
    await house.treasury.settleDue()
    const third = await house.place(member, '70')
    expect(third.dealsAt).toBe('2026-03-03T16:00:00.000Z')
    const statuses = async () =>
      (await house.list(member)).items.map(item => [item.id, item.status, item.kind])
    expect(await statuses()).toEqual([
      [third.id, 'pending', 'additional'],
      [second.id, 'pending', 'first'],
      [first.id, 'issued', 'first'],
    ])
    await house.setNow('2026-03-03T16:00:01Z')
    await house.treasury.settleDue()
    expect(await statuses()).toEqual([
      [third.id, 'issued', 'additional'],
      [second.id, 'issued', 'additional'],
      [first.id, 'issued', 'first'],
    ])
  })

  test('waits for an order that was placed in time and commits late', async () => {
    const member = await house.addMember('1000')
    await house.place(member, '50')
    await house.setNow('2026-03-02T16:00:01Z')
    await house.treasury.settleDue()
    await house.setNow('2026-03-03T15:59:00Z')
    const placed = (tx: Tx) => house.placeIn(tx, member, '60')
    const [settling] = await whileHeld(house.db, placed, async held => {
      await house.setNow('2026-03-03T16:00:00Z')
      const begun = held.begin(() => house.treasury.settleDue())
      await held.waiters(1)
      expect((await house.runs()).map(run => run.period)).toEqual(['2026-03-01', '2026-03-02'])
      return [begun]
    })
    expect(await settling).toBe(1)
    expect(await house.wallet(member)).toMatchObject({ frozen: '0', leaf: '110' })
  })

  test('E4: an over-subscribed run raises all together and returns the rest to the last digit', async () => {
    // Members may subscribe 2,000 a round, so the demand of 6,000 / 9,000 / 1,000 is put in rows.
    const demands = ['6000', '9000', '1000']
    const members = await Promise.all(demands.map(amount => house.addMember(amount)))
    for (const [i, member] of members.entries()) await placeBeyondLimits(member, demands[i] ?? '')
    await house.setNow('2026-03-01T16:00:01Z')
    await house.treasury.settleDue()

    const wallets = await Promise.all(members.map(member => house.wallet(member)))
    expect(wallets).toEqual([
      { available: '1500', frozen: '0', leaf: '4500' },
      { available: '4500', frozen: '0', leaf: '4500' },
      { available: '0', frozen: '0', leaf: '1000' },
    ])
    const statuses = await Promise.all(
      members.map(async member => (await house.list(member)).items[0]?.status),
    )
    expect(statuses).toEqual(['part_issued', 'part_issued', 'issued'])
    expect(await house.backing()).toEqual({ reserve: '10100', outstanding: '10100' })
    expect(await house.breaches()).toEqual([])
  })

  test('fills the orders that are open at its cut-off: flooding it and cancelling gains nothing', async () => {
    const flood = await Promise.all(Array.from({ length: 12 }, () => house.addMember('2000')))
    const [saver, another] = [await house.addMember('700'), await house.addMember('2000')]
    const orders = await Promise.all(flood.map(member => house.place(member, '2000')))
    await house.place(saver, '700')
    await house.place(another, '2000')
    // One places anew what it cancels; eight go a minute before the cut-off.
    const cancel = (i: number) => house.cancel(flood[i] ?? '', orders[i]?.id ?? '')
    await cancel(0)
    await house.place(flood[0] ?? '', '2000')
    await house.setNow('2026-03-02T15:59:00Z')
    for (const i of [4, 5, 6, 7, 8, 9, 10, 11]) await cancel(i)
    await house.setNow('2026-03-02T16:00:01Z')
    await house.treasury.settleDue()
    // 700, and (10,000 − 700) ÷ 5 for each of the others that are left.
    const wallets = await Promise.all([saver, another, ...flood].map(one => house.wallet(one)))
    expect(wallets.map(({ leaf }) => leaf)).toEqual([
      '700',
      '1860',
      '1860',
      '1860',
      '1860',
      '1860',
      ...Array.from({ length: 8 }, () => '0'),
    ])
    expect(await house.breaches()).toEqual([])
  })

  test('that was not filled evenly is found by the books', async () => {
    const members = await Promise.all(['9000', '9000'].map(amount => house.addMember(amount)))
    for (const member of members) await placeBeyondLimits(member, '9000')
    await house.setNow('2026-03-01T16:00:01Z')
    await house.treasury.settleDue()
    expect(await house.breaches()).toEqual([])
    await house.db.owner.query(
      `update subscription set filled = filled + case when member_id = $1 then 1 else -1 end`,
      [members[0]],
    )
    const found = (await house.breaches()).filter(({ invariant }) => invariant === 'even fills')
    expect(found).toHaveLength(2)
    expect(found[0]?.what).toContain('an even fill is 5000000000')
  })

  test('returns everything while the price is under the floor', async () => {
    const member = await house.addMember('500')
    await house.place(member, '100')
    const burn = {
      from: houseAccount('USDT', 'RESERVE'),
      to: houseAccount('USDT', 'RISK'),
      amount: 90_000001n,
      kind: 'withdrawal_fee' as const,
      reference: 'a loss',
    }
    await inTransaction(house.database, tx => house.ledger.post(tx, [burn]))
    await house.setNow('2026-03-02T16:00:01Z')
    await house.treasury.settleDue()
    expect(await house.wallet(member)).toEqual({ available: '500', frozen: '0', leaf: '0' })
    expect((await house.list(member)).items[0]).toMatchObject({ status: 'refunded', filled: '0' })
    expect((await house.pricing.guide(house.database)).exitPrice).toBe(99999n)
    expect(await house.breaches()).toEqual([])
  })
})

describe('missed periods', () => {
  test('are run one by one, each with the orders of its own cut-off', async () => {
    const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']
    const member = await house.addMember('1000')
    await house.place(member, '100')
    await house.setNow('2026-03-02T18:00:00Z')
    await house.place(member, '200')
    await house.setNow('2026-03-04T16:00:01Z')
    expect(await house.treasury.settleDue()).toBe(4)
    const runs = await house.runs()
    expect(runs.map(run => run.period)).toEqual(days)
    expect(runs.every(run => run.published)).toBe(true)
    expect(new Set(runs.map(run => run.input)).size).toBe(4)
    const filled = await house.database
      .selectFrom('subscription')
      .select(['amount', 'period'])
      .orderBy('placedAt')
      .execute()
    expect(filled).toEqual([
      { amount: 100_000000n, period: '2026-03-02' },
      { amount: 200_000000n, period: '2026-03-04' },
    ])
    expect(await house.breaches()).toEqual([])
  })
})

describe('a run that is stopped', () => {
  const settledMembers = async () => {
    const members = await Promise.all(Array.from({ length: 7 }, () => house.addMember('2000')))
    for (const member of members) await house.place(member, '1990')
    await house.setNow('2026-03-02T16:00:01Z')
    return members
  }

  test.each([0, 1, 2, 3, 5, 6])('after %i orders goes on to the same bytes', async stopAfter => {
    const members = await settledMembers()
    const broken = house.openNode({ ledger: stoppingLedger(stopAfter), chunk: 2 })
    await expect(broken.treasury.settleDue()).rejects.toThrow('the power is out')

    const [, stopped] = await house.runs()
    expect(stopped).toMatchObject({ period: '2026-03-02', published: false })
    expect(await house.breaches()).toEqual([])
    // The order cannot escape while its run is stopped.
    const last = members.at(-1) ?? ''
    const { items } = await house.list(last)
    await expect(house.cancel(last, items[0]?.id ?? '')).rejects.toThrow('subscriptionSettling')

    expect(await house.openNode({ chunk: 3 }).treasury.settleDue()).toBe(1)
    const [, finished] = await house.runs()
    expect(finished).toEqual({ ...stopped, published: true })
    // 7 × 1,990 is above 10,000: 1,428.571428 each, and the four units that are left by the ids.
    for (const [i, member] of members.toSorted().entries()) {
      const [available, leaf] =
        i < 4 ? ['571.428571', '1428.571429'] : ['571.428572', '1428.571428']
      expect(await house.wallet(member)).toEqual({ available, frozen: '0', leaf })
    }
    expect(await house.breaches()).toEqual([])
  })

  test('is not gone on with when it does not compute to its hashes', async () => {
    await settledMembers()
    const broken = house.openNode({ ledger: stoppingLedger(2), chunk: 2 })
    await expect(broken.treasury.settleDue()).rejects.toThrow('the power is out')
    await house.db.owner.query(
      'update settlement_run set reserve = reserve + 1 where published_at is null',
    )
    const before = await house.backing()
    await expect(house.treasury.settleDue()).rejects.toThrow('is stopped: its input has the hash')
    expect(await house.backing()).toEqual(before)
    expect(await house.treasury.isRed(house.database)).toBe(true)
  })
})

test('two nodes at once settle each period once', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => house.addMember('1000')))
  for (const member of members) await house.place(member, '1000')
  await house.setNow('2026-03-03T16:00:01Z')
  const first = house.openNode({ chunk: 1 })
  // The first is stopped where it closes a run: who comes meanwhile finds it at work, and leaves it to it.
  const [settling] = await whileHeld(house.db, changesOf('settlement_run'), async held => {
    const begun = held.begin(() => first.treasury.settleDue())
    await held.waiters(1)
    for (let other = 0; other < 3; other++) {
      const { treasury } = house.openNode({ chunk: 1 })
      expect(await inTime('another node leaves the run to it', treasury.settleDue())).toBe(0)
    }
    return [begun]
  })
  expect(await settling).toBe(3)
  expect(await house.treasury.settleDue()).toBe(0)
  for (const member of members) {
    expect(await house.wallet(member)).toEqual({ available: '0', frozen: '0', leaf: '1000' })
  }
  expect(await house.breaches()).toEqual([])
})

test('who waits for the node that settles finds nothing due', async () => {
  await house.setNow('2026-03-03T16:00:01Z')
  const nodes = Array.from({ length: 3 }, () => house.openNode({ chunk: 1 }))
  const waiting = await meet(
    house.db,
    houseLock('settlement'),
    nodes.map(({ treasury }) => async () => {
      await treasury.settleDue({ waits: true })
      return (await treasury.lastPublished(house.database))?.period
    }),
  )
  expect(await Promise.all(waiting)).toEqual(Array(3).fill('2026-03-03'))
})

/** A ledger that fails at the first order after so many, as a kill would stop it. */
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
  await inTransaction(house.database, async tx => {
    const account = memberAccount(memberId, 'USDT')
    const reference = wireIdOf('sub', id)
    const holdId = await house.ledger.hold(tx, { account, amount, kind: 'subscription', reference })
    const placedAt = await houseNow(tx)
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
