import { activationTerms, answerPrompt } from '@banyan/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDynamic } from '../earnings/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { EconomyFixture } from '../testing/economy.ts'
import { openCommunity } from './community.fixture.ts'
import { finishTrade } from './trades.fixture.ts'

/*
 * Rule book 2.7: a version that lowers the cap of a round below what members were paid in it. One system,
 * its days in order: 2,000 USDT until the eleventh, half a USDT from then on.
 */
let system: EconomyFixture
let community: Awaited<ReturnType<typeof openCommunity>>
let [m, n, a, b, c, d] = ['', '', '', '', '', '']
beforeAll(async () => {
  community = await openCommunity('2026-03-01T08:00:00Z')
  system = community.system
  const { root, invite, ask, distribute, settleBy, node } = community
  ;[m, n] = [await invite(root), await invite(root)]
  ;[a, b, c, d] = [await invite(m), await invite(n), await invite(root), await invite(root)]
  for (const member of [m, n]) await distribute(member)
  for (const [memberId, side] of [
    [m, 'left'],
    [n, 'right'],
    [a, 'left'],
    [b, 'right'],
    [c, 'left'],
    [d, 'right'],
  ] as const)
    await ask(memberId, side)
  for (const member of [a, b]) await system.place(member, '1000')
  await inTransaction(system.database, async tx => {
    const version = {
      numbers: { roundCapUsdt: '0.5' },
      effectiveAt: '2026-03-11T15:00:00Z',
      acknowledges: [],
      difference: { zh: '调低每轮上限', en: 'A lower cap of a round' },
    }
    const people = { proposedBy: 'wei', approvedBy: 'mei', acknowledges: [] }
    const id = await node.rules.write(tx, version, 'en')
    await node.rules.publish(tx, id, people, 'en')
  })
  expect(await settleBy('2026-03-08T16:00:01Z')).toBe(8)
})
afterAll(() => community.close())

const promptsOf = async (memberId: string) => (await system.call(activationTerms, memberId)).prompts
/** A day's end, with what was sold in it. */
const day = async (number: string, ...sales: [sellerId: string, coins: string][]) => {
  for (const [sellerId, coins] of sales) await finishTrade(system, { sellerId, buyerId: c, coins })
  expect(await community.settleBy(`2026-03-${number}T16:00:01Z`)).toBe(1)
  expect([...(await system.breaches()), ...(await checkDynamic(system.database))]).toEqual([])
}
const paid = async (memberId: string): Promise<bigint> => {
  const rows = await system.database
    .selectFrom('dynamicPayout')
    .select('direct')
    .where('memberId', '=', memberId)
    .execute()
  return rows.reduce((sum, one) => sum + one.direct, 0n)
}

test('under the higher cap both are paid, and nobody is asked anything', async () => {
  await day('09', [a, '700'], [b, '200'])
  expect([await paid(m), await paid(n)]).toEqual([700_000n, 200_000n])
  await day('10')
  expect([await promptsOf(m), await promptsOf(n)]).toEqual([[], []])
})

test('the first run under the lower cap asks who was paid more already, as if the cap was reached', async () => {
  await day('11')
  expect(await promptsOf(m)).toMatchObject([
    { module: 'dynamic', reason: 'round', reopening: { kind: 'off' } },
  ])
  expect([await promptsOf(n), await paid(m)]).toEqual([[], 700_000n])
})

test('who was paid less is asked when what is paid reaches it', async () => {
  await day('12', [a, '10'], [b, '400'])
  expect([await paid(m), await paid(n)]).toEqual([700_000n, 500_000n])
  expect(await promptsOf(n)).toMatchObject([{ module: 'dynamic', reason: 'round' }])
})

test('an answer is kept: no later run asks again', async () => {
  const [prompt] = await promptsOf(m)
  const params = { id: prompt?.id as string }
  await system.call(answerPrompt, m, { params, body: { choice: 'keep' } })
  await day('13', [a, '10'])
  expect(await promptsOf(m)).toEqual([])
})
