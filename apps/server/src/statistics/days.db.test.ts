import { dayStatistics, operatorRoles, refusals, settlementDetail } from '@banyan/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { openHttpSystem } from '../testing/http-system.ts'
import { changesOf, meet, times } from '../testing/meet.ts'
import { joinedOperators } from '../testing/operators.ts'
import { finishTrade } from '../treasury/trades.fixture.ts'

let system: EconomyFixture
beforeEach(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z')
})
afterEach(() => system.db.close())

const days = (query: object = {}) => system.call(dayStatistics, null, { query })
const settle = async (instant: string) => {
  await system.setNow(instant)
  await system.treasury.settleDue()
  while (await system.statistics.countNextDay());
}

describe('figures of days', () => {
  it('are none before the first settlement', async () => {
    expect(await system.statistics.countNextDay()).toBe(false)
    expect((await days()).items).toEqual([])
  })

  it('count each day’s members, money and trades once, and take the rest from the public page', async () => {
    const ann = await system.addMember('100', '2026-03-01T09:00:00Z')
    const ben = await system.addMember('40', '2026-02-01T00:00:00Z')
    await system.place(ann, '50')
    await settle('2026-03-02T16:00:01Z')
    await finishTrade(system, { sellerId: ann, buyerId: ben, coins: '10' })
    await system.addMember('7', '2026-03-03T01:00:00Z')
    await settle('2026-03-03T16:00:01Z')
    const { items } = await days()
    expect(items).toMatchObject([
      {
        period: '2026-03-03',
        members: 3,
        joined: 1,
        active: 3,
        recharges: 1,
        recharged: '7',
        withdrawals: 0,
        trades: 1,
        volume: '10',
      },
      { period: '2026-03-02', members: 2, joined: 0, active: 0, recharged: '0' },
      {
        period: '2026-03-01',
        members: 2,
        joined: 1,
        active: 2,
        recharges: 2,
        recharged: '140',
        trades: 0,
        tradeFees: '0',
      },
    ])
    const query = { period: '2026-03-03' }
    const page = await system.call(settlementDetail, null, { query })
    const figures = page.steps.find(({ step }) => step === 4)?.figures ?? []
    const shared = figures
      .filter(({ name }) => name.startsWith('to'))
      .reduce((sum, { value }) => sum + Number(value), 0)
    expect(Number(items[0]?.tradeFees)).toBeCloseTo(shared, 6)
    expect(shared).toBeGreaterThan(0)
    expect(items[0]).toMatchObject({
      poolStatic: page.after?.poolStatic,
      poolDynamic: page.after?.poolDynamic,
      reserve: page.after?.reserve,
      price: page.price,
    })
    expect((await days({ days: 1 })).items.length).toBe(1)
  })

  it('are counted once, however many nodes try, and for every day that was missed', async () => {
    await system.addMember('1')
    await system.setNow('2026-03-03T16:00:01Z')
    await system.treasury.settleDue()
    const nodes = times(3, () => system.statistics.countNextDay())
    await Promise.all(await meet(system.db, changesOf('day_statistics'), nodes))
    while (await system.statistics.countNextDay());
    const { items } = await days()
    expect(items.map(({ period }) => period)).toEqual(['2026-03-03', '2026-03-02', '2026-03-01'])
  })
})

it('is read by reviewers, treasurers and administrators', async () => {
  const http = await openHttpSystem()
  try {
    const as = await joinedOperators(http, operatorRoles)
    for (const role of operatorRoles) {
      const { code } = await http.ask(dayStatistics, { as: as(`${role}-1`) })
      const may = ['reviewer', 'treasurer', 'administrator'].includes(role)
      expect(code, role).toBe(may ? 1 : refusals.forbidden.code)
    }
    const query = { days: 401 }
    expect((await http.ask(dayStatistics, { as: as('treasurer-1'), query })).code).not.toBe(1)
  } finally {
    await http.close()
  }
})
