import {
  type AnswerOf,
  activationTerms,
  dynamicSummary,
  ONE,
  passport,
  placeSubscription,
  staticSummary,
  wireIdOf,
} from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDynamic, dynamicRoutes } from '../earnings/index.ts'
import { reinvestmentsOf } from '../earnings/reinvestment-store.ts'
import { closeReinvestments, postReopenings } from '../earnings/reopening.ts'
import { roundSource } from '../earnings/round-source.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import type { EconomyFixture } from '../testing/economy.ts'
import { openCommunity } from './community.fixture.ts'
import { finishTrade } from './trades.fixture.ts'

/*
 * Rule book 2.7 with the switch on: a round of half a USDT, reopened by a re-investment of 100. One
 * platform, its days in order.
 */
let system: EconomyFixture
let community: Awaited<ReturnType<typeof openCommunity>>
let [m, a, c, d] = ['', '', '', '']
beforeAll(async () => {
  community = await openCommunity('2026-03-01T08:00:00Z')
  system = community.system
  const { root, invite, ask, distribute, settleBy, node } = community
  m = await invite(root)
  ;[a, c, d] = [await invite(m), await invite(m), await invite(root)]
  await distribute(m)
  for (const [memberId, side] of [
    [m, 'left'],
    [a, 'left'],
    [c, 'right'],
    [d, 'right'],
  ] as const)
    await ask(memberId, side)
  for (const member of [a, c]) await system.place(member, '1000')
  await system.place(m, '50')
  await inTransaction(system.database, async tx => {
    const acknowledges = ['L3']
    const version = {
      numbers: { reopenByReinvest: 1, reopenMinimumUsdt: '100', roundCapUsdt: '0.5' },
      effectiveAt: '2026-03-08T16:00:00Z',
      acknowledges,
      difference: { zh: '开启', en: 'Switched on' },
    }
    const people = { proposedBy: 'wei', approvedBy: 'mei' }
    const id = await node.rules.write(tx, version, 'en')
    await node.rules.publish(tx, id, { ...people, acknowledges }, 'en')
  })
  expect(await settleBy('2026-03-08T16:00:01Z')).toBe(8)
})
afterAll(() => community.close())

const paid = async (day: string): Promise<bigint> => {
  const row = await system.database
    .selectFrom('dynamicPayout')
    .select('direct')
    .where('period', '=', `2026-03-${day}`)
    .where('memberId', '=', m)
    .executeTakeFirst()
  return row?.direct ?? 0n
}
const prompts = async () => (await system.call(activationTerms, m)).prompts
const invest = (amount: string, promptId: string) =>
  system.call(placeSubscription, m, { body: { amount, promptId, paymentPassword: '' } })
/** The end of a day, with this much of a fee from an invitee. */
const day = async (number: string, coins: string) => {
  await finishTrade(system, { sellerId: a, buyerId: d, coins })
  expect(await community.settleBy(`2026-03-${number}T16:00:01Z`)).toBe(1)
  expect([...(await system.breaches()), ...(await checkDynamic(system.database))]).toEqual([])
}
const summary = async () => {
  const [, route] = dynamicRoutes({
    database: system.database,
    rules: community.node.rules,
    isModuleOn: community.node.distribution.isModuleOn,
    distributedState: community.node.distribution.stateOf,
    payStopFor: community.node.distribution.payStopFor,
    issuedAmong: community.node.subscriptions.issuedAmong,
  })
  const caller = { memberId: m, sessionId: '' }
  const call = { caller, params: {}, query: {}, body: {}, locale: 'en' as const, ip: '127.0.0.1' }
  if (route?.endpoint !== dynamicSummary || route.kind === 'money') throw new Error('no summary')
  return (await route.handle(call as never)) as AnswerOf<typeof dynamicSummary>
}

/**
 * What the pages of the prompt, of a subscription and of network pay show about the closed round.
 */
const shown = async () => {
  const subscribing = (await system.call(staticSummary, m)).prompts
  const all = [...(await prompts()), ...subscribing, (await summary()).round.prompt]
  return all.map(prompt => prompt?.reopening?.kind)
}

test('the cap closes a round, and its prompt explains the effect of a re-investment', async () => {
  await day('09', '700')
  expect(await paid('09')).toBe(500_000n)
  expect(await prompts()).toMatchObject([{ reopening: { kind: 'opens', minimum: '100' } }])
  expect(await summary()).toMatchObject({
    round: { paid: '0.5', eliminated: true, reopened: false, reopenMinimum: '100' },
  })
  expect(await shown()).toEqual(['opens', 'opens', 'opens'])
})

test('all three pages first name the condition to a member who would be paid nothing', async () => {
  const { owner } = system.db
  const be = (state: string) =>
    owner.query(
      `update distributed_member set state = $1, reason_zh = why.of, reason_en = why.of
        from (select case $1 when 'suspended' then 'A poster' end as of) why
        where member_id = $2`,
      [state, m],
    )
  for (const [state, kind] of [
    ['none', 'notDistributed'],
    ['applied', 'applied'],
    ['suspended', 'suspended'],
  ] as const) {
    await be(state)
    expect(await shown()).toEqual([kind, kind, kind])
  }
  await be('active')
  expect(await shown()).toEqual(['opens', 'opens', 'opens'])
})

test('less than the minimum reopens nothing, and leaves the prompt open', async () => {
  const [prompt] = await prompts()
  await invest('50', prompt?.id as string)
  expect(await prompts()).toEqual([])
  expect(await summary()).toMatchObject({ round: { eliminated: true, prompt: null } })
  await day('10', '10')
  expect(await prompts()).toEqual([prompt])
  expect(await paid('10')).toBe(0n)
})

/** Blocks inserts of such rows inside their transactions; returns a function that releases them. */
async function stopAt(table: string, event: string, when: string): Promise<() => Promise<unknown>> {
  const { owner } = system.db
  await owner.query(`create function stop_here() returns trigger language plpgsql as
    $$ begin raise exception 'stopped here'; end $$`)
  await owner.query(`create trigger stop_here before ${event} on ${table} for each row
    when (${when}) execute function stop_here()`)
  return async () => owner.query('drop function stop_here cascade')
}

test('the minimum reopens the round after step 8, also when the run is stopped in it and after it', async () => {
  const [prompt] = await prompts()
  const order = await invest('100', prompt?.id as string)
  expect(order).toMatchObject({ kind: 'dynamic_reinvest' })
  await finishTrade(system, { sellerId: a, buyerId: d, coins: '10' })
  await system.setNow('2026-03-11T16:00:01Z')
  for (const [table, event, when] of [
    ['dynamic_balance', 'update', "new.round like '%/2'"],
    ['guide_price', 'insert', 'true'],
  ] as const) {
    const release = await stopAt(table, event, when)
    await expect(community.node.treasury.settleDue()).rejects.toThrow('stopped here')
    await release()
  }
  expect(await community.node.treasury.settleDue()).toBe(1)
  // Step 6 came first: it paid nothing of this day's fee.
  expect(await paid('11')).toBe(0n)
  expect(await prompts()).toEqual([])
  expect(await summary()).toMatchObject({
    round: { paid: '0', eliminated: false, reopened: true, reopenMinimum: '100' },
  })
  expect(await checkDynamic(system.database)).toEqual([])
})

test('the next settlement counts the round from zero, and its passport states it', async () => {
  await day('12', '30')
  expect(await paid('12')).toBe(30_000n)
  expect(await summary()).toMatchObject({ round: { paid: '0.03', reopened: true } })
  const { parts } = await system.call(passport, m, { query: { id: 'dynamic-2026-03-12' } })
  expect(JSON.stringify(parts)).not.toContain('0.53')
})

test('a second time in the quarter the cap closes it for good: another prompt, which reopens nothing', async () => {
  await finishTrade(system, { sellerId: c, buyerId: d, coins: '900' })
  await day('13', '10')
  expect(await paid('13')).toBe(470_000n)
  const [prompt] = await prompts()
  expect(prompt).toMatchObject({ reopening: { kind: 'used' } })
  await invest('100', prompt?.id as string)
  await day('14', '10')
  await day('15', '10')
  expect([await paid('14'), await paid('15')]).toEqual([0n, 0n])
  const { rows } = await system.db.owner.query(
    'select round, issued, reopened from dynamic_reinvestment order by period',
  )
  expect(rows).toEqual([
    { round: '2026Q1', issued: 50000000n, reopened: false },
    { round: '2026Q1', issued: 100000000n, reopened: true },
    { round: '2026Q1/2', issued: 100000000n, reopened: false },
  ])
})

/**
 * An order that answers the prompt of a member's first round of the quarter, as its cut-off froze
 * it.
 */
async function asksAgain(memberId: string, period: string): Promise<string> {
  const id = newUuid()
  const own = [memberId, roundSource('2026Q1', memberId), wireIdOf('sub', id)]
  await system.db.owner.query(
    `insert into elimination_prompt (id, member_id, module, reason, source, epoch, opened_at)
      values (gen_random_uuid(), $1, 'dynamic', 'round', $2, 0, house_now()) on conflict (module, source) do nothing`,
    own.slice(0, 2),
  )
  await system.db.owner.query(
    `update elimination_prompt set choice = 'reinvest', chosen_at = house_now(), cited_by = $3
      where member_id = $1 and source = $2`,
    own,
  )
  await inTransaction(system.database, tx =>
    closeReinvestments(tx, {
      period,
      orders: [{ id }],
      parameters: { ...parametersV1, reopenByReinvest: 1 },
    }),
  )
  return id
}

test('an order that has reopened nothing, because the cap was raised, leaves its prompt open', async () => {
  const id = await asksAgain(a, '2026-03-16')
  const fill = { id, filled: 100n * ONE, refunded: 0n, quantity: ONE }
  const run = { period: '2026-03-16', fills: new Map([[id, fill]]), reopened: [] }
  await postReopenings(system.database, run)
  const { prompts } = await system.call(activationTerms, a)
  expect(prompts).toMatchObject([{ reopening: { kind: 'running' } }])
})

test('no further order asks for a round that has been reopened', async () => {
  await asksAgain(m, '2026-03-17')
  expect(await reinvestmentsOf(system.database, '2026-03-17')).toEqual([])
})

test('a round that was reopened against the rules is found', async () => {
  const { owner } = system.db
  const breaches = () => checkDynamic(system.database)
  for (const [wrong, right] of [
    ["round = '2025Q4'", "round = '2026Q1'"],
    ['reopened = false', 'reopened = true'],
  ]) {
    await owner.query(`update dynamic_reinvestment set ${wrong} where reopened`)
    expect(await breaches()).toContainEqual(
      expect.objectContaining({ invariant: 'reopened rounds' }),
    )
    await owner.query(`update dynamic_reinvestment set ${right} where period = '2026-03-11'`)
    expect(await breaches()).toEqual([])
  }
  await system.db.owner.query(
    "update dynamic_reinvestment set issued = 1 where round = '2026Q1' and reopened",
  )
  expect(await checkDynamic(system.database)).toMatchObject([{ invariant: 'reopened rounds' }])
})
