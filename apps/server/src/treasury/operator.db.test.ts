import {
  type Endpoint,
  operatorRoles,
  type PlatformAccount,
  proposeReceipt,
  refusals,
  settlementList,
  settlementRun,
  settlementRuns,
  treasuryAccounts,
  treasuryStatement,
} from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveOpened } from '../testing/approving.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { joinedOperators } from '../testing/operators.ts'
import { stageNames } from './stages.ts'

let system: HttpSystem
let as: (name: string) => { token: string }
beforeAll(async () => {
  system = await openHttpSystem({ at: '2026-03-01T08:00:00Z' })
  as = await joinedOperators(system, operatorRoles)
})
afterAll(() => system.close())

const treasurer = () => as('treasurer-1')
/** Moves the clock; a tool's session would end before, if nobody used it. */
const moveTo = async (instant: string) => {
  await system.setClock(new Date(instant))
  await system.db.owner.query(
    `update operator_session set last_seen_at = house_now(), expires_at = house_now() + interval '8 hours'`,
  )
}
const accounts = async (account: PlatformAccount) => {
  const { items, ...rest } = await system.must(treasuryAccounts, { as: treasurer() })
  return { ...items.find(one => one.account === account), ...rest }
}
const statement = (query: object) => system.must(treasuryStatement, { as: treasurer(), query })
/** Money from outside that two treasurers call a refund of costs: it goes to OPS. */
const refund = async (usdt: string) => {
  const body = {
    receiptId: await system.receive(usdt),
    kind: 'refund',
    payer: 'The host',
    evidence: 'Credit note 12.',
  }
  const { id } = await system.must(proposeReceipt, { as: treasurer(), body })
  const reason = { params: { id }, body: { reason: 'Compared with the note.' } }
  await approveOpened(system, { as: as('treasurer-2'), ...reason })
}

describe('who may read', () => {
  const calls: readonly [Endpoint, object][] = [
    [treasuryAccounts, {}],
    [treasuryStatement, { query: { account: 'OPS' } }],
    [settlementRuns, {}],
    [settlementRun, { query: { period: '2026-03-01' } }],
  ]
  it.each(operatorRoles)('is for treasurers and administrators: %s', async role => {
    const may = role === 'treasurer' || role === 'administrator'
    for (const [endpoint, asking] of calls) {
      const { code } = await system.ask(endpoint, { as: as(`${role}-1`), ...asking })
      expect(code === refusals.forbidden.code, endpoint.id).toBe(!may)
    }
  })
  it('is nobody without a session, and no member', async () => {
    const ann = await system.join('Ann')
    for (const [endpoint, asking] of calls) {
      expect((await system.ask(endpoint, asking)).code).not.toBe(1)
      expect((await system.ask(endpoint, { as: ann, ...asking })).code).not.toBe(1)
    }
  })
})

describe('accounts and statements', () => {
  it('show balances, the movement since the last cut-off, and each transfer with its other side', async () => {
    await moveTo('2026-03-01T10:00:00Z')
    const before = await accounts('OPS')
    expect(before.since).toBe('2026-02-28T16:00:00.000Z')
    await refund('30.5')
    await refund('4')
    const after = await accounts('OPS')
    expect(Number(after.balance) - Number(before.balance)).toBeCloseTo(34.5)
    expect([after.into, after.outOf, after.transfers]).toEqual(['34.5', '0', 2])
    const { items } = await statement({ account: 'OPS', limit: 2 })
    expect(items).toMatchObject([
      { kind: 'refund', amount: '4', balance: after.balance, other: 'EXT', transfers: 1 },
      { kind: 'refund', amount: '30.5', other: 'EXT' },
    ])
  })

  it('pages through a statement with each line once', async () => {
    const whole = (await statement({ account: 'EXT', limit: 100 })).items
    const paged = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof statement>> = await statement({
        account: 'EXT',
        limit: 1,
        ...(cursor === null ? {} : { cursor }),
      })
      paged.push(...page.items)
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(paged).toEqual(whole)
    expect(whole.length).toBeGreaterThan(2)
  })

  it('refuses an account that is none of the platform’s, and a cursor of another list', async () => {
    const refused = async (query: object) =>
      (await system.ask(treasuryStatement, { as: treasurer(), query })).code
    expect(await refused({ account: 'available' })).not.toBe(1)
    expect(await refused({})).not.toBe(1)
    expect(await refused({ account: 'OPS', cursor: 'abc' })).not.toBe(1)
  })

  it('say what the chain lacks', async () => {
    await system.chainLacks('12.5')
    expect((await accounts('OPS')).missing).toBe('12.5')
    await system.chainLacks('0')
    expect((await accounts('OPS')).missing).toBe('0')
  })
})

describe('settlement runs', () => {
  const runs = () => system.must(settlementRuns, { as: treasurer() })
  const run = (period: string) => system.must(settlementRun, { as: treasurer(), query: { period } })

  it('are due after the cut-off, then published with their stages, hashes and books', async () => {
    await moveTo('2026-03-01T16:00:01Z')
    expect((await runs()).items[0]).toMatchObject({ period: '2026-03-01', state: 'due' })
    expect((await run('2026-03-01')).published).toBeNull()
    await system.job('settlement')
    const { items, nextCutoffAt } = await runs()
    expect(nextCutoffAt).toBe('2026-03-02T16:00:00.000Z')
    expect(items[0]).toMatchObject({
      period: '2026-03-01',
      state: 'published',
      stages: { ended: stageNames.length, all: stageNames.length },
      alarm: null,
    })
    const shown = await run('2026-03-01')
    expect(shown.times.map(({ stage }) => stage).sort()).toEqual([...stageNames].sort())
    expect(shown.times.every(({ tries, endedAt }) => tries === 1 && endedAt !== null)).toBe(true)
    const [published] = (await system.must(settlementList)).items
    expect(shown.published).toEqual(published)
    expect(shown.hashes).toEqual({ input: published?.inputHash, result: published?.resultHash })
    expect(shown.after?.ops).toBe((await accounts('OPS')).balance)
  })

  it('that are stopped say why, and which stage did not end', async () => {
    await moveTo('2026-03-02T16:00:01Z')
    await system.db.owner.query(
      `insert into settlement_run select (jsonb_populate_record(run, jsonb_build_object(
         'period', '2026-03-02', 'cutoff_at', '2026-03-02T16:00:00Z', 'published_at', null))).*
       from settlement_run run where period = '2026-03-01'`,
    )
    await system.db.owner.query(
      `insert into settlement_alarm (period, raised_at, what)
       values ('2026-03-02', house_now(), 'RISK differs')`,
    )
    await system.db.owner.query(
      `insert into settlement_stage (period, stage, tries, begun_at)
       values ('2026-03-02', 'split and publish', 1, house_now())`,
    )
    const [stopped] = (await runs()).items
    expect(stopped).toMatchObject({ period: '2026-03-02', state: 'stopped', publishedAt: null })
    expect(stopped?.alarm?.what).toBe('RISK differs')
    const shown = await run('2026-03-02')
    expect(shown.alarms.length).toBe(1)
    expect(shown.times[0]).toMatchObject({ stage: 'split and publish', endedAt: null, tries: 1 })
    expect(shown.times.length).toBe(stageNames.length)
  })

  it('that nobody knows are not found', async () => {
    const { code } = await system.ask(settlementRun, {
      as: treasurer(),
      query: { period: '2030-01-01' },
    })
    expect(code).toBe(refusals.notFound.code)
  })
})
