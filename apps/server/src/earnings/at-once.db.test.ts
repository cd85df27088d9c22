import { activationTerms, uuidOf } from '@banyan/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { meetInTurn, outcomesOf, rowOf, times } from '../testing/meet.ts'
import { type EarningsFixture, openEarningsSystem } from './earnings.fixture.ts'

/** What a member, or two programs, do at once with one position or prompt is done once. */
const DAY = '2026-03-01'
let system: EarningsFixture
let member: string
beforeEach(async () => {
  system = await openEarningsSystem('2026-03-01T08:00:00Z')
  member = await system.addHolder('100')
})
afterEach(async () => {
  expect(await system.breaches()).toEqual([])
  await system.db.close()
})

const inTurn = async (table: string, id: string, sides: readonly (() => Promise<unknown>)[]) =>
  outcomesOf(await meetInTurn(system.db, rowOf(table, uuidOf(id)), sides))

const giveBack = () => inTransaction(system.database, tx => system.earnings.giveBackAsked(tx, 10))
const unlockAll = () => inTransaction(system.database, tx => system.earnings.unlockAll(tx, DAY, 10))

describe('a position that is asked for is given back once', () => {
  const cancel = (id: string) => () => system.cancelActivation(member, id)
  const sides: Record<string, [(id: string) => (() => Promise<unknown>)[], unknown[]]> = {
    'by its owner, twice': [id => times(2, cancel(id)), ['done', 'stale']],
    'by its owner, and by a wind-down': [id => [cancel(id), giveBack], ['done', 0]],
    'by a wind-down, and by its owner': [id => [giveBack, cancel(id)], [1, 'stale']],
    'by a wind-down on two nodes': [() => times(2, giveBack), [1, 0]],
  }
  test.each(Object.entries(sides))('%s', async (_, [of, ends]) => {
    const { id } = await system.activate(member, '60')
    expect(await inTurn('static_position', id, of(id))).toEqual(ends)
    expect(await system.coins(member)).toMatchObject({ available: '100', locked: '0' })
  })
})

test('an open position is unlocked once by a wind-down on two nodes', async () => {
  const { id } = await system.activate(member, '60')
  await system.settleStatic(DAY)
  expect(await inTurn('static_position', id, times(2, unlockAll))).toEqual([1, 0])
  expect(await system.coins(member)).toMatchObject({ available: '100', locked: '0' })
})

test('two nodes that post one run open each position once, and unlock each once', async () => {
  const { id } = await system.activate(member, '60')
  const postTwice = async (period: string) => {
    await system.goPast(period)
    await system.close(period)
    const { pay, turn } = await system.outcome(period)
    await system.earnings.postPay(pay)
    const post = () => inTransaction(system.database, tx => system.earnings.postTurns(tx, turn, 5))
    return inTurn('static_position', id, times(2, post))
  }
  expect(await postTwice(DAY)).toEqual([1, 0])
  await system.askUnlock(member, id)
  expect(await postTwice('2026-03-02')).toEqual([1, 0])
  expect(await system.coins(member)).toMatchObject({ available: '100', locked: '0' })
})

test('a prompt is cited by one of two positions', async () => {
  const id = newUuid()
  await system.db.owner.query(
    `insert into elimination_prompt (id, member_id, module, reason, source, epoch, opened_at)
      values ($1::uuid, $2, 'static', 'round', $1::text, 0, house_now())`,
    [id, member],
  )
  const promptId = (await system.prompts(member))[0]?.id ?? ''
  const citing = times(2, () => system.activate(member, '20', { promptId }))
  expect(await inTurn('elimination_prompt', promptId, citing)).toEqual(['done', 'promptNotOpen'])
  expect(await system.coins(member)).toMatchObject({ available: '80', locked: '20' })
})

test("another member's key, positions and prompts change nothing for a member", async () => {
  const other = await system.addHolder('100')
  const key = newUuid()
  await system.activate(other, '60', { key })
  const { id } = await system.activate(member, '20', { key })
  expect((await system.positions(member)).map(one => one.id)).toEqual([id])
  expect(await system.call(activationTerms, member, {})).toMatchObject({ prompts: [] })
  expect(await system.coins(member)).toMatchObject({ available: '80', locked: '20' })
})
