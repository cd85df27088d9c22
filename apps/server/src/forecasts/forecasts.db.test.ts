import {
  cancelForecast,
  codes,
  type ForecastView,
  getForecast,
  operatorAudit,
  operatorRoles,
  placeSubscription,
  proposalForecast,
  proposeReceipt,
  proposeRules,
  refusals,
  settlementList,
  startForecast,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import { cutoffOf } from '@banyan/economy'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { approveOpened } from '../testing/approving.ts'
import { openEconomyNode } from '../testing/economy-node.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { PAYMENT_PASSWORD } from '../testing/members.ts'
import { joinedOperators } from '../testing/operators.ts'
import type { Recorded } from '../treasury/index.ts'
import { type ForecastBounds, forecastBounds } from './compute.ts'
import { runForecast } from './run.ts'
import { findForecast } from './store.ts'

const DAY_MS = 86_400_000
const DAY = '2026-03-02'
const en = { 'accept-language': 'en' }
/** Less than half of the income is released; the withdrawal fee is of no settlement. */
const slower = { incomeReleaseBps: 3, withdrawalFeeUsdt: '0.5' }

vi.setConfig({ testTimeout: 120_000 })

let system: HttpSystem
let as: Awaited<ReturnType<typeof joinedOperators>>
beforeAll(async () => {
  system = await openHttpSystem({ at: `${DAY}T02:00:00Z` })
  as = await joinedOperators(system, [...operatorRoles])
})
afterAll(() => system.close())

const begin = (body: object, who = 'treasurer-1') =>
  system.ask(startForecast, { as: as(who), headers: en, body })
const refused = async (reply: Promise<{ code: number }>, why: keyof typeof refusals) =>
  expect((await reply).code).toBe(refusals[why].code)
const read = (id: string): Promise<ForecastView> =>
  system.must(getForecast, { as: as('administrator-1'), headers: en, params: { id } })
const ended = (id: string): Promise<ForecastView> =>
  vi.waitFor(
    async () => {
      const now = await read(id)
      expect(now.state).not.toBe('running')
      return now
    },
    // Longer than any busy machine needs.
    { timeout: 110_000, interval: 100 },
  )
const settle = async (day: number) => {
  await system.setClock(new Date(cutoffOf(DAY).getTime() + (day - 1) * DAY_MS + 1_000))
  try {
    await system.job('settlement')
  } finally {
    await system.shiftClock(0)
  }
}

it('is not possible before a day was settled', async () => {
  await refused(begin({ numbers: slower }), 'forecastNotPossible')
})

describe('a forecast', () => {
  beforeAll(async () => {
    const member = await system.join('Sorrel')
    await system.give(member, 'USDT', '1000')
    await system.must(placeSubscription, {
      as: member,
      body: { amount: '500', paymentPassword: PAYMENT_PASSWORD },
    })
    const receiptId = await system.receive('600')
    const { id } = await system.must(proposeReceipt, {
      as: as('treasurer-1'),
      body: { receiptId, kind: 'income', payer: 'A payer', evidence: 'An invoice' },
    })
    const body = { reason: 'Read.' }
    await approveOpened(system, { as: as('treasurer-2'), params: { id }, body })
    for (const day of [1, 2, 3]) await settle(day)
  })

  it('computes the next days under both, from the published settlement, and changes nothing', async () => {
    const { owner } = system.db
    const countAll = async () =>
      (
        await owner.query(
          `select (select count(*) from ledger_transfer) + (select count(*) from settlement_run)
            + (select count(*) from rule_draft) as all`,
        )
      ).rows[0].all
    const before = await countAll()
    const begun = await begin({ numbers: slower, days: 10 })
    expect(begun.data).toMatchObject({
      state: 'running',
      startedBy: 'treasurer-1',
      basedOn: 1,
      days: 10,
      progress: { done: 0, total: 20 },
      result: null,
    })
    const { state, fault, result, progress } = await ended(begun.data.id)
    expect([state, fault, progress]).toEqual(['done', null, { done: 20, total: 20 }])
    const [newest] = (await system.must(settlementList, { query: { limit: 1 } })).items
    expect(result).toMatchObject({
      settled: newest?.period,
      recorded: { from: DAY, to: newest?.period, days: 3 },
      stopped: null,
      members: { less: 0, more: 0 },
      notReflected: [{ name: 'withdrawalFeeUsdt' }],
    })
    expect(result?.inputHash).toMatch(/^[0-9a-f]{64}$/)
    expect(result?.days).toHaveLength(10)
    for (const { now, proposed } of result?.days ?? [])
      expect(Number(proposed.reserve)).toBeLessThan(Number(now.reserve))
    expect(await countAll()).toBe(before)
    const { items } = await system.must(operatorAudit, { as: as('administrator-1') })
    expect(
      items.some(({ action, object }) => action === 'start forecast' && object === begun.data.id),
    ).toBe(true)
  })

  it('of numbers that no settlement reads shows no difference', async () => {
    const begun = await begin({ numbers: { withdrawalFeeUsdt: '0.7' }, days: 1 })
    const { result } = await ended(begun.data.id)
    const [day] = result?.days ?? []
    expect(day?.now).toEqual(day?.proposed)
  })

  it('is shown on the proposal of just the same numbers', async () => {
    const propose = (numbers: object) =>
      system.must(proposeRules, {
        as: as('treasurer-1'),
        body: {
          numbers,
          effectiveAt: new Date(Date.parse(`${DAY}T02:00:00Z`) + 9 * DAY_MS).toISOString(),
          difference: { zh: '改', en: 'Change' },
        },
      })
    const of = (id: string) =>
      system.must(proposalForecast, { as: as('administrator-1'), params: { id } })
    const [same, other] = [await propose(slower), await propose({ incomeReleaseDivisor: 90 })]
    expect((await of(same.id)).forecast).toMatchObject({ state: 'done', days: 10 })
    expect((await of(other.id)).forecast).toBeNull()
    const begun = await begin({ proposalId: other.id, days: 2 }, 'administrator-2')
    await ended(begun.data.id)
    expect((await of(other.id)).forecast?.id).toBe(begun.data.id)
    await refused(
      system.ask(proposalForecast, {
        as: as('administrator-1'),
        params: { id: wireIdOf('prp', newUuid()) },
      }),
      'notFound',
    )
  })

  it('refuses what no version may have, and what is no request', async () => {
    await refused(begin({ numbers: { otcFeeBps: 20_000 } }), 'rulesObjected')
    await refused(begin({ numbers: {} }), 'rulesObjected')
    await refused(begin({ proposalId: wireIdOf('prp', newUuid()) }), 'notFound')
    for (const body of [
      { numbers: slower, days: 0 },
      { numbers: slower, days: 91 },
      { numbers: slower, days: 1.5 },
      { numbers: slower, proposalId: wireIdOf('prp', newUuid()) },
      { days: 3 },
      {},
    ])
      expect((await begin(body)).code).not.toBe(codes.success)
    await refused(
      system.ask(getForecast, {
        as: as('treasurer-1'),
        params: { id: wireIdOf('rfc', newUuid()) },
      }),
      'notFound',
    )
  })

  it.each(['support', 'reviewer', 'arbitrator'] as const)('is closed to %s', async role => {
    const who = as(`${role}-1`)
    const params = { id: wireIdOf('rfc', newUuid()) }
    await refused(begin({ numbers: slower }, `${role}-1`), 'forbidden')
    await refused(system.ask(getForecast, { as: who, params }), 'forbidden')
    await refused(system.ask(cancelForecast, { as: who, params }), 'forbidden')
    await refused(
      system.ask(proposalForecast, { as: who, params: { id: wireIdOf('prp', newUuid()) } }),
      'forbidden',
    )
  })
})

/** A forecast that is under way in no process. */
async function stored(seenAt = 'clock_timestamp()'): Promise<string> {
  const id = newUuid()
  await system.db.owner.query(
    `insert into rule_forecast (id, based_on, numbers_before, numbers_after, numbers_hash, days,
      started_by, started_at, total, seen_at)
    select $1, based_on, numbers_before, numbers_after, numbers_hash, 3, 'wei', house_now(), 6, ${seenAt}
    from rule_forecast order by started_at limit 1`,
    [id],
  )
  return id
}

describe('one at a time', () => {
  it('a second one is refused while there is one, and it can be cancelled once', async () => {
    const id = await stored()
    await refused(begin({ numbers: slower }), 'forecastUnderWay')
    const params = { id: wireIdOf('rfc', id) }
    const cancelled = await system.must(cancelForecast, { as: as('treasurer-2'), params })
    expect(cancelled.state).toBe('cancelled')
    const again = await system.must(cancelForecast, { as: as('treasurer-2'), params })
    expect(again.endedAt).toBe(cancelled.endedAt)
    const { items } = await system.must(operatorAudit, { as: as('administrator-1') })
    expect(items.filter(({ action }) => action === 'cancel forecast')).toHaveLength(1)
  })

  it('of two begun at once one is computed', async () => {
    const replies = await Promise.all([1, 2].map(() => begin({ numbers: slower, days: 1 })))
    expect(replies.map(({ code }) => code).toSorted()).toEqual([1, refusals.forecastUnderWay.code])
    const one = replies.find(({ code }) => code === 1)
    expect((await ended(one?.data.id)).state).toBe('done')
  })

  it('one whose process is gone is given up for the next', async () => {
    const gone = await stored(`clock_timestamp() - interval '31 seconds'`)
    const begun = await begin({ numbers: slower, days: 1 })
    expect(await read(wireIdOf('rfc', gone))).toMatchObject({
      state: 'failed',
      fault: 'interrupted',
    })
    expect((await ended(begun.data.id)).state).toBe('done')
  })
})

describe('the computation', () => {
  const computed = async (
    recorded: (tx: Parameters<RecordedOf>[0]) => Promise<Recorded | null>,
    bounds: ForecastBounds = forecastBounds,
  ) => {
    const id = await stored()
    const { database } = system.db
    const row = await findForecast(database, id)
    if (!row) throw new Error('it was stored')
    const context = { database, logger: pino({ level: 'silent' }), treasury: { recorded }, bounds }
    await runForecast(context, row, () => {})
    return read(wireIdOf('rfc', id))
  }
  const treasury = () => openEconomyNode(system.platform).treasury

  it('cannot write: it reads in a transaction that only reads', async () => {
    const failed = await computed(async tx => {
      await tx
        .insertInto('ruleDraft')
        .values({ id: newUuid(), document: '{}', hash: Buffer.alloc(32) })
        .execute()
      return null
    })
    expect(failed).toMatchObject({ state: 'failed', fault: 'faulty' })
  })

  it('ends where the input is not the published one', async () => {
    const failed = await computed(async tx => {
      const recorded = await treasury().recorded(tx, 3)
      return recorded && { ...recorded, hashes: { ...recorded.hashes, result: Buffer.alloc(32) } }
    })
    expect(failed).toMatchObject({ state: 'failed', fault: 'differs' })
  })

  it.each([
    ['tooLarge', { ...forecastBounds, bytes: 10 }],
    ['tooLong', { ...forecastBounds, ms: 1 }],
  ] as const)('ends beyond its bounds: %s', async (fault, bounds) => {
    const failed = await computed(tx => treasury().recorded(tx, 3), bounds)
    expect(failed).toMatchObject({ state: 'failed', fault })
  })

  it('that was cancelled stays so', async () => {
    const failed = await computed(async tx => {
      await system.db.owner.query(
        `update rule_forecast set state = 'cancelled', ended_at = house_now() where state = 'running'`,
      )
      return treasury().recorded(tx, 3)
    })
    expect(failed.state).toBe('cancelled')
    expect(uuidOf(failed.id)).toMatch(/^[0-9a-f-]{36}$/)
  })
})

type RecordedOf = ReturnType<typeof openEconomyNode>['treasury']['recorded']
