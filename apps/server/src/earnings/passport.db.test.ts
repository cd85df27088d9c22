import { passport, uuidOf } from '@banyan/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refusalOf } from '../testing/members.ts'
import { type EarningsFixture, openEarningsSystem } from './earnings.fixture.ts'

let system: EarningsFixture
beforeEach(async () => {
  system = await openEarningsSystem('2026-03-01T08:00:00Z')
})
afterEach(() => system.db.close())

const read = (memberId: string, id: string) => system.call(passport, memberId, { query: { id } })

/**
 * Two members with locked coins, and one settlement that has paid them, as the treasury runs it.
 */
async function paidOnce(): Promise<[string, string]> {
  const [member, other] = [await system.addHolder('100'), await system.addHolder('300')]
  await system.activate(member, '60')
  await system.activate(member, '15')
  await system.activate(other, '300')
  await system.goPast('2026-03-01')
  await system.treasury.settleDue()
  await system.fillPool('100')
  await system.goPast('2026-03-02')
  await system.treasury.settleDue()
  return [member, other]
}

describe('a passport', () => {
  test('has every number that is needed to compute the earning again', async () => {
    const [member] = await paidOnce()
    const facts = await read(member, 'static-2026-03-02')
    expect(facts).toMatchObject({
      kind: 'static',
      period: '2026-03-02',
      pool: 'POOL.static',
      ruleVersion: 1,
      cutoffAt: '2026-03-02T16:00:00.000Z',
      settlementId: 'run:2026-03-02',
    })
    const [settlement, ...rest] = facts.parts
    expect(settlement?.lines).toEqual([
      { rule: 'static.released', slots: { pool: '100', divisor: '30', released: '3.333333' } },
      { rule: 'static.weight', slots: { positions: '3', weight: '375' } },
    ])
    // 3.333333 × 60 ÷ 375 = 0.53333328 and × 15 ÷ 375 = 0.13333332; R/N is 100 ÷ 500.
    expect(rest.slice(0, 2).map(part => part.lines)).toEqual([
      [
        {
          rule: 'static.share',
          slots: { released: '3.333333', own: '60', weight: '375', share: '0.533333' },
        },
        {
          rule: 'static.capLeft',
          slots: { value: '12', multiple: '1.5', cap: '18', before: '0', left: '18' },
        },
        { rule: 'static.pay', slots: { share: '0.533333', left: '18', amount: '0.533333' } },
      ],
      [
        {
          rule: 'static.share',
          slots: { released: '3.333333', own: '15', weight: '375', share: '0.133333' },
        },
        {
          rule: 'static.capLeft',
          slots: { value: '3', multiple: '1.5', cap: '4.5', before: '0', left: '4.5' },
        },
        { rule: 'static.pay', slots: { share: '0.133333', left: '4.5', amount: '0.133333' } },
      ],
    ])
    expect(rest.at(-1)?.lines).toEqual([
      {
        rule: 'static.total',
        slots: { positions: '2', terms: '0.533333 + 0.133333', amount: '0.666666' },
      },
    ])
    expect(facts.amount).toBe('0.666666')
  })

  test("names the settlement's hashes and the ledger's row", async () => {
    const [member] = await paidOnce()
    const { hashes, transfers } = await read(member, 'static-2026-03-02')
    const run = (await system.runs()).find(one => one.period === '2026-03-02')
    expect(hashes).toEqual({ input: run?.input, result: run?.result })
    expect(transfers).toEqual([expect.objectContaining({ amount: '0.666666' })])
    const { lines } = await system.ledger.statement(system.database, member, { limit: 1 })
    expect(lines[0]).toMatchObject({ kind: 'static_earning', amount: 666_666n })
    expect(uuidOf(transfers[0]?.id ?? '')).toBe(lines[0]?.transferId)
  })

  test('of a settlement that paid nothing states that, and has no ledger row', async () => {
    const member = await system.addHolder('100')
    await system.activate(member, '60')
    await system.settleStatic('2026-03-01')
    await system.settleStatic('2026-03-02')
    const facts = await read(member, 'static-2026-03-02')
    expect(facts).toMatchObject({ amount: '0', transfers: [], hashes: null })
  })

  test('shows how a position ended', async () => {
    const member = await system.addHolder('100')
    await system.activate(member, '60')
    await system.settleStatic('2026-03-01')
    await system.fillPool('2970')
    await system.settleStatic('2026-03-02')
    const { parts, amount } = await read(member, 'static-2026-03-02')
    expect(parts[1]?.lines.slice(2)).toEqual([
      { rule: 'static.pay', slots: { share: '99', left: '90', amount: '90' } },
      { rule: 'static.eliminated', slots: { reason: 'cap' } },
    ])
    expect(amount).toBe('90')
  })

  test('exists only for own earnings, and for past settlements', async () => {
    await paidOnce()
    const outsider = await system.addMember('100')
    expect(await refusalOf(read(outsider, 'static-2026-03-02'))).toBe('notFound')
    expect(await refusalOf(read(outsider, 'static-2026-03-01'))).toBe('notFound')
    expect(await refusalOf(read(outsider, 'dynamic-2026-03-02'))).toBe('notFound')
  })
})
