import { randomUUID } from 'node:crypto'
import {
  formatAmount,
  incomeStatistics,
  passport,
  settlementDetail,
  settlementList,
  staticSummary,
} from '@banyan/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { houseAccount } from '../ledger/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { finishTrade } from '../treasury/trades.fixture.ts'
import { type EarningsFixture, openEarningsSystem } from './earnings.fixture.ts'
import { sourcesOfEarlierRounds } from './migrations.ts'

// The platform is founded on 1 March; cut-offs are at 16:00 UTC.
let system: EarningsFixture
beforeEach(async () => {
  system = await openEarningsSystem('2026-03-01T08:00:00Z')
})
afterEach(() => system.db.close())

const settle = async (day: string): Promise<void> => {
  await system.goPast(day)
  expect(await system.treasury.settleDue()).toBe(1)
}

/** A member whose coins are locked from the run of 2 March on; the run of 1 March opened them. */
async function holder(): Promise<string> {
  const member = await system.addHolder('600')
  await system.activate(member, '100')
  await settle('2026-03-01')
  return member
}
/** A trade whose fee reaches the static pool with the next run. */
const trade = async (sellerId: string): Promise<void> => {
  await finishTrade(system, { sellerId, buyerId: await system.addMember('1'), coins: '200' })
}
/** Two people confirm a loss of which the pool bears a thousand units. */
async function losePartOfPool(): Promise<void> {
  const accounts = (['RISK', 'OPS', 'INCOME'] as const).map(kind =>
    system.ledger.balance(system.database, houseAccount('USDT', kind)),
  )
  const amount = (await Promise.all(accounts)).reduce((sum, { posted }) => sum + posted, 1_000n)
  await system.chainLacks(formatAmount(amount))
  await inTransaction(system.database, async tx => {
    const [operatorId, second] = [randomUUID(), randomUUID()]
    const report = { amount, evidence: 'counted', operatorId }
    const shortfallId = await system.treasury.reportShortfall(tx, report)
    await system.treasury.decideShortfall(tx, { shortfallId, operatorId: second, confirm: true })
  })
  await system.chainLacks('0')
}
const payOf = async (period: string) =>
  (await system.call(settlementDetail, null, { query: { period } })).staticPay
const stored = async () => {
  const { rows } = await system.db.pool.query(
    `select period, pool, pool_income, released_income, paid_income from static_round order by period`,
  )
  return rows
}

describe('static pay', () => {
  test('is shown by source: for the settlement, for the own earning, and for all days', async () => {
    const member = await holder()
    expect(await payOf('2026-03-01')).toEqual({
      released: { fees: '0', income: '0' },
      paid: { fees: '0', income: '0' },
    })
    await trade(member)
    await settle('2026-03-02')
    const fees = await payOf('2026-03-02')
    expect(fees).toMatchObject({ released: { income: '0' }, paid: { income: '0' } })
    expect(fees?.paid.fees).not.toBe('0')

    await system.earn('900')
    await settle('2026-03-03')
    const both = await payOf('2026-03-03')
    expect([both?.paid.fees, both?.paid.income]).not.toContain('0')
    const { items } = await system.call(settlementList, null, {})
    expect(items.map(one => one.staticPay)).toEqual([both, fees, await payOf('2026-03-01')])

    // Only this member has locked coins: the own earning is everything that the settlement paid.
    const query = { id: 'static-2026-03-03' }
    const own = await system.call(passport, member, { query })
    expect(own.sources).toEqual(both?.paid)
    expect((await system.call(staticSummary, member)).last?.sources).toEqual(both?.paid)
    const lines = own.parts.flatMap(part => part.lines)
    const [ofRound, ofOwn] = ['static.sources', 'static.ownSources'].map(rule =>
      lines.find(line => line.rule === rule),
    )
    expect(ofRound?.slots).toMatchObject({ ...both?.released })
    expect(ofOwn?.slots).toMatchObject({ ...both?.paid, amount: own.amount })

    await system.statistics.countNewest()
    const { newest } = await system.call(incomeStatistics, null)
    const units = (text = '0') => Math.round(Number(text) * 1e6)
    const all = {
      fees: units(fees?.paid.fees) + units(both?.paid.fees),
      income: units(both?.paid.income),
    }
    for (const window of newest?.sources ?? []) {
      expect({ fees: units(window.fees), income: units(window.income) }).toEqual(all)
      expect(window.notRecorded).toBe('0')
    }
    expect(newest?.sources.map(({ days }) => days)).toEqual([30, 365, null])
    expect(await system.breaches()).toEqual([])
  })

  test('from a pool that no run has filled has no recorded source, nor has any later pay', async () => {
    const member = await holder()
    await system.fillPool('30')
    await settle('2026-03-02')
    await trade(member)
    await settle('2026-03-03')
    expect([await payOf('2026-03-02'), await payOf('2026-03-03')]).toEqual([null, null])
    const own = await system.call(passport, member, { query: { id: 'static-2026-03-03' } })
    expect(own.sources).toBeNull()
    await system.statistics.countNewest()
    const { newest } = await system.call(incomeStatistics, null)
    expect(newest?.sources[0]).toMatchObject({ fees: '0', income: '0' })
    expect(newest?.sources[0]?.notRecorded).not.toBe('0')
    expect(await system.breaches()).toEqual([])
  })

  test('of rounds from before the recording is computed from their figures, a loss included', async () => {
    const member = await holder()
    await trade(member)
    await system.earn('900')
    await settle('2026-03-02')
    await losePartOfPool()
    await settle('2026-03-03')
    await trade(member)
    await settle('2026-03-04')
    const { rows } = await system.db.pool.query(
      `select amount from ledger_transfer where kind = 'loss' and reference = 'run:2026-03-03/POOL.static'`,
    )
    expect(rows).toEqual([{ amount: 1_000n }])
    const before = await stored()
    expect(before.every(row => row.pool_income !== null)).toBe(true)
    await system.db.owner.query(
      'update static_round set pool_income = null, released_income = null, paid_income = null',
    )
    await system.db.owner.query(sourcesOfEarlierRounds)
    expect(await stored()).toEqual(before)

    // The figures do not add up to the pool: from there on nothing is recorded.
    await system.db.owner.query(
      `update static_round set pool_income = null, released_income = null, paid_income = null`,
    )
    await system.db.owner.query(
      `update settlement_outcome set summary = '{"steps":[]}' where period = '2026-03-03'`,
    )
    await system.db.owner.query(sourcesOfEarlierRounds)
    expect((await stored()).map(row => row.pool_income !== null)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('whose source somebody changes is found', async () => {
    const member = await holder()
    await trade(member)
    await system.earn('900')
    await settle('2026-03-02')
    await system.db.owner.query(
      `update static_round set paid_income = paid_income - 1 where period = '2026-03-02'`,
    )
    expect(await system.breaches()).toEqual([
      { invariant: 'I11 earnings', what: expect.stringContaining('sources') },
    ])
  })
})
