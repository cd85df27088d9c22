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
import { type EarningsFixture, openEarningsHouse } from './earnings.fixture.ts'
import { sourcesOfEarlierRounds } from './migrations.ts'

// The platform is founded on 1 March; cut-offs are at 16:00 UTC.
let house: EarningsFixture
beforeEach(async () => {
  house = await openEarningsHouse('2026-03-01T08:00:00Z')
})
afterEach(() => house.db.close())

const settle = async (day: string): Promise<void> => {
  await house.goPast(day)
  expect(await house.treasury.settleDue()).toBe(1)
}

/** A member whose coins are locked from the run of 2 March on; the run of 1 March opened them. */
async function holder(): Promise<string> {
  const member = await house.addHolder('600')
  await house.activate(member, '100')
  await settle('2026-03-01')
  return member
}
/** A trade whose fee reaches the static pool with the next run. */
const trade = async (sellerId: string): Promise<void> => {
  await finishTrade(house, { sellerId, buyerId: await house.addMember('1'), coins: '200' })
}
/** Two people confirm a loss that the pool bears a thousand units of. */
async function losePartOfPool(): Promise<void> {
  const accounts = (['RISK', 'OPS', 'INCOME'] as const).map(kind =>
    house.ledger.balance(house.database, houseAccount('USDT', kind)),
  )
  const amount = (await Promise.all(accounts)).reduce((sum, { posted }) => sum + posted, 1_000n)
  await house.chainLacks(formatAmount(amount))
  await inTransaction(house.database, async tx => {
    const [operatorId, second] = [randomUUID(), randomUUID()]
    const report = { amount, evidence: 'counted', operatorId }
    const shortfallId = await house.treasury.reportShortfall(tx, report)
    await house.treasury.decideShortfall(tx, { shortfallId, operatorId: second, confirm: true })
  })
  await house.chainLacks('0')
}
const payOf = async (period: string) =>
  (await house.call(settlementDetail, null, { query: { period } })).staticPay
const stored = async () => {
  const { rows } = await house.db.pool.query(
    `select period, pool, pool_income, released_income, paid_income from static_round order by period`,
  )
  return rows
}

describe('static pay', () => {
  test('is shown by source: of the settlement, of the own earning, and of all days', async () => {
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

    await house.earn('900')
    await settle('2026-03-03')
    const both = await payOf('2026-03-03')
    expect([both?.paid.fees, both?.paid.income]).not.toContain('0')
    const { items } = await house.call(settlementList, null, {})
    expect(items.map(one => one.staticPay)).toEqual([both, fees, await payOf('2026-03-01')])

    // The only member who has coins locked: the own earning is what the settlement paid.
    const query = { id: 'static-2026-03-03' }
    const own = await house.call(passport, member, { query })
    expect(own.sources).toEqual(both?.paid)
    expect((await house.call(staticSummary, member)).last?.sources).toEqual(both?.paid)
    const lines = own.parts.flatMap(part => part.lines)
    const [ofRound, ofOwn] = ['static.sources', 'static.ownSources'].map(rule =>
      lines.find(line => line.rule === rule),
    )
    expect(ofRound?.slots).toMatchObject({ ...both?.released })
    expect(ofOwn?.slots).toMatchObject({ ...both?.paid, amount: own.amount })

    await house.statistics.countNewest()
    const { newest } = await house.call(incomeStatistics, null)
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
    expect(await house.breaches()).toEqual([])
  })

  test('of a pool that no run has filled is not recorded, nor is what comes after it', async () => {
    const member = await holder()
    await house.fillPool('30')
    await settle('2026-03-02')
    await trade(member)
    await settle('2026-03-03')
    expect([await payOf('2026-03-02'), await payOf('2026-03-03')]).toEqual([null, null])
    const own = await house.call(passport, member, { query: { id: 'static-2026-03-03' } })
    expect(own.sources).toBeNull()
    await house.statistics.countNewest()
    const { newest } = await house.call(incomeStatistics, null)
    expect(newest?.sources[0]).toMatchObject({ fees: '0', income: '0' })
    expect(newest?.sources[0]?.notRecorded).not.toBe('0')
    expect(await house.breaches()).toEqual([])
  })

  test('of rounds of before it was recorded is worked out from their figures, a loss included', async () => {
    const member = await holder()
    await trade(member)
    await house.earn('900')
    await settle('2026-03-02')
    await losePartOfPool()
    await settle('2026-03-03')
    await trade(member)
    await settle('2026-03-04')
    const { rows } = await house.db.pool.query(
      `select amount from ledger_transfer where kind = 'loss' and reference = 'run:2026-03-03/POOL.static'`,
    )
    expect(rows).toEqual([{ amount: 1_000n }])
    const before = await stored()
    expect(before.every(row => row.pool_income !== null)).toBe(true)
    await house.db.owner.query(
      'update static_round set pool_income = null, released_income = null, paid_income = null',
    )
    await house.db.owner.query(sourcesOfEarlierRounds)
    expect(await stored()).toEqual(before)

    // Figures that do not come to the pool: from there on nothing is guessed.
    await house.db.owner.query(
      `update static_round set pool_income = null, released_income = null, paid_income = null`,
    )
    await house.db.owner.query(
      `update settlement_outcome set summary = '{"steps":[]}' where period = '2026-03-03'`,
    )
    await house.db.owner.query(sourcesOfEarlierRounds)
    expect((await stored()).map(row => row.pool_income !== null)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('that somebody changes is found', async () => {
    const member = await holder()
    await trade(member)
    await house.earn('900')
    await settle('2026-03-02')
    await house.db.owner.query(
      `update static_round set paid_income = paid_income - 1 where period = '2026-03-02'`,
    )
    expect(await house.breaches()).toEqual([
      { invariant: 'I11 earnings', what: expect.stringContaining('sources') },
    ])
  })
})
