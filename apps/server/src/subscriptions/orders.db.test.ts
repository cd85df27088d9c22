import { placeSubscription, subscriptionRound, uuidOf, wireIdOf } from '@banyan/domain'
import { cutoffOf } from '@banyan/economy'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { Refused } from '../platform/refused.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { changesOf, meet, systemLock, times, whileHeld } from '../testing/meet.ts'
import { subscriptionId } from './present.ts'
import { firstFill } from './store.ts'

let system: EconomyFixture
beforeEach(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z')
})
afterEach(() => system.db.close())

const refusalOf = async (act: Promise<unknown>): Promise<Refused> => {
  const error = await act.catch((thrown: unknown) => thrown)
  if (!(error instanceof Refused)) throw new Error(`not refused: ${String(error)}`)
  return error
}

describe('placing', () => {
  test('sets the amount aside under an order number of the day', async () => {
    const member = await system.addMember('500')
    const order = await system.place(member, '120')
    expect(order.orderNumber).toMatch(/^S260301\d{8}$/)
    expect(order).toMatchObject({
      amount: '120',
      quantity: null,
      filled: null,
      guidePrice: null,
      status: 'pending',
      cancellable: true,
    })
    expect(await system.wallet(member)).toEqual({ available: '380', frozen: '120', leaf: '0' })
    expect(await system.breaches()).toEqual([])
  })

  test('refuses what is too small, off the step, above the balance or above the limit', async () => {
    const member = await system.addMember('5000')
    const poor = await system.addMember('60')
    expect(await refusalOf(system.place(member, '49.99'))).toMatchObject({
      refusal: 'subscriptionTooSmall',
      slots: { min: '50' },
    })
    expect(await refusalOf(system.place(member, '55'))).toMatchObject({
      refusal: 'invalidInput',
      data: { issues: [{ path: 'amount', message: 'The amount must be a multiple of 10' }] },
    })
    expect(await refusalOf(system.place(poor, '70'))).toMatchObject({
      refusal: 'insufficientBalance',
      slots: { asset: 'USDT', needed: '70', available: '60' },
    })
    expect(await refusalOf(system.place(member, '2010'))).toMatchObject({
      refusal: 'subscriptionOverLimit',
      slots: { max: '2000' },
    })
    expect(await system.wallet(member)).toEqual({ available: '5000', frozen: '0', leaf: '0' })
  })

  test('allows a young account 1,000 in all', async () => {
    const young = await system.addMember('5000', '2026-02-20T00:00:00Z')
    await system.place(young, '990')
    expect(await refusalOf(system.place(young, '50'))).toMatchObject({ slots: { max: '10' } })
    const limits = await system.subscriptions.limitsAmong(system.database, [young])
    expect(limits.get(young)).toMatchObject({
      purchasable: 10_000000n,
      maxInvestment: 1000_000000n,
    })
  })

  test('waits its 24 hours after a cancelled order too, until coins have been issued', async () => {
    const member = await system.addMember('500')
    const given = await system.place(member, '100')
    await system.cancel(member, given.id)
    expect(await system.call(subscriptionRound, member)).toMatchObject({
      waitMs: 86_400_000,
      dealsAt: '2026-03-02T16:00:00.000Z',
      nextCutoff: '2026-03-01T16:00:00.000Z',
    })
    const order = await system.place(member, '100')
    expect(order).toMatchObject({ coolingOff: true, dealsAt: '2026-03-02T16:00:00.000Z' })
    await system.setNow('2026-03-02T16:00:01Z')
    await system.treasury.settleDue()
    expect(await system.call(subscriptionRound, member)).toMatchObject({
      waitMs: 0,
      dealsAt: '2026-03-03T16:00:00.000Z',
    })
  })

  test('counts an order that still waits to the round that fills it, not to the one before', async () => {
    const member = await system.addMember('9000')
    const left = async () => (await system.call(subscriptionRound, member)).purchasable
    await system.place(member, '1500')
    expect(await left()).toBe('500')
    // After the next cut-off an order is of the round after: the 1,500 are of another.
    await system.setNow('2026-03-01T16:00:01Z')
    await system.treasury.settleDue()
    expect(await left()).toBe('2000')
    await system.place(member, '2000')
    expect(await left()).toBe('0')
    expect(await refusalOf(system.place(member, '50'))).toMatchObject({ slots: { max: '0' } })
    // Its first coins issued, an order is of the next round again: there the 2,000 wait already.
    await system.setNow('2026-03-02T16:00:01Z')
    await system.treasury.settleDue()
    expect(await left()).toBe('0')
    await system.setNow('2026-03-03T16:00:01Z')
    await system.treasury.settleDue()
    expect(await left()).toBe('1500')
    expect(await refusalOf(system.place(member, '1510'))).toMatchObject({ slots: { max: '1500' } })
    await system.place(member, '1500')
    expect(await system.breaches()).toEqual([])
  })

  test('refuses a key that has made an order', async () => {
    const member = await system.addMember('500')
    const key = newUuid()
    await system.place(member, '50', key)
    expect(await refusalOf(system.place(member, '50', key))).toMatchObject({ refusal: 'keyReused' })
    expect(await system.wallet(member)).toMatchObject({ frozen: '50' })
  })

  test('twenty at once never pass the limit of one member', async () => {
    const member = await system.addMember('9000')
    const placing = await meet(
      system.db,
      changesOf('ledger_account'),
      times(20, () => system.place(member, '300')),
    )
    const outcomes = await Promise.allSettled(placing)
    expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(6)
    expect(await system.wallet(member)).toEqual({ available: '7200', frozen: '1800', leaf: '0' })
    expect(await system.breaches()).toEqual([])
  })
})

describe('cancelling', () => {
  test('E16: gives all of it back, without a fee, and R and N are unchanged', async () => {
    const member = await system.addMember('500')
    const before = await system.backing()
    const order = await system.place(member, '500')
    const cancelled = await system.cancel(member, order.id)
    expect(cancelled).toMatchObject({ status: 'cancelled', cancellable: false, filled: null })
    expect(await system.wallet(member)).toEqual({ available: '500', frozen: '0', leaf: '0' })
    await system.setNow('2026-03-02T16:00:01Z')
    await system.treasury.settleDue()
    expect(await system.backing()).toEqual(before)
    expect(await system.breaches()).toEqual([])
  })

  test("refuses another member's order as not there, and an ended one with its fresh state", async () => {
    const member = await system.addMember('500')
    const other = await system.addMember('500')
    const order = await system.place(member, '50')
    expect(await refusalOf(system.cancel(other, order.id))).toMatchObject({ refusal: 'notFound' })
    await system.cancel(member, order.id)
    expect(await refusalOf(system.cancel(member, order.id))).toMatchObject({
      refusal: 'stale',
      data: { id: order.id, status: 'cancelled' },
    })
  })

  test('ends at the cut-off instant, even while the run has not come yet', async () => {
    const member = await system.addMember('500')
    const order = await system.place(member, '50')
    await system.setNow('2026-03-02T16:00:00Z')
    expect((await system.list(member)).items[0]).toMatchObject({ cancellable: false })
    expect(await refusalOf(system.cancel(member, order.id))).toMatchObject({
      refusal: 'subscriptionSettling',
    })
  })

  test('racing a settlement, every order has exactly one outcome', async () => {
    const members = await Promise.all(Array.from({ length: 24 }, () => system.addMember('100')))
    const orders: { member: string; id: string }[] = []
    for (const member of members) {
      orders.push({ member, id: (await system.place(member, '100')).id })
    }
    await system.setNow('2026-03-02T15:59:00Z')
    expect(await system.treasury.settleDue()).toBe(1)
    const cancels = orders.map(({ member, id }) => async () => {
      const cancelling = system.cancel(member, id)
      return cancelling.then(
        () => 'cancelled',
        (error: unknown) => (error instanceof Refused ? error.refusal : String(error)),
      )
    })
    // The run is stopped twice on its way: behind cancels that came before it, and where it has the rest.
    const { settling, late } = await whileHeld(
      system.db,
      systemLock('placementRound'),
      async run => {
        const came = await whileHeld(system.db, changesOf('ledger_account'), async held => {
          const early = cancels.slice(0, 8).map(cancel => held.begin(cancel))
          await held.waiters(8)
          await system.setNow('2026-03-02T16:00:00Z')
          const settling = run.begin(() => held.begin(() => system.treasury.settleDue()))
          await held.waiters(9)
          return { early, settling }
        })
        expect(new Set(await Promise.all(came.early))).toEqual(new Set(['cancelled']))
        await run.waiters(1)
        // By the clock the next may still cancel: what refuses them is the run, which has their orders.
        await system.setNow('2026-03-02T15:59:00Z')
        const late = cancels.slice(8, 16).map(cancel => run.begin(cancel))
        await run.waiters(9)
        return { settling: [came.settling], late }
      },
    )
    for (const refusal of await Promise.all(late))
      expect(['subscriptionSettling', 'stale']).toContain(refusal)
    expect(await settling[0]).toBe(1)

    for (const [i, { member }] of orders.entries()) {
      const { items } = await system.list(member)
      const cancelled = i < 8
      expect(items[0]?.status).toBe(cancelled ? 'cancelled' : 'issued')
      expect(await system.wallet(member)).toEqual(
        cancelled
          ? { available: '100', frozen: '0', leaf: '0' }
          : { available: '0', frozen: '0', leaf: '100' },
      )
    }
    expect(await system.breaches()).toEqual([])
  })
})

describe('reading', () => {
  test('the round shows price, demand, the own limit and when it closes', async () => {
    const member = await system.addMember('5000')
    const other = await system.addMember('5000')
    await system.setNow('2026-03-01T17:00:00Z')
    expect(await system.call(subscriptionRound, member)).toEqual({
      guidePrice: '1.000000',
      capacity: '10000',
      demand: '0',
      remaining: '10000',
      purchasable: '2000',
      minimum: '50',
      step: '10',
      nextCutoff: '2026-03-02T16:00:00.000Z',
      dealsAt: '2026-03-03T16:00:00.000Z',
      waitMs: 86_400_000,
      stopped: null,
      pausedUntil: null,
    })
    await system.place(member, '100')
    // Orders that still wait their 24 hours are not demand of this round.
    expect(await system.call(subscriptionRound, other)).toMatchObject({ demand: '0' })
    // The order is of the round under way; another would wait, and be of the one after.
    await system.setNow('2026-03-03T10:00:00Z')
    expect(await system.call(subscriptionRound, member)).toMatchObject({
      demand: '100',
      remaining: '9900',
      purchasable: '2000',
      waitMs: 86_400_000,
      nextCutoff: '2026-03-03T16:00:00.000Z',
    })
  })

  test('where the law forbids the offer the round says so, nothing is placed, and an order can be cancelled', async () => {
    const member = await system.addMember('500')
    const { id } = await system.place(member, '100')
    await system.db.owner.query(`update member set country = 'AQ' where id = $1`, [member])
    expect(await system.call(subscriptionRound, member)).toMatchObject({ stopped: 'countryClosed' })
    await expect(system.place(member, '100')).rejects.toThrow('countryClosed')
    expect(await system.cancel(member, id)).toMatchObject({ status: 'cancelled' })
  })

  test('the list is newest first, by key, and knows one word for pending and settling', async () => {
    const member = await system.addMember('2000')
    const placed: string[] = []
    for (let i = 0; i < 5; i++) placed.unshift((await system.place(member, '50')).id)
    const first = await system.list(member, { limit: 2 })
    const second = await system.list(member, { limit: 2, cursor: first.nextCursor })
    const third = await system.list(member, { limit: 2, cursor: second.nextCursor })
    expect([first, second, third].flatMap(page => page.items.map(item => item.id))).toEqual(placed)
    expect(third.nextCursor).toBe(null)
    await system.cancel(member, placed[0] ?? '')
    const cancelled = await system.list(member, { status: 'cancelled' })
    expect(cancelled.items.map(item => item.id)).toEqual([placed[0]])
    await system.database.transaction().execute(tx =>
      system.subscriptions.closeRound(tx, {
        period: '2026-03-01',
        cutoff: new Date('2026-03-01T16:00:00Z'),
        invests: true,
      }),
    )
    expect((await system.list(member, { status: 'pending' })).items).toHaveLength(4)
    expect(await refusalOf(system.list(member, { cursor: 'bm9uc2Vuc2U' }))).toMatchObject({
      refusal: 'invalidInput',
    })
  })
})

describe('a cut-off', () => {
  test('waits for an order that has read the time before it, and takes it', async () => {
    const member = await system.addMember('500')
    await system.place(member, '50')
    await system.setNow('2026-03-02T16:00:01Z')
    await system.treasury.settleDue()
    await system.setNow('2026-03-03T15:59:59Z')
    const period = '2026-03-03'
    const cutOff = { period, cutoff: cutoffOf(period), invests: true }
    const { placing, closing } = await whileHeld(
      system.db,
      changesOf('ledger_account'),
      async held => {
        const placing = held.begin(() => system.place(member, '60'))
        await held.waiters(1)
        await system.setNow('2026-03-03T16:00:00Z')
        const closing = held.begin(() =>
          inTransaction(system.database, async tx => {
            await system.subscriptions.closeRound(tx, cutOff)
            return (await system.subscriptions.ordersOfRun(tx, period)).map(({ amount }) => amount)
          }),
        )
        await held.waiters(2)
        return { placing: [placing], closing: [closing] }
      },
    )
    expect(await placing[0]).toMatchObject({
      status: 'pending',
      dealsAt: '2026-03-03T16:00:00.000Z',
    })
    expect(await closing[0]).toEqual([60_000000n])
  })
})

describe('a run that fills nobody', () => {
  test('leaves the orders pending for the next, free to be cancelled again', async () => {
    const member = await system.addMember('500')
    const staying = await system.addMember('500')
    const { id } = await system.place(member, '100')
    await system.place(staying, '100')
    await system.setNow('2026-03-02T16:00:01Z')
    await system.setNow('2026-03-01T16:00:01Z')
    await system.treasury.settleDue()
    await system.setNow('2026-03-02T16:00:01Z')
    await inTransaction(system.database, async tx => {
      const period = '2026-03-02'
      const cutOff = { period, cutoff: cutoffOf(period), invests: false }
      await system.subscriptions.closeRound(tx, cutOff)
      expect(await system.subscriptions.ordersOfRun(tx, period)).toEqual([])
    })
    expect((await system.list(member)).items[0]).toMatchObject({
      status: 'pending',
      cancellable: true,
      dealsAt: '2026-03-03T16:00:00.000Z',
    })
    expect(await system.cancel(member, id)).toMatchObject({ status: 'cancelled' })
    await system.setNow('2026-03-03T16:00:01Z')
    expect((await system.list(staying)).items[0]).toMatchObject({ cancellable: false })
    await inTransaction(system.database, async tx => {
      const period = '2026-03-03'
      const cutOff = { period, cutoff: cutoffOf(period), invests: true }
      await system.subscriptions.closeRound(tx, cutOff)
      expect(await system.subscriptions.ordersOfRun(tx, period)).toHaveLength(1)
    })
  })
})

describe('the first order of a member', () => {
  test('shows that it cools off until its 24 hours are over', async () => {
    const member = await system.addMember('500')
    expect(await system.place(member, '100')).toMatchObject({ coolingOff: true, kind: 'first' })
    expect(await system.place(member, '100')).toMatchObject({ coolingOff: true })
    await system.setNow('2026-03-02T08:01:00Z')
    expect((await system.list(member)).items.map(one => one.coolingOff)).toEqual([false, false])
  })

  test('is the oldest that gets coins, also where several run together; every other is additional', async () => {
    const member = await system.addMember('2000')
    const kinds = async () => (await system.list(member)).items.map(one => one.kind)
    const given = await system.place(member, '50')
    await system.place(member, '60')
    await system.place(member, '70')
    await system.cancel(member, given.id)
    expect(await kinds(), 'before any was issued').toEqual(['first', 'first', 'first'])
    await system.setNow('2026-03-02T16:00:01Z')
    await system.treasury.settleDue()
    expect(await kinds()).toEqual(['additional', 'first', 'first'])
    expect(await system.place(member, '80')).toMatchObject({ kind: 'additional' })
    await system.setNow('2026-03-03T16:00:01Z')
    await system.treasury.settleDue()
    expect(await kinds()).toEqual(['additional', 'additional', 'first', 'first'])
  })
})

describe('the prompt that an order answers', () => {
  const period = '2026-03-02'
  /** Every way in which an order ends without coins, and one in which it gets some. */
  const ends: Record<string, (member: string, order: string) => Promise<unknown>> = {
    'its owner cancels it': (member, order) => system.cancel(member, order),
    'a wind-down gives it back': () =>
      inTransaction(system.database, tx => system.subscriptions.giveBackPending(tx, 10)),
    'a shared loss leaves nothing of it': (_, order) =>
      inTransaction(system.database, tx =>
        system.subscriptions.cut(tx, [{ id: uuidOf(order), kept: 0n, period }]),
      ),
    'a run fills nothing of it': (_, order) =>
      inTransaction(system.database, async tx => {
        await system.subscriptions.closeRound(tx, {
          period,
          cutoff: cutoffOf(period),
          invests: true,
        })
        const id = uuidOf(order)
        const fills = new Map([[id, { id, filled: 0n, quantity: 0n, refunded: 50_000000n }]])
        const outcome = { period, price: 1_000000n, ruleVersion: 1, fills }
        await system.subscriptions.postFills(tx, outcome, 10)
      }),
    'a run fills it': () => system.treasury.settleDue(),
  }

  test.each(Object.keys(ends))('is open again when it ends without coins: %s', async way => {
    for (const module of ['static', 'dynamic']) {
      const member = await system.addMember('500')
      const id = newUuid()
      await system.db.owner.query(
        `insert into elimination_prompt (id, member_id, module, reason, source, epoch, opened_at)
          values ($1::uuid, $2, $3, 'round', $1::text, 0, house_now())`,
        [id, member, module],
      )
      const isOpen = async () => {
        const { rows } = await system.db.owner.query(
          'select choice, cited_by from elimination_prompt where id = $1',
          [id],
        )
        return rows[0].choice === null && rows[0].cited_by === null
      }
      const order = await system.call(placeSubscription, member, {
        body: { amount: '50', promptId: wireIdOf('prm', id), paymentPassword: '' },
      })
      expect([order.kind, await isOpen()]).toEqual([`${module}_reinvest`, false])
      await system.setNow('2026-03-02T16:00:01Z')
      if (way === 'its owner cancels it') await system.setNow('2026-03-01T08:30:00Z')
      await ends[way]?.(member, order.id)
      const [ended] = (await system.list(member)).items
      const isFilled = way === 'a run fills it'
      expect([ended?.status === 'issued', await isOpen()]).toEqual([isFilled, !isFilled])
      await system.setNow('2026-03-01T09:00:00Z')
      if (isFilled) return
    }
  })
})

test('the first fill is the oldest order that got coins, not one that got nothing', async () => {
  const member = await system.addMember('500')
  const given = await system.place(member, '50')
  const kept = await system.place(member, '60')
  const first = async () => {
    const fill = await firstFill(system.database, member)
    return fill && [subscriptionId(fill.subscriptionId), fill.fill]
  }
  expect(await first()).toBeUndefined()
  await system.setNow('2026-03-02T16:00:01Z')
  await system.treasury.settleDue()
  expect(await first()).toEqual([given.id, 50_000000n])
  await system.db.owner.query(
    `update subscription set state = 'refunded', filled = 0, quantity = 0 where amount = 50_000000`,
  )
  expect(await first()).toEqual([kept.id, 60_000000n])
})

describe('the check', () => {
  /** What it says after a change of the table that the application cannot make, and which is undone. */
  const saysAfter = async (change: string, back: string): Promise<string> => {
    await system.db.owner.query(`update subscription set ${change}`)
    const breaches = await system.breaches()
    await system.db.owner.query(`update subscription set ${back}`)
    expect(await system.breaches(), 'undone').toEqual([])
    return breaches.map(({ what }) => what).join('; ')
  }

  test('names each way in which an order that waits and its hold may differ', async () => {
    const member = await system.addMember('500')
    const other = await system.addMember('500')
    await system.place(member, '50')
    const { rows } = await system.db.owner.query('select hold_id from subscription')
    const ways: [change: string, back: string, what: string | RegExp][] = [
      ['amount = 60', 'amount = 50_000000', 'has a hold of 50'],
      [`member_id = '${other}'`, `member_id = '${member}'`, 'has its hold on another account'],
      [
        'hold_id = gen_random_uuid()',
        `hold_id = '${rows[0].hold_id}'`,
        /has no hold.*belongs to no subscription|belongs to no subscription.*has no hold/,
      ],
      [
        `state = 'cancelled', closed_at = placed_at`,
        `state = 'pending', closed_at = null`,
        'has a hold that is still open',
      ],
    ]
    for (const [change, back, what] of ways) expect(await saysAfter(change, back)).toMatch(what)
    await system.db.owner.query('delete from subscription')
    expect((await system.breaches())[0]?.what).toContain('belongs to no subscription')
  })

  test('names each way in which an issued order and the books may differ', async () => {
    const member = await system.addMember('500')
    await system.place(member, '50')
    await system.setNow('2026-03-02T16:00:01Z')
    await system.treasury.settleDue()
    const ways: [change: string, back: string, what: string][] = [
      ['quantity = quantity + 1', 'quantity = quantity - 1', '50.000001 bought, 50 issued'],
      [
        `state = 'part_issued', filled = 40_000000`,
        `state = 'issued', filled = amount`,
        '40 filled, 50 paid',
      ],
    ]
    for (const [change, back, what] of ways) expect(await saysAfter(change, back)).toContain(what)
  })
})
