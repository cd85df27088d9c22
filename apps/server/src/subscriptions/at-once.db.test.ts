import {
  investmentLimit,
  pauseInvesting,
  placeSubscription,
  setInvestmentLimit,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import { cutoffOf } from '@banyan/economy'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { meetInTurn, outcomesOf, rowOf, systemLock, times, whileHeld } from '../testing/meet.ts'
import { lockMember, readSubscription } from './store.ts'

/** What one member, or two programs, do at once is decided one after the other. */
let system: EconomyFixture
let member: string
beforeEach(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z')
  member = await system.addMember('5000')
})
afterEach(async () => {
  expect(await system.breaches()).toEqual([])
  await system.db.close()
})

const giveBack = () =>
  inTransaction(system.database, tx => system.subscriptions.giveBackPending(tx, 10))
const limit = (amount: string) => system.call(setInvestmentLimit, member, { body: { amount } })
const pause = (days: 1 | 7 | 30) => system.call(pauseInvesting, member, { body: { days } })
const untouched = { available: '5000', frozen: '0', leaf: '0' }

describe('an order is given back once', () => {
  const sides: Record<string, (order: { id: string }) => (() => Promise<unknown>)[]> = {
    'by its owner, twice': ({ id }) => times(2, () => system.cancel(member, id)),
    'by its owner, and by a wind-down': ({ id }) => [() => system.cancel(member, id), giveBack],
    'by a wind-down, and by its owner': ({ id }) => [giveBack, () => system.cancel(member, id)],
    'by a wind-down on two nodes': () => times(2, giveBack),
  }
  const ends: Record<string, unknown[]> = {
    'by its owner, twice': ['done', 'stale'],
    'by its owner, and by a wind-down': ['done', 0],
    'by a wind-down, and by its owner': [1, 'stale'],
    'by a wind-down on two nodes': [1, 0],
  }

  test.each(Object.keys(sides))('%s', async way => {
    const order = await system.place(member, '120')
    const row = rowOf('subscription', uuidOf(order.id))
    const going = await meetInTurn(system.db, row, sides[way]?.(order) ?? [])
    expect(await outcomesOf(going)).toEqual(ends[way])
    expect(await system.wallet(member)).toEqual(untouched)
  })
})

test('two nodes that settle one run settle each order once', async () => {
  const period = '2026-03-02'
  const { id } = await system.place(member, '120')
  await inTransaction(system.database, tx =>
    system.subscriptions.closeRound(tx, { period, cutoff: cutoffOf(period), invests: true }),
  )
  const fill = { id: uuidOf(id), filled: 0n, quantity: 0n, refunded: 120_000000n }
  const outcome = { period, price: 1_000000n, ruleVersion: 1, fills: new Map([[fill.id, fill]]) }
  const post = () =>
    inTransaction(system.database, tx => system.subscriptions.postFills(tx, outcome, 10))
  const going = await meetInTurn(system.db, rowOf('subscription', fill.id), times(2, post))
  expect(await outcomesOf(going)).toEqual([1, 0])
  expect(await system.wallet(member)).toEqual(untouched)
})

describe('the limits of a member are read by one at a time', () => {
  const inTurn = async (...sides: (() => Promise<unknown>)[]) =>
    outcomesOf(await meetInTurn(system.db, tx => lockMember(tx, member), sides))
  /** Micro-USDT that a purchase on the market may still use. */
  const leftOnMarket = () =>
    inTransaction(system.database, async tx =>
      Number((await system.subscriptions.holdLeftToInvest(tx, [member])).get(member)?.left),
    )

  test('an order after a lower limit keeps to it', async () => {
    expect(
      await inTurn(
        () => limit('100'),
        () => system.place(member, '110'),
      ),
    ).toEqual(['done', 'subscriptionOverLimit'])
  })

  test('of two changes of the limit the later one counts', async () => {
    expect(
      await inTurn(
        () => limit('300'),
        () => limit('200'),
      ),
    ).toEqual(['done', 'done'])
    expect(await system.call(investmentLimit, member)).toMatchObject({ own: '200', raising: null })
  })

  test('an order after a pause is refused, and so is a pause that ends sooner', async () => {
    const place = () => system.place(member, '100')
    expect(
      await inTurn(
        () => pause(30),
        place,
        () => pause(7),
      ),
    ).toEqual(['done', 'investingPaused', 'pauseHolds'])
  })

  test('a pause that ends when the one in force does is refused', async () => {
    await system.db.owner.query(
      `create or replace function house_now() returns timestamptz language sql volatile parallel safe as
        $$ select timestamptz '2026-03-01T08:30:00Z' $$`,
    )
    expect(
      await inTurn(
        () => pause(7),
        () => pause(7),
      ),
    ).toEqual(['done', 'pauseHolds'])
  })

  test('a purchase on the market counts the order before it', async () => {
    expect(await inTurn(() => system.place(member, '1900'), leftOnMarket)).toEqual([
      'done',
      3100_000000,
    ])
  })
})

test('while a run shares a loss, no order is placed, cancelled or given back', async () => {
  const { id } = await system.place(member, '100')
  const place = () => system.place(member, '50')
  const acts: (() => Promise<unknown>)[] = [place, () => system.cancel(member, id), giveBack]
  for (const act of acts)
    await whileHeld(system.db, systemLock('balances'), async held => {
      const going = held.begin(act)
      await held.waiters(1)
      return [going]
    }).then(([going]) => going)
  expect(await system.wallet(member)).toMatchObject({ frozen: '0' })
})

describe("another member's", () => {
  test('key, orders and own limit change nothing for a member', async () => {
    const other = await system.addMember('5000')
    const key = newUuid()
    await system.place(other, '2000', key)
    await system.call(setInvestmentLimit, other, { body: { amount: '50' } })
    expect(await system.call(investmentLimit, member)).toMatchObject({
      own: null,
      open: '0',
      round: { used: '0' },
      purchasable: '2000',
    })
    await system.place(member, '2000', key)
    await system.cancel(other, (await system.list(other)).items[0]?.id ?? '')
    expect(await system.wallet(member)).toMatchObject({ frozen: '2000' })
    expect((await system.list(other)).items).toHaveLength(1)
  })
})

test('an order that answers a prompt keeps its kind, also when coins were issued before', async () => {
  const id = newUuid()
  await system.db.owner.query(
    `insert into elimination_prompt (id, member_id, module, reason, source, epoch, opened_at)
      values ($1::uuid, $2, 'static', 'round', $1::text, 0, house_now())`,
    [id, member],
  )
  await system.place(member, '60')
  await system.call(placeSubscription, member, {
    body: { amount: '50', promptId: wireIdOf('prm', id), paymentPassword: '' },
  })
  await system.setNow('2026-03-02T16:00:01Z')
  await system.treasury.settleDue()
  const { items } = await system.list(member)
  expect(items.map(one => [one.kind, one.status])).toEqual([
    ['static_reinvest', 'issued'],
    ['first', 'issued'],
  ])
})

describe('the owner is notified when', () => {
  const period = '2026-03-02'
  const runFillsNothing = (id: string) =>
    inTransaction(system.database, async tx => {
      await system.subscriptions.closeRound(tx, {
        period,
        cutoff: cutoffOf(period),
        invests: true,
      })
      const fill = { id: uuidOf(id), filled: 0n, quantity: 0n, refunded: 100_000000n }
      const fills = new Map([[fill.id, fill]])
      await system.subscriptions.postFills(
        tx,
        { period, price: 1_000000n, ruleVersion: 1, fills },
        10,
      )
    })
  const cutToNothing = (id: string) =>
    inTransaction(system.database, async tx => {
      const { holdId } = await readSubscription(tx, uuidOf(id))
      await system.ledger.voidHold(tx, holdId)
      await system.subscriptions.cut(tx, [{ id: uuidOf(id), kept: 0n, period }])
    })
  const acts: Record<string, (id: string) => Promise<unknown>> = {
    'an order is cancelled': id => system.cancel(member, id),
    'an order is given back': giveBack,
    'a shared loss cuts an order': cutToNothing,
    'a run settles an order': runFillsNothing,
  }
  const wishes: Record<string, () => Promise<unknown>> = {
    'the own limit changes': () => limit('4000'),
    'a pause begins': () => pause(1),
  }
  /** The news for the member that an act makes, as `topic subject`. */
  const newsOf = async (act: () => Promise<unknown>): Promise<string[]> => {
    const before = (await system.news()).length
    await act()
    return (await system.news())
      .slice(before)
      .filter(one => one.memberId === member)
      .map(one => `${one.topic} ${one.subject}`)
  }

  test.each(Object.keys(acts))('an order is placed, and %s', async what => {
    let id = ''
    const placed = await newsOf(async () => {
      id = (await system.place(member, '100')).id
    })
    const news = [`subscriptions ${id}`, 'wallets null']
    expect(placed.sort()).toEqual(news)
    const then = await newsOf(async () => acts[what]?.(id))
    expect([...new Set(then)].sort()).toEqual(news)
  })

  test.each(Object.keys(wishes))('%s', async what => {
    const news = await newsOf(async () => wishes[what]?.())
    expect(news.sort()).toEqual(['subscriptions null', 'wallets null'])
  })
})
