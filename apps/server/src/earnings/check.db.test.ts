import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type EarningsFixture, openEarningsSystem } from './earnings.fixture.ts'
import { checkEarnings, checkLateEarnings } from './index.ts'

let system: EarningsFixture
let member: string
beforeEach(async () => {
  system = await openEarningsSystem('2026-03-01T08:00:00Z')
  member = await system.addHolder('100')
  await system.activate(member, '60')
  await system.settleStatic('2026-03-01')
  await system.fillPool('900')
  await system.settleStatic('2026-03-02')
})
afterEach(() => system.db.close())

const breaches = async () => (await checkEarnings(system.database)).map(({ what }) => what)

/** Makes changes that no program can make: as the owner of the tables, with their guards off. */
async function tamper(statement: string): Promise<void> {
  const client = await system.db.owner.connect()
  try {
    await client.query(`set session_replication_role = replica; ${statement}`)
    await client.query('reset session_replication_role')
  } finally {
    client.release()
  }
}

describe('the invariants of earnings', () => {
  test('hold after settlements', async () => {
    expect(await breaches()).toEqual([])
  })

  test('find coins that are locked without a position', async () => {
    await tamper('update static_position set quantity = quantity - 1')
    expect(await breaches()).toContain(
      `member ${member} has 60 LEAF locked and positions of 59.999999`,
    )
  })

  test('find pay that differs from the computed one', async () => {
    await tamper(
      'update static_payout_block set amounts[1] = amounts[1] - 1, paid_after[1] = paid_after[1] - 1',
    )
    expect(await breaches()).toEqual([
      `static pay run:2026-03-02/${member} is 30 in the ledger and 29.999999 as computed`,
      'the round of 2026-03-02 paid 30 for 60 LEAF; its payouts are 29.999999 for 60',
    ])
  })

  test('find a payout that does not continue the one before, and one above its cap', async () => {
    await tamper('update static_payout_block set paid_after[1] = 90000001')
    expect(await breaches()).toEqual([
      expect.stringContaining('was paid 90000001 of a cap of 90000000'),
    ])
    await tamper('update static_payout_block set paid_after[1] = 30000001')
    expect(await breaches()).toEqual([expect.stringContaining('was paid 30000001')])
  })

  test('find an elimination without a prompt', async () => {
    await tamper(
      `update static_position set state = 'eliminated', end_reason = 'term', ended_in = '2026-03-02', ended_at = now()`,
    )
    expect(await breaches()).toContainEqual(
      expect.stringContaining('is eliminated and has 0 prompts'),
    )
  })

  test('of the last rounds find what is wrong in these, and leave older ones to the check of everything', async () => {
    const other = await system.addHolder('10000')
    await system.activate(other, '10000')
    for (const day of ['03', '04', '05', '06']) {
      await system.fillPool('10')
      await system.settleStatic(`2026-03-${day}`)
    }
    const late = async () => (await checkLateEarnings(system.database)).map(({ what }) => what)
    expect(await late()).toEqual([])
    const change = (day: string) =>
      tamper(
        `update static_payout_block set amounts[1] = amounts[1] + 1, paid_after[1] = paid_after[1] + 1 where period = '2026-03-${day}'`,
      )
    await change('02')
    expect(await late()).toEqual([])
    expect((await breaches()).join()).toContain('2026-03-02')
    await change('06')
    const inLast = await late()
    expect(inLast.join()).toContain('2026-03-06')
    expect(await breaches()).toEqual(expect.arrayContaining(inLast))
    // Coins are compared whole in both.
    await tamper('update static_position set quantity = quantity - 1')
    expect((await late()).join()).toContain('LEAF locked and positions of')
  })
})
