import { solvency } from '@banyan/domain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ChainTrouble, type CustodyReader, type CustodyReading } from '../deposits/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { ringOf } from '../platform/key-ring.ts'
import { openSealing } from '../platform/sealing.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { platformOn } from '../testing/economy-node.ts'
import { openSolvency, type Solvency } from './index.ts'

let system: EconomyFixture
let module: Solvency
/** What the checks find: in what is new, and in older history. */
let breaches: number
let oldBreaches: number
/** Happens while a check reads. */
let beside: (() => Promise<void>) | null = null
let explainedAt: Date | null
/** The reading of the chain, micro-USDT; null while it does not answer. */
let chain: Pick<CustodyReading, 'by' | 'uncredited' | 'unclassified'> | null

const block = { number: 77, hash: `0x${'ab'.repeat(32)}` }
const nothing = { recharges: 0n, founding: 0n, income: 0n, hot: 0n, cold: 0n }
const shows = (by: Partial<typeof nothing>, unclaimed: Partial<CustodyReading> = {}): void => {
  chain = { uncredited: 0n, unclassified: 0n, ...unclaimed, by: { ...nothing, ...by } }
}
const custody: CustodyReader = {
  instant: async () => ({ block, uncredited: 0n, unclassified: 0n }),
  read: async () => {
    if (chain === null) throw new ChainTrouble('unreachable', 'no node answers')
    const held = Object.values(chain.by).reduce((sum, one) => sum + one, 0n)
    return { ...chain, block, held, addresses: 7 }
  },
}

const openOver = (reader: CustodyReader | null) =>
  openSolvency(platformOn(system.db.url, system.db.pool), {
    custody: reader,
    payoutsGone: async () => 0n,
    rechargeHoldings: async () => [],
    publishedHoldings: async () => [],
    typedTotal: reader => system.treasury.typedTotal(reader),
    confirmedTotal: reader => system.treasury.confirmedTotal(reader),
    redSince: reader => system.treasury.redSince(reader),
    paysInFull: reader => system.treasury.paysInFull(reader),
    countBreaches: async (_, reach) => {
      await beside?.()
      return reach === 'everything' ? breaches + oldBreaches : breaches
    },
    finalBlock: async () => null,
    recordAct: async () => {},
    lastExplained: async () => explainedAt,
    sealing: openSealing(ringOf(Buffer.alloc(32))),
  })

// The platform is founded on 1 March; cut-offs are at 16:00 UTC.
beforeEach(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z', {
    missingOf: reader => module.missing(reader),
  })
  breaches = 0
  oldBreaches = 0
  explainedAt = null
  shows({ founding: 100_000000n })
  module = openOver(custody)
})
afterEach(() => system.db.close())

const [one, two] = [newUuid(), newUuid()]

const readPage = async () => {
  const route = module.module.routes?.find(one => one.endpoint === solvency)
  if (route?.kind !== 'plain') throw new Error('solvency is answered without money')
  return solvency.answer.parse(await route.handle({ locale: 'en', query: {} } as never))
}
const newest = async () => {
  const { newest } = await readPage()
  if (!newest) throw new Error('nothing was read')
  return newest
}

test('there is nothing before the first settlement', async () => {
  await module.read()
  expect(await module.check()).toBe(false)
  expect(await readPage()).toEqual({ newest: null, redSince: null, days: [] })
})

test('held is the balance of the addresses on the chain, owed is every account, at one block', async () => {
  const member = await system.addMember('1000')
  await system.place(member, '500')
  await system.setNow('2026-03-02T16:00:01Z')
  await system.treasury.settleDue()
  shows(
    { recharges: 1_020_000000n, founding: 100_000000n, income: 40_000000n },
    { uncredited: 20_000000n, unclassified: 40_000000n },
  )
  await module.read()
  expect(await newest()).toMatchObject({
    period: '2026-03-02',
    custody: '1100',
    owed: '1100',
    ratio: '1.000000',
    held: [
      { name: 'recharges', amount: '1020' },
      { name: 'founding', amount: '100' },
      { name: 'income', amount: '40' },
      { name: 'uncredited', amount: '-20' },
      { name: 'unclassified', amount: '-40' },
    ],
    owes: expect.arrayContaining([
      { name: 'members', amount: '500' },
      { name: 'RESERVE', amount: '600' },
    ]),
    coin: { outstanding: '600', price: '1.000000', exitPrice: '1.000000' },
    chain: { block: 77, blockHash: 'ab'.repeat(32), addresses: 7, held: '1160' },
    missing: '0',
    unproven: '0',
    red: false,
  })
})

test('money that came in and is not classified covers nothing, however much it is', async () => {
  await system.addMember('1000')
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  shows({ founding: 100_000000n, income: 5_000_000000n }, { unclassified: 5_000_000000n })
  await module.read()
  expect(await newest()).toMatchObject({
    state: 'short',
    custody: '100',
    owed: '1100',
    missing: '1000',
    unproven: '0',
  })
})

test('money entered by hand is shown beside the state and counts as nothing', async () => {
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  const { owner } = system.db
  await owner.query('alter table treasury_founding drop constraint founded_by_a_receipt')
  await owner.query('update treasury_founding set receipt_id = null')
  shows({ founding: 30_000000n })
  await module.read()
  await module.check()
  expect(await newest()).toMatchObject({
    state: 'short',
    custody: '30',
    owed: '100',
    missing: '70',
    unproven: '70',
  })
  expect(await module.redSince(system.database)).toEqual(expect.any(Date))
})

test('without the chain nothing is reported as whole, and nothing as missing', async () => {
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  module = openOver(null)
  await module.read()
  await module.check()
  expect(await newest()).toMatchObject({
    state: 'unproven',
    chain: null,
    ratio: null,
    held: [],
    missing: '0',
  })
  expect(await module.redSince(system.database)).toBeNull()
  expect(await module.missing(system.database)).toBe(null)
})

test('the last answer of the chain counts while it does not answer, and proves nothing when it is old', async () => {
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  await module.read()
  await module.check()
  expect((await newest()).state).toBe('whole')
  chain = null
  await module.read()
  expect(await newest()).toMatchObject({ state: 'whole', custody: '100', chain: { block: 77 } })
  await system.setNow('2026-03-02T18:30:00Z')
  expect((await newest()).state).toBe('unproven')
  // A settlement that is not read from the chain has no figures of it.
  await system.treasury.settleDue()
  await module.read()
  expect(await newest()).toMatchObject({ period: '2026-03-02', state: 'unproven', chain: null })
  shows({ founding: 100_000000n })
  await module.read()
  expect((await newest()).chain).toMatchObject({ block: 77 })
})

test('it is reported as whole when every invariant was checked since, once after each settlement', async () => {
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  await module.read()
  expect((await newest()).state).toBe('unproven')
  expect(await module.check()).toBe(true)
  expect(await module.check()).toBe(false)
  expect(await newest()).toMatchObject({ state: 'whole', check: { breaches: 0 } })

  await system.setNow('2026-03-02T16:00:01Z')
  await system.treasury.settleDue()
  await module.read()
  // The check of the day before still counts, for its 26 hours.
  expect((await newest()).state).toBe('whole')
  expect(await module.redSince(system.database)).toBeNull()
  breaches = 2
  expect(await module.check()).toBe(true)
  expect(await newest()).toMatchObject({ state: 'short', check: { breaches: 2 } })
  // The state on the page is the one that stops new money.
  expect(await module.redSince(system.database)).toEqual(expect.any(Date))
  const { days } = await readPage()
  expect(days.map(({ period, state }) => [period, state])).toEqual([
    ['2026-03-02', 'short'],
    ['2026-03-01', 'whole'],
  ])
})

test('the invariants are checked again every 12 hours where no settlement follows', async () => {
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  await module.read()
  expect(await module.check()).toBe(true)
  await system.setNow('2026-03-02T03:59:00Z')
  expect(await module.check()).toBe(false)
  await system.setNow('2026-03-02T04:01:00Z')
  breaches = 1
  expect(await module.check()).toBe(true)
  expect((await newest()).state).toBe('short')
  await system.setNow('2026-03-02T16:02:00Z')
  breaches = 0
  expect(await module.check()).toBe(true)
  expect((await newest()).state).toBe('whole')
})

test('all of history is checked once a day, and what that finds stays found until it is looked for again', async () => {
  expect(await module.checkEverything()).toBe(false)
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  await module.read()
  expect(await module.checkEverything()).toBe(true)
  expect(await module.checkEverything()).toBe(false)
  expect((await newest()).state).toBe('whole')
  // A row that was proven before is changed: only a check of everything sees it.
  oldBreaches = 1
  await system.setNow('2026-03-02T16:00:00Z')
  await system.treasury.settleDue()
  await module.read()
  expect(await module.check()).toBe(true)
  expect((await newest()).state).toBe('whole')
  await system.setNow('2026-03-02T16:01:00Z')
  expect(await module.checkEverything()).toBe(true)
  expect(await newest()).toMatchObject({ state: 'short', check: { breaches: 1 } })
  // The check after the next settlement reads everything, because the one before found something.
  await system.setNow('2026-03-03T16:00:00Z')
  await system.treasury.settleDue()
  await module.read()
  expect(await module.check()).toBe(true)
  expect((await newest()).state).toBe('short')
  oldBreaches = 0
  await system.setNow('2026-03-04T16:00:00Z')
  await system.treasury.settleDue()
  await module.read()
  expect(await module.check()).toBe(true)
  expect((await newest()).state).toBe('whole')
})

test('a check of what is new does not hide what a full one has found beside it', async () => {
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  await module.read()
  expect(await module.check()).toBe(true)
  await system.setNow('2026-03-02T16:30:00Z')
  await system.treasury.settleDue()
  await module.read()
  oldBreaches = 3
  beside = async () => {
    beside = null
    expect(await module.checkEverything()).toBe(true)
  }
  expect(await module.check()).toBe(false)
  expect(await newest()).toMatchObject({ state: 'short', check: { breaches: 3 } })
})

test('what was found stays found after settlements that were not checked', async () => {
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  await module.read()
  expect(await module.check()).toBe(true)
  await system.setNow('2026-03-01T16:30:00Z')
  oldBreaches = 2
  await system.db.owner.query("update solvency_reading set fully_checked_at = '2026-02-01'")
  expect(await module.checkEverything()).toBe(true)
  const since = await module.redSince(system.database)
  expect(since).toEqual(expect.any(Date))
  for (const day of [2, 3, 4]) {
    await system.setNow(`2026-03-0${day}T16:00:01Z`)
    await system.treasury.settleDue()
    await module.read()
    expect((await newest()).state).toBe('short')
    expect(await module.redSince(system.database)).toEqual(since)
    expect(await module.payoutStop(system.database)).toBe('booksBroken')
  }
  // The next check reads everything, and finds it again.
  expect(await module.check()).toBe(true)
  expect(await newest()).toMatchObject({ state: 'short', check: { breaches: 2 } })
})

test('the check after several settlements that were not checked reads everything', async () => {
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  await module.read()
  expect(await module.check()).toBe(true)
  oldBreaches = 1
  await system.setNow('2026-03-02T16:00:01Z')
  await system.treasury.settleDue()
  await module.read()
  expect(await module.check()).toBe(true)
  expect((await newest()).state).toBe('whole')
  await system.setNow('2026-03-05T16:00:01Z')
  await system.treasury.settleDue()
  await module.read()
  expect(await module.check()).toBe(true)
  expect((await newest()).state).toBe('short')
})

test('the time since the last full check is a figure, from the first reading on', async () => {
  const age = async () => (await module.module.gauges?.[0]?.read())?.[0]?.value
  expect(await age()).toBeUndefined()
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  await module.read()
  await system.setNow('2026-03-03T16:00:01Z')
  expect(await age()).toBeGreaterThan(47 * 3_600)
  expect(await module.checkEverything()).toBe(true)
  expect(await age()).toBeLessThan(3_600)
})

test('a settlement that comes while all of history is read has a check of its own', async () => {
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  await module.read()
  beside = async () => {
    beside = null
    await system.setNow('2026-03-02T16:00:01Z')
    await system.treasury.settleDue()
    await module.read()
  }
  expect(await module.checkEverything()).toBe(true)
  expect(await module.check()).toBe(true)
  expect(await module.check()).toBe(false)
})

test('once operators have explained the findings of a check, the invariants are checked again at once', async () => {
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  await module.read()
  breaches = 1
  expect(await module.check()).toBe(true)
  explainedAt = new Date('2026-03-01T15:00:00Z')
  expect(await module.check()).toBe(false)
  await system.setNow('2026-03-01T16:10:00Z')
  explainedAt = new Date('2026-03-01T16:09:00Z')
  breaches = 0
  expect(await module.check()).toBe(true)
  expect((await newest()).state).toBe('whole')
  // Without findings an explanation is no reason for a check.
  explainedAt = new Date('2026-03-01T16:10:30Z')
  await system.setNow('2026-03-01T16:11:00Z')
  expect(await module.check()).toBe(false)
})

test('after books were frozen for good, each day has its own reading, check and root; the day of closing has one at once', async () => {
  await system.addMember('1000')
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  const isWhole = async () => {
    await module.read()
    await module.check()
    return (await newest()).state === 'whole'
  }
  shows({ founding: 1_100_000000n })
  const days = async () => {
    const { rows } = await system.db.owner.query('select period from solvency_root order by period')
    return rows.map(({ period }) => period)
  }
  const putInto = (state: string) =>
    system.db.owner.query(
      `insert into wind_down (id, state, notice_zh, notice_en, costs, evidence, proposed_by, proposed_at,
        approved_by, announced_at, rule_version, due_at, held_from, closed_at)
      values ($1, $2, 'zh', 'en', 0, 'none', gen_random_uuid(), house_now(), gen_random_uuid(), house_now(), 1,
        house_now() + interval '1 day', house_now() - interval '1 day',
        case when $2 = 'closed' then house_now() end)
      on conflict (id) do update set state = excluded.state, closed_at = excluded.closed_at`,
      [one, state],
    )
  expect(await isWhole()).toBe(true)
  expect(await module.publish()).toBe(1)
  await system.setNow('2026-03-02T15:00:00Z')
  await putInto('paying')
  expect(await module.publish()).toBe(0)
  await putInto('closed')
  expect(await module.publish()).toBe(1)
  expect(await days()).toEqual(['2026-03-01', '2026-03-02'])
  expect(await isWhole()).toBe(true)
  for (const day of [3, 4, 5]) {
    await system.setNow(`2026-03-0${day}T15:30:00Z`)
    expect(await isWhole()).toBe(true)
    expect(await module.publish()).toBe(1)
    expect(await module.publish()).toBe(0)
  }
  expect((await days()).at(-1)).toBe('2026-03-05')
  expect((await newest()).period).toBe('2026-03-05')
  expect(await module.payoutStop(system.database)).toBeNull()
})

test('a missing amount is confirmed as far as the chain shows it, and is one loss until a run has booked it', async () => {
  await system.addMember('1000')
  await system.setNow('2026-03-01T16:00:01Z')
  await system.treasury.settleDue()
  shows({ founding: 100_000000n, recharges: 970_000000n })
  await module.read()
  expect(await newest()).toMatchObject({
    state: 'short',
    custody: '1070',
    owed: '1100',
    ratio: '0.972727',
    missing: '30',
  })
  const since = await module.redSince(system.database)
  expect(since).toEqual(expect.any(Date))
  const report = (amount: bigint) =>
    inTransaction(system.database, tx =>
      system.treasury.reportShortfall(tx, { amount, evidence: 'counted', operatorId: one }),
    )
  const confirm = (shortfallId: string) =>
    inTransaction(system.database, tx =>
      system.treasury.decideShortfall(tx, { shortfallId, operatorId: two, confirm: true }),
    )
  await expect(confirm(await report(30_000001n))).rejects.toThrow('shortfallNotShown')
  await confirm(await report(30_000000n))
  // The same reading confirms nothing twice.
  await expect(confirm(await report(1n))).rejects.toThrow('shortfallNotShown')
  await system.setNow('2026-03-01T18:00:00Z')
  await module.read()
  expect(await newest()).toMatchObject({
    state: 'short',
    custody: '1070',
    owed: '1100',
    missing: '0',
    red: true,
  })
  // Later readings of the same amount do not begin a new loss.
  expect(await module.redSince(system.database)).toEqual(since)

  await system.setNow('2026-03-02T16:00:01Z')
  await system.treasury.settleDue()
  await module.read()
  // RESERVE bore it: the debts are smaller, and custody covers them.
  expect(await newest()).toMatchObject({
    custody: '1070',
    owed: '1070',
    ratio: '1.000000',
    red: false,
  })
  expect(await module.redSince(system.database)).toBeNull()
  // An old reading confirms nothing.
  await system.setNow('2026-03-04T16:00:01Z')
  await expect(confirm(await report(1n))).rejects.toThrow('chainNotRead')
})
