import { parseAmount } from '@banyan/domain'
import { canonicalJson, payDynamic, payDynamicPostOrder } from '@banyan/economy'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../platform/database/connect.ts'
import { fee, openDynamicSystem, standing } from './dynamic.fixture.ts'

const usdt = (text: string) => parseAmount(text)

let system: Awaited<ReturnType<typeof openDynamicSystem>>
/** The root, M on its left, and under M its own invitees A and C. */
let [root, m, a, c] = ['', '', '', '']
beforeEach(async () => {
  system = await openDynamicSystem()
  root = await system.join(null, standing.insider)
  m = await system.join({ under: root, side: 'left' }, standing.distributed | standing.sound)
  a = await system.join({ under: m, side: 'left' }, standing.sound)
  c = await system.join({ under: m, side: 'right' }, standing.sound)
  await system.fill('1000')
})
afterEach(() => system.close())

describe('a run', () => {
  test('pays direct and pairs from the pool, one credit for each member', async () => {
    const outcome = await system.run('2026-11-21', [fee(a, c, '100'), fee(c, a, '80')])
    // 10 % of 180, and 8 % of the 80 that both regions have.
    expect(await system.paidTo(m)).toBe(usdt('24.4'))
    expect(await system.pool()).toBe(usdt('975.6'))
    expect(outcome.credits).toMatchObject([{ memberId: m, direct: usdt('18'), pairs: usdt('6.4') }])
    const payouts = await system.database.selectFrom('dynamicPayout').selectAll().execute()
    expect(payouts).toMatchObject([{ memberId: m, direct: usdt('18'), pairs: usdt('6.4') }])
    const round = await system.database
      .selectFrom('dynamicRound')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(round).toMatchObject({
      enabled: true,
      pool: usdt('1000'),
      volume: usdt('180'),
      paid: usdt('24.4'),
      factor: 1_000_000_000n,
      effective: 2,
    })
  })

  test('carries what was not matched into the next run', async () => {
    await system.run('2026-11-21', [fee(a, c, '100'), fee(c, a, '80')])
    const next = await system.settle('2026-11-22', [fee(c, a, '20')])
    expect(next.facts.nodes.balancesLeft[1]).toBe(usdt('20'))
    expect(next.facts.nodes.balancesRight[1]).toBe(0n)
    expect(next.facts.nodes.paidInRound[1]).toBe(usdt('24.4'))
    expect(next.outcome.pairs).toMatchObject([{ node: 1, matched: usdt('20') }])
  })

  test('has the same facts before, while and after it is posted', async () => {
    await system.run('2026-11-20', [fee(a, c, '50')])
    const fees = [fee(a, c, '100'), fee(c, a, '80')]
    const settled = await system.settle('2026-11-21', fees)
    const before = canonicalJson(settled.facts)
    await system.post(settled)
    expect(canonicalJson(await system.factsOf('2026-11-21', fees))).toBe(before)
    expect(
      canonicalJson(payDynamicPostOrder(settled.facts, { ...settled, exitPrice: 1_000_000n })),
    ).toBe(canonicalJson(settled.outcome))
  })

  test('pays nobody while the module is off, and fees collected then never become volume', async () => {
    await system.run('2026-11-21', [fee(a, c, '100'), fee(c, a, '80')], false)
    expect(await system.paidTo(m)).toBe(0n)
    const next = await system.settle('2026-11-22')
    expect(next.outcome.pairs).toEqual([])
    // The fees were paid all the same: they count towards being effective.
    expect(next.outcome.effective).toEqual([2, 3])
  })

  test('starts rounds anew with the quarter', async () => {
    await system.run('2026-12-31', [fee(a, c, '100'), fee(c, a, '80')])
    expect((await system.settle('2027-01-01')).facts.nodes.paidInRound[1]).toBe(0n)
  })

  test('prompts a member who reached the cap of the round, once', async () => {
    await system.fill('100000')
    for (const [day, coins] of [
      ['20', '9900'],
      ['21', '9900'],
      ['22', '500'],
    ] as const) {
      await system.run(`2026-11-${day}`, [fee(a, c, coins)])
    }
    expect(await system.paidTo(m)).toBe(usdt('2000'))
    expect(system.prompts).toEqual([`round:2026Q4:${m}`])
    expect((await system.run('2026-11-23', [fee(a, c, '10')])).direct).toMatchObject([
      { amount: 0n, cap: 'round' },
    ])
  })
})

describe('a member who waits for a place', () => {
  test('has their volume kept, and credited by the first run after the placement', async () => {
    const late = await system.addMember(m)
    const outcome = await system.run('2026-11-21', [fee(late, root, '100')])
    expect(outcome.volumes).toMatchObject([{ memberId: late, node: null, fate: 'kept' }])
    expect(outcome.reserved).toBe(usdt('30'))
    await system.placeMember(late, { under: a, side: 'left', inviter: m })
    const next = await system.settle('2026-11-22')
    expect(next.outcome.direct).toMatchObject([{ node: 1, source: 4, amount: usdt('10') }])
    await system.post(next)
    expect(canonicalJson(await system.factsOf('2026-11-22', []))).toBe(canonicalJson(next.facts))
    expect((await system.run('2026-11-23')).direct).toEqual([])
    expect(await system.paidTo(m)).toBe(usdt('10'))
  })
})

describe('a fee counts towards being effective', () => {
  test('outside the own inviter line only, with or without a place', async () => {
    const ofA = await system.join({ under: a, side: 'left' })
    const pending = await system.addMember(ofA)
    const belowPending = await system.addMember(pending)
    const outsider = await system.addMember(root)
    const trades = [
      [a, c, true],
      [a, m, false],
      [a, ofA, false],
      [ofA, c, true],
      [pending, ofA, false],
      [belowPending, a, false],
      [a, belowPending, false],
      [belowPending, c, true],
      [pending, outsider, true],
      [outsider, root, false],
    ] as const
    const { facts } = await system.settle(
      '2026-11-21',
      trades.map(([seller, buyer]) => fee(seller, buyer, '1')),
    )
    expect(facts.fees.map(one => one.outside)).toEqual(trades.map(([, , outside]) => outside))
    expect(facts.fees.map(one => one.node === null)).toEqual(
      trades.map(([seller]) => [pending, belowPending, outsider].includes(seller)),
    )
  })

  test('for thirty runs, including its own', async () => {
    await system.run('2026-11-01', [fee(a, c, '0.5')])
    const counts = async (period: string) =>
      (await system.settle(period)).facts.nodes.countedFees[2] === usdt('0.5')
    expect(await counts('2026-11-02')).toBe(true)
    expect(await counts('2026-11-30')).toBe(true)
    expect(await counts('2026-12-01')).toBe(false)
  })
})

describe('a run that is killed', () => {
  /** A database whose transactions fail from the nth on, after their work: the worst moment. */
  const failingAfter = (database: Database, transactions: number): Database => {
    let left = transactions
    return new Proxy(database, {
      get: (target, name) => {
        if (name !== 'transaction') {
          const part: unknown = Reflect.get(target, name, target)
          return typeof part === 'function' ? part.bind(target) : part
        }
        return () => {
          if (left-- <= 0) throw new Error('killed')
          return target.transaction()
        }
      },
    })
  }

  test('is posted from any point to the same rows, and pays everybody once', async () => {
    await system.placeMember(await system.addMember(m), { under: c, side: 'right', inviter: m })
    await system.run('2026-11-20', [fee(a, c, '10'), fee(c, a, '7')])
    const paidBefore = await system.paidTo(m)
    const fees = [fee(a, c, '100'), fee(c, a, '80')]
    const settled = await system.settle('2026-11-21', fees)
    let kills = 0
    for (let transactions = 0; ; transactions++) {
      try {
        await system.post(settled, failingAfter(system.database, transactions))
        break
      } catch (error) {
        expect((error as Error).message).toBe('killed')
        kills++
      }
    }
    expect(kills).toBeGreaterThan(5)
    expect((await system.paidTo(m)) - paidBefore).toBe(settled.outcome.paid)
    expect(system.effective).toHaveLength(2)
    await system.post(settled)
    expect((await system.paidTo(m)) - paidBefore).toBe(settled.outcome.paid)
    const again = payDynamic(await system.factsOf('2026-11-21', fees), {
      pool: settled.pool,
      exitPrice: 1_000_000n,
    })
    expect(canonicalJson(again)).toBe(canonicalJson(settled.outcome))
  })
})
