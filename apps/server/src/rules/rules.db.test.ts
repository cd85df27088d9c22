import { createHash } from 'node:crypto'
import {
  activate,
  positionList,
  redemptionList,
  requestExchange,
  ruleBook,
  ruleVersions,
  saleRecords,
} from '@banyan/domain'
import { earlierParametersV1, endedNumbers, namedLater, parametersV1 } from '@banyan/economy'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Refused } from '../platform/refused.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { changesOf, meet } from '../testing/meet.ts'
import { olderBook } from '../testing/older-book.ts'
import type { WrittenVersion } from './index.ts'

let system: EconomyFixture
beforeEach(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z')
})
afterEach(() => system.db.close())

/** Numbers as people write them, applied to the newest version. */
const write = (
  numbers: WrittenVersion['numbers'],
  effectiveAt = '2026-03-09T00:00:00+08:00',
  acknowledges: readonly string[] = [],
): Promise<string> =>
  inTransaction(system.database, tx =>
    system.rules.write(
      tx,
      {
        numbers,
        effectiveAt,
        acknowledges,
        difference: { zh: '提高转出手续费。', en: 'A higher withdrawal fee.' },
      },
      'en',
    ),
  )
const agree = (draftId: string, acknowledges: readonly string[] = []): Promise<number> =>
  inTransaction(system.database, tx =>
    system.rules.publish(tx, draftId, { proposedBy: 'ann', approvedBy: 'ben', acknowledges }, 'en'),
  )
const publish = async (...written: Parameters<typeof write>) => agree(await write(...written))
const objectionsOf = (refused: Promise<unknown>): Promise<string[]> =>
  refused.then(
    () => [],
    ({ data }: Refused) =>
      (data as { objections: { rule: string }[] }).objections.map(one => one.rule),
  )

test('a new platform has version 1, once, and its hash is that of its text', async () => {
  await inTransaction(system.database, tx => system.rules.insertFirst(tx))
  const { items } = await system.call(ruleVersions, null)
  expect(items).toHaveLength(1)
  const book = await system.call(ruleBook, null)
  expect(book).toMatchObject({ version: 1, standing: 'in_force', previousHash: '0'.repeat(64) })
  expect(createHash('sha256').update(book.text).digest('hex')).toBe(book.hash)
  expect(await system.rules.inForce(system.database)).toEqual(parametersV1)
})

describe('another version', () => {
  test('is announced, chained to the one before, and holds from its instant on', async () => {
    expect(await publish({ withdrawalFeeUsdt: '2' })).toBe(2)
    const [second, first] = (await system.call(ruleVersions, null)).items
    expect(second).toMatchObject({ version: 2, standing: 'announced', previousHash: first?.hash })
    expect(second?.changes).toEqual([
      {
        name: 'withdrawalFeeUsdt',
        title: 'Withdrawal fee',
        before: '1 USDT',
        after: '2 USDT',
        harms: true,
        isNew: false,
      },
    ])
    expect(await system.rules.inForce(system.database)).toEqual(parametersV1)

    await system.setNow('2026-03-08T16:00:00Z')
    expect(await system.rules.inForce(system.database)).toMatchObject({
      version: 2,
      withdrawalFeeUsdt: 2_000000n,
    })
    expect(await system.call(ruleBook, null)).toMatchObject({ version: 2, standing: 'in_force' })
    const old = await system.call(ruleBook, null, { query: { version: 1 } })
    expect(old).toMatchObject({ version: 1, standing: 'past' })
  })

  test('waits seven days when it can do harm, and one day when it cannot', async () => {
    const soon = '2026-03-08T15:59:59+08:00'
    expect(await objectionsOf(write({ withdrawalFeeUsdt: '2' }, soon))).toEqual(['tooSoon'])
    expect(await publish({ withdrawalFeeUsdt: '0' }, '2026-03-03T00:00:00+08:00')).toBe(2)
  })

  test('is refused with every objection at once, already when it is written', async () => {
    const numbers = { pairBps: 2_000, otcFeeBps: 20_000, feeBps: 1, firstPrice: 1 }
    expect(await objectionsOf(write(numbers, '2026-03-02T00:00:00+08:00'))).toEqual([
      'unknown',
      'unreadable',
      'bounds',
      'directAndPairs',
      'wholeFee',
      'tooSoon',
    ])
  })

  test('is checked again when another person approves: time has passed', async () => {
    const draft = await write({ withdrawalFeeUsdt: '2' }, '2026-03-09T00:00:00+08:00')
    await system.setNow('2026-03-03T00:00:00Z')
    expect(await objectionsOf(agree(draft))).toEqual(['tooSoon'])
    const read = await system.rules.drafts(system.database, [draft], 'en')
    expect(read.get(draft)?.objections.map(one => one.text)).toEqual([
      expect.stringMatching(/from 2026-03-10T00:\d\d:\d\d\./),
    ])
  })

  test('is published exactly as written, once: other drafts after the same version are overtaken', async () => {
    const later = '2026-03-10T00:00:00+08:00'
    const drafts = [
      await write({ withdrawalFeeUsdt: '2' }),
      await write({ withdrawalFeeUsdt: '3' }, later),
    ]
    const agreeing = drafts.map(draft => () => agree(draft))
    const met = await meet(system.db, changesOf('rule_version'), agreeing)
    const ends = await Promise.allSettled(met)
    expect(ends.map(end => end.status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = ends.find(end => end.status === 'rejected')
    expect(lost?.reason).toMatchObject({ refusal: 'rulesOvertaken', slots: { version: 2 } })
    const { items } = await system.call(ruleVersions, null)
    expect(items.map(({ version }) => version)).toEqual([2, 1])
    const read = await system.rules.drafts(system.database, drafts, 'en')
    for (const draft of drafts)
      expect(read.get(draft)?.objections.map(one => one.rule)).toEqual(['overtaken'])
  })
})

test('a version that crosses a line is neither written nor published without an acknowledgement', async () => {
  const [when, L3] = ['2026-03-09T00:00:00+08:00', ['L3']]
  const crossing = (acknowledges: readonly string[]) =>
    write({ reopenByReinvest: 1 }, when, acknowledges)
  const refused = { refusal: 'rulesBreakLine', slots: { lines: 'L3', names: '["L3"]' } }
  await expect(crossing([])).rejects.toMatchObject(refused)
  await expect(crossing(['L1'])).rejects.toMatchObject(refused)
  const draft = await crossing(L3)
  const read = await system.rules.drafts(system.database, [draft], 'en')
  expect(read.get(draft)?.crosses).toMatchObject([{ line: 'L3' }])
  await expect(agree(draft)).rejects.toMatchObject(refused)
  expect(await agree(draft, L3)).toBe(2)
  const text = async (version: number) =>
    (await system.call(ruleBook, null, { query: { version } })).lines.find(({ id }) => id === 'L3')
  expect([(await text(1))?.kept, (await text(2))?.kept]).toEqual([true, false])
  // No later version crosses what is on already, and switching it off needs no acknowledgement.
  expect(await publish({ withdrawalFeeUsdt: '2' }, '2026-03-10T00:00:00+08:00')).toBe(3)
  expect(await publish({ reopenByReinvest: 0 }, '2026-03-11T00:00:00+08:00')).toBe(4)
  const [off, on] = (await system.call(ruleVersions, null)).items
  expect(off?.changes).toMatchObject([{ before: 'on', after: 'off', harms: true }])
  expect(on?.changes.map(({ name }) => name)).toEqual(['withdrawalFeeUsdt'])
  expect((await system.call(ruleBook, null, { query: { version: 4 } })).text).not.toContain(
    '"reopenBy',
  )
})

test('orders keep the version that they were placed under, and the one that their run used', async () => {
  await publish({ withdrawalFeeUsdt: '2' }, '2026-03-09T00:00:00+08:00')
  await system.setNow('2026-03-06T15:00:00Z')
  const member = await system.addMember('500')
  await system.place(member, '100')
  await system.setNow('2026-03-07T17:00:00Z')
  await system.treasury.settleDue()
  // Version 1 holds from here to the cut-off of the 8th; at that instant version 2 begins.
  await system.place(member, '60')
  const paymentPassword = ''
  await system.call(requestExchange, member, { body: { quantity: '10', paymentPassword } })
  await system.setNow('2026-03-08T15:00:00Z')
  const activation = { quantity: '10', promptId: null, paymentPassword }
  await system.call(activate, member, { body: activation })
  expect((await system.list(member)).items[0]).toMatchObject({ ruleVersion: 1, dealVersion: null })
  await system.setNow('2026-03-08T16:00:01Z')
  await system.treasury.settleDue()

  const pages = await system.list(member)
  expect(pages.items.map(({ ruleVersion, dealVersion }) => [ruleVersion, dealVersion])).toEqual([
    [1, 2],
    [1, 1],
  ])
  const exchanges = await system.call(redemptionList, member)
  expect(exchanges.items).toMatchObject([{ status: 'done', ruleVersion: 1, dealVersion: 2 }])
  expect((await system.call(saleRecords, member)).items).toMatchObject([{ ruleVersion: 2 }])
  const positions = await system.call(positionList, member)
  expect(positions.items).toMatchObject([{ status: 'open', ruleVersion: 1 }])
  await system.call(activate, member, { body: activation })
  expect((await system.call(positionList, member)).items[0]).toMatchObject({ ruleVersion: 2 })
  expect(await system.breaches()).toEqual([])
})

describe('a platform founded under an older edition', () => {
  test('keeps its text and is followed; its next version names what changes, begins and ends', async () => {
    const old = await openEconomy('2026-03-01T08:00:00Z', { firstVersion: olderBook })
    try {
      const first = await old.call(ruleBook, null)
      expect(first.text).toBe(olderBook)
      expect(await old.rules.inForce(old.database)).toEqual(earlierParametersV1)
      const text = first.sections.flatMap(({ paragraphs }) => paragraphs).join()
      expect(text).toContain('and no longer stops one when it is above 0.2 %')

      const draft = await inTransaction(old.database, tx =>
        old.rules.write(
          tx,
          {
            numbers: {},
            effectiveAt: '2026-03-09T00:00:00+08:00',
            acknowledges: [],
            difference: { zh: '收入缓慢释放。', en: 'Income is released slowly.' },
          },
          'en',
        ),
      )
      await inTransaction(old.database, tx =>
        old.rules.publish(tx, draft, { proposedBy: 'a', approvedBy: 'b', acknowledges: [] }, 'en'),
      )
      const [second] = (await old.call(ruleVersions, null)).items
      const named = second?.changes.filter(({ isNew }) => isNew).map(({ name }) => name)
      expect(named?.sort()).toEqual([...namedLater].sort())
      const others = second?.changes.filter(({ isNew }) => !isNew) ?? []
      expect(others.every(({ harms }) => harms)).toBe(true)
      const ended = others.filter(({ after }) => after === null).map(({ name }) => name)
      expect(ended.sort()).toEqual([...endedNumbers].sort())
      expect(others.find(({ name }) => name === 'incomeReleaseBps')).toMatchObject({
        before: null,
        after: '0.07 %',
      })
      expect(await old.rules.version(old.database, 2)).toEqual({
        ...parametersV1,
        version: 2,
        effectiveAt: '2026-03-08T16:00:00.000Z',
      })
    } finally {
      await old.db.close()
    }
  })
})

test('a version cannot be changed, deleted or written with a false hash', async () => {
  const refused = (statement: string) => expect(system.db.owner.query(statement)).rejects
  await refused(`update rule_version set document = '{}'`).toThrow('cannot be changed')
  await refused('delete from rule_version').toThrow('cannot be changed')
  await refused('truncate rule_version').toThrow('cannot be changed')
  await refused(`insert into rule_version (number, effective_at, published_at, document, hash,
    proposed_by, approved_by) values (2, now(), now(), '{}', sha256('x'), 'a', 'b')`).toThrow()
})
