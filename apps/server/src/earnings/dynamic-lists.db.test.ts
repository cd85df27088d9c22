import { type AnswerOf, dynamicEarningList, dynamicSummary, type Endpoint } from '@banyan/domain'
import { NO_VERSION_BEFORE, parametersV1, parametersV1In, versionText } from '@banyan/economy'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Route } from '../platform/http/route.ts'
import { fee, openDynamicSystem, standing } from './dynamic.fixture.ts'
import { checkDynamic } from './dynamic-check.ts'
import { explainDynamic } from './dynamic-passport.ts'
import { dynamicRoutes } from './dynamic-routes.ts'

/** The rule book has one version here. */
const rules = { inForce: async () => parametersV1, version: async () => parametersV1 }
let system: Awaited<ReturnType<typeof openDynamicSystem>>
let routes: Route[]
/** The root, M on its left, and under M its own invitees A and C. */
let [root, m, a, c] = ['', '', '', '']
beforeEach(async () => {
  system = await openDynamicSystem()
  root = await system.join(null, standing.insider)
  m = await system.join({ under: root, side: 'left' }, standing.distributed | standing.sound)
  a = await system.join({ under: m, side: 'left' }, standing.sound)
  c = await system.join({ under: m, side: 'right' }, standing.sound)
  await system.fill('1000')
  routes = dynamicRoutes({
    database: system.database,
    rules,
    isModuleOn: async () => true,
    distributedState: async () => 'active',
    payStopFor: async () => null,
    issuedAmong: async () => new Set(),
  })
})
afterEach(() => system.close())

async function call<E extends Endpoint>(endpoint: E, memberId: string, query = {}) {
  const route = routes.find(one => one.endpoint === endpoint)
  if (route?.kind !== 'plain') throw new Error(`no plain route answers ${endpoint.id}`)
  const answer = await route.handle({
    params: {},
    body: {},
    query: endpoint.query.parse(query) as object,
    caller: { memberId, sessionId: '' },
    locale: 'en',
    ip: '192.0.2.1',
  })
  return endpoint.answer.parse(answer) as AnswerOf<E>
}

describe('the list of network pay', () => {
  test('has a line for each fee and for the match, with everything that makes the amount', async () => {
    await system.run('2026-11-20', [fee(a, c, '100'), fee(c, a, '80')])
    const { items, nextCursor } = await call(dynamicEarningList, m)
    expect(nextCursor).toBeNull()
    expect(items.map(item => item.kind)).toEqual(['pair', 'direct', 'direct'])
    const figures = items.map(item => [item.volume, item.rate, item.raw, item.amount])
    expect(figures[0]).toEqual(['80', '8', '6.4', '6.4'])
    expect(figures.slice(1).sort()).toEqual([
      ['100', '10', '10', '10'],
      ['80', '10', '8', '8'],
    ])
    expect(items[0]).toMatchObject({
      earningId: 'dynamic-2026-11-20',
      source: null,
      regions: { left: '100', right: '80', consumed: '80' },
      factor: '1.000000000',
      cap: null,
      at: '2026-11-20T16:00:00.000Z',
    })
    expect(items[1]).toMatchObject({ regions: null, source: expect.stringMatching(/^M\d$/) })
    expect(await checkDynamic(system.database)).toEqual([])
  })

  test('is read page by page, each line once, and by kind', async () => {
    for (const day of ['18', '19', '20']) {
      await system.run(`2026-11-${day}`, [fee(a, c, '10'), fee(c, a, '10'), fee(a, c, '3')])
    }
    const whole = (await call(dynamicEarningList, m)).items.map(item => item.id)
    expect(whole).toHaveLength(12)
    const read: string[] = []
    let cursor: string | null = null
    do {
      const page: AnswerOf<typeof dynamicEarningList> = await call(dynamicEarningList, m, {
        limit: 5,
        ...(cursor ? { cursor } : {}),
      })
      read.push(...page.items.map(item => item.id))
      cursor = page.nextCursor
    } while (cursor)
    expect(read).toEqual(whole)
    const pairs = await call(dynamicEarningList, m, { kind: 'pair', limit: 2 })
    expect(pairs.items.map(item => item.period)).toEqual(['2026-11-20', '2026-11-19'])
    expect((await call(dynamicEarningList, m, { kind: 'direct' })).items).toHaveLength(9)
  })

  test('continues to older settlements while the newest is not complete', async () => {
    for (const day of ['18', '19']) await system.run(`2026-11-${day}`, [fee(a, c, '10')])
    const settled = await system.settle('2026-11-20', [fee(a, c, '1'), fee(a, c, '2')])
    await expect(system.post(settled, failing(system.database))).rejects.toThrow('killed')
    const first = await call(dynamicEarningList, m, { limit: 1 })
    expect(first.items.map(item => item.period)).toEqual(['2026-11-19'])
    const next = await call(dynamicEarningList, m, { limit: 1, cursor: first.nextCursor })
    expect(next.items.map(item => item.period)).toEqual(['2026-11-18'])
    expect(next.nextCursor).toBeNull()
  })

  test("shows nobody another member's lines, and none of an incomplete round", async () => {
    const settled = await system.settle('2026-11-20', [fee(a, c, '100'), fee(c, a, '80')])
    await expect(system.post(settled, failing(system.database))).rejects.toThrow('killed')
    expect((await call(dynamicEarningList, m)).items).toEqual([])
    await system.post(settled)
    expect((await call(dynamicEarningList, m)).items).toHaveLength(3)
    expect((await call(dynamicEarningList, a)).items).toEqual([])
    // An insider's match is paid to nobody.
    expect((await call(dynamicEarningList, root)).items).toEqual([])
  })
})

test("the summary shows the last settlement's pay, the carried volume, and the state of the round", async () => {
  expect(await call(dynamicSummary, m)).toMatchObject({ last: null, balances: { left: '0' } })
  await system.run('2026-11-20', [fee(a, c, '100'), fee(c, a, '80')])
  expect(await call(dynamicSummary, m)).toEqual({
    moduleOn: true,
    distributed: 'active',
    last: {
      period: '2026-11-20',
      at: '2026-11-20T16:00:00.000Z',
      amount: '24.4',
      factor: '1.000000000',
      volume: '180',
    },
    balances: { left: '20', right: '0' },
    round: {
      paid: '24.4',
      cap: '2000',
      eliminated: false,
      restartsAt: '2027-01-01T16:00:00.000Z',
      reopened: false,
      reopenMinimum: null,
      prompt: null,
    },
    directRate: '10',
    pairRate: '8',
  })
  expect((await call(dynamicSummary, a)).last).toMatchObject({ amount: '0' })
})

describe('the passport of network pay', () => {
  const explain = (memberId: string) =>
    explainDynamic(rules)(system.database, memberId, '2026-11-20')

  test('lists every line that makes the amount, and what is carried on', async () => {
    await system.run('2026-11-20', [fee(a, c, '100'), fee(c, a, '80')])
    const facts = await explain(m)
    expect(facts).toMatchObject({ pool: 'POOL.dynamic', ruleVersion: 1, amount: 24_400_000n })
    const [round, direct, pair, both] = facts?.parts ?? []
    expect(round?.lines).toEqual([
      { rule: 'dynamic.volume', slots: { volume: '180' } },
      {
        rule: 'dynamic.factor',
        slots: {
          pool: '1000',
          direct: '18',
          rest: '982',
          pairs: '6.4',
          factor: '1.000000000',
        },
      },
    ])
    expect(direct?.subject).toBe('direct')
    expect(direct?.lines.map(({ rule, slots }) => [rule, slots.raw, slots.amount]).sort()).toEqual([
      ['dynamic.direct', '10', '10'],
      ['dynamic.direct', '8', '8'],
    ])
    expect(pair).toEqual({
      subject: 'pair',
      lines: [
        {
          rule: 'dynamic.regions',
          slots: {
            leftCarried: '0',
            leftNew: '100',
            left: '100',
            rightCarried: '0',
            rightNew: '80',
            right: '80',
          },
        },
        { rule: 'dynamic.matched', slots: { left: '100', right: '80', matched: '80' } },
        { rule: 'dynamic.pairRaw', slots: { matched: '80', rate: '8', raw: '6.4' } },
        {
          rule: 'dynamic.pairPay',
          slots: { factor: '1.000000000', capped: '6.4', amount: '6.4' },
        },
        {
          rule: 'dynamic.carried',
          slots: {
            rate: '8',
            cut: 'no',
            amount: '6.4',
            matched: '80',
            consumed: '80',
            leftBefore: '100',
            left: '20',
            rightBefore: '80',
            right: '0',
          },
        },
      ],
    })
    expect(both?.lines).toEqual([
      { rule: 'dynamic.total', slots: { direct: '18', pairs: '6.4', amount: '24.4' } },
    ])
  })

  test('adds up only where there are fees and a match', async () => {
    const partsOf = async (period: string) =>
      (await explainDynamic(rules)(system.database, m, period))?.parts.map(part => part.subject)
    const under = await system.join({ under: c, side: 'left' }, standing.sound)
    const other = await system.join({ under: c, side: 'right' }, standing.sound)
    await system.run('2026-11-18', [fee(a, under, '100')])
    expect(await partsOf('2026-11-18')).toEqual([null, 'direct'])
    await system.run('2026-11-19', [fee(c, a, '10')])
    expect(await partsOf('2026-11-19')).toEqual([null, 'direct', 'pair', 'total'])
    // The fees of somebody whom M did not invite: a match with what the left carries, and no fees.
    await system.run('2026-11-20', [fee(under, other, '50')])
    expect(await partsOf('2026-11-20')).toEqual([null, 'pair'])
  })

  test('names the cap that held a match below its worth', async () => {
    await system.fill('10000')
    // 10 % of 18,000 leave 200 of the round; 8 % of 9,000 would be 720.
    await system.run('2026-11-20', [fee(a, c, '9000'), fee(c, a, '9000')])
    const pairOf = async () => (await explain(m))?.parts.find(part => part.subject === 'pair')
    const pair = await pairOf()
    const cut = { raw: '720', capped: '200', limit: '200' }
    expect(pair?.lines[3]).toEqual({
      rule: 'dynamic.pairCapped',
      slots: { ...cut, cap: 'round', roundCap: '2000', before: '1800' },
    })
    expect(pair?.lines.at(-1)?.slots).toMatchObject({ cut: 'yes', amount: '200', consumed: '2500' })
    // A settlement under older rules had a cap of its own.
    await system.db.owner.query('alter table dynamic_pair disable trigger all')
    await system.db.owner.query(`update dynamic_pair set cap = 'daily'`)
    expect((await pairOf())?.lines[3]).toEqual({
      rule: 'dynamic.pairCapped',
      slots: { ...cut, cap: 'daily' },
    })
  })

  test('shows the carried and the new volume of a region, also when later settlements have changed it', async () => {
    for (const day of ['19', '20', '21'])
      await system.run(`2026-11-${day}`, [fee(a, c, '100'), fee(c, a, '80')])
    const pair = (await explain(m))?.parts.find(part => part.subject === 'pair')
    expect(pair?.lines[0]).toEqual({
      rule: 'dynamic.regions',
      slots: {
        leftCarried: '20',
        leftNew: '100',
        left: '120',
        rightCarried: '0',
        rightNew: '80',
        right: '80',
      },
    })
  })

  test('of fees that the cap of the round has cut shows what was left of it, and then nothing', async () => {
    await system.fill('10000')
    // 10 % of 9,000 and of 8,000: 1,700 of 2,000 are paid before.
    await system.run('2026-11-19', [fee(a, c, '9000'), fee(a, c, '8000')])
    await system.run('2026-11-20', [fee(a, c, '1000'), fee(a, c, '3000'), fee(a, c, '500')])
    const lines = (await explain(m))?.parts.find(part => part.subject === 'direct')?.lines ?? []
    // Listed by trade, not by the order in which they were paid.
    const rest = lines.map(({ rule, slots: { before = '', limit = '', amount } }) => [
      rule,
      before,
      limit,
      amount,
    ])
    expect(rest.sort()).toEqual([
      ['dynamic.direct', '', '', '100'],
      ['dynamic.directCapped', '1800', '200', '200'],
      ['dynamic.directCapped', '2000', '0', '0'],
    ])
    expect(await system.paidTo(m)).toBe(2_000_000_000n)
  })

  test('is nobody else’s, and does not exist for a settlement without pay', async () => {
    await system.run('2026-11-20', [fee(a, c, '100'), fee(c, a, '80')])
    expect(await explain(a)).toBeNull()
    expect(await explain(root)).toBeNull()
    expect(await explainDynamic(rules)(system.database, m, '2026-11-19')).toBeNull()
  })
})

test('a payout that differs from its lines is found', async () => {
  await system.run('2026-11-20', [fee(a, c, '100')])
  await system.db.owner.query('alter table dynamic_payout disable trigger all')
  await system.db.owner.query('update dynamic_payout set direct = direct + 1')
  expect((await checkDynamic(system.database)).length).toBe(3)
})

test('a match above its cap, or one that consumed another volume, is found by the rule book of its run', async () => {
  const { owner } = system.db
  const previousHash = NO_VERSION_BEFORE
  await owner.query(
    `insert into rule_version (number, effective_at, published_at, document, hash)
      values (1, now(), now(), $1, sha256(convert_to($1, 'UTF8')))`,
    [versionText({ parameters: parametersV1In(3), difference: { zh: '', en: '' }, previousHash })],
  )
  await system.fill('10000')
  await system.run('2026-11-20', [fee(a, c, '9000'), fee(c, a, '9000')])
  expect(await checkDynamic(system.database)).toEqual([])

  const broken = async () => (await checkDynamic(system.database)).map(({ invariant }) => invariant)
  await owner.query('alter table dynamic_pair disable trigger all')
  await owner.query('update dynamic_pair set consumed = consumed - 1 where cap is not null')
  expect(await broken()).toEqual(['matches'])
  await owner.query('update dynamic_pair set consumed = consumed + 1 where cap is not null')
  await owner.query('update dynamic_balance set paid_in_round = 2000000001 where idx = 1')
  expect(await broken()).toEqual(['caps of the network'])
  await owner.query('update dynamic_balance set paid_in_round = 0, left_volume = 100000000001')
  expect(new Set(await broken())).toEqual(new Set(['caps of the network']))
})

/** A database that writes nothing beyond the first parts of a posting. */
function failing(database: typeof system.database): typeof system.database {
  let left = 4
  return new Proxy(database, {
    get: (target, name) => {
      if (name === 'transaction' && left-- <= 0) {
        return () => {
          throw new Error('killed')
        }
      }
      const part: unknown = Reflect.get(target, name, target)
      return typeof part === 'function' ? part.bind(target) : part
    },
  })
}
