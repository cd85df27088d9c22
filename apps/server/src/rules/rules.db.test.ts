import { createHash } from 'node:crypto'
import { ruleBook, ruleVersions } from '@banyan/domain'
import { namedLater, type Parameters, parametersV1, parametersV2 } from '@banyan/economy'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../platform/database/transaction.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import type { Proposal } from './index.ts'

let house: EconomyFixture
beforeEach(async () => {
  house = await openEconomy('2026-03-01T08:00:00Z')
})
afterEach(() => house.db.close())

const proposal = (change: Partial<Parameters>): Proposal => ({
  parameters: { ...parametersV1, effectiveAt: '2026-03-09T00:00:00+08:00', ...change },
  difference: { zh: '提高转出手续费。', en: 'A higher withdrawal fee.' },
  proposedBy: 'operator:ann',
  approvedBy: 'operator:ben',
})
const publish = (change: Partial<Parameters>, by: Partial<Proposal> = {}) =>
  inTransaction(house.database, tx => house.rules.publish(tx, { ...proposal(change), ...by }))

test('a house begins with version 1, once, and its hash is that of its text', async () => {
  await inTransaction(house.database, tx => house.rules.found(tx))
  const { items } = await house.call(ruleVersions, null)
  expect(items).toHaveLength(1)
  const book = await house.call(ruleBook, null)
  expect(book).toMatchObject({ version: 1, standing: 'in_force', previousHash: '0'.repeat(64) })
  expect(createHash('sha256').update(book.text).digest('hex')).toBe(book.hash)
  expect(await house.rules.inForce(house.database)).toEqual(parametersV1)
})

describe('another version', () => {
  test('2 names what held before without a name; version 1 keeps its text, and the numbers hold', async () => {
    const { effectiveAt } = proposal({}).parameters
    await publish({ ...parametersV2, effectiveAt })
    const [second] = (await house.call(ruleVersions, null)).items
    expect(second?.changes.map(({ name }) => name).sort()).toEqual([...namedLater].sort())
    expect(second?.changes.every(({ isNew, harms }) => isNew && !harms)).toBe(true)
    const first = await house.call(ruleBook, null, { query: { version: 1 } })
    for (const name of namedLater) expect(first.text).not.toContain(name)
    expect(await house.rules.version(house.database, 1)).toEqual(parametersV1)
    expect(await house.rules.version(house.database, 2)).toEqual({ ...parametersV2, effectiveAt })
  })

  test('is announced, chained to the one before, and holds from its instant on', async () => {
    expect(await publish({ withdrawalFeeUsdt: 2_000000n })).toBe(2)
    const [second, first] = (await house.call(ruleVersions, null)).items
    expect(second).toMatchObject({ version: 2, standing: 'announced', previousHash: first?.hash })
    const changed = second?.changes.filter(({ isNew }) => !isNew)
    expect(changed).toEqual([
      {
        name: 'withdrawalFeeUsdt',
        title: 'Withdrawal fee',
        before: '1 USDT',
        after: '2 USDT',
        ...{ harms: true, isNew: false },
      },
    ])
    expect(await house.rules.inForce(house.database)).toEqual(parametersV1)

    await house.setNow('2026-03-08T16:00:00Z')
    expect(await house.rules.inForce(house.database)).toMatchObject({
      version: 2,
      withdrawalFeeUsdt: 2_000000n,
    })
    expect(await house.call(ruleBook, null)).toMatchObject({ version: 2, standing: 'in_force' })
    const old = await house.call(ruleBook, null, { query: { version: 1 } })
    expect(old).toMatchObject({ version: 1, standing: 'past' })
  })

  test('that can harm waits seven days; one that cannot, a day', async () => {
    const soon = { effectiveAt: '2026-03-08T15:59:59+08:00' }
    await expect(publish({ ...soon, withdrawalFeeUsdt: 2_000000n })).rejects.toThrow('not sooner')
    expect(await publish({ effectiveAt: '2026-03-03T00:00:00+08:00', withdrawalFeeUsdt: 0n })).toBe(
      2,
    )
  })

  test('needs two people, and must keep the line', async () => {
    await expect(publish({}, { approvedBy: 'operator:ann' })).rejects.toThrow('two people')
    await expect(publish({ pairBps: 2_000 })).rejects.toThrow('directAndPairs')
  })

  test('is one of two when two are published at once: the other comes after it', async () => {
    const later = { effectiveAt: '2026-03-10T00:00:00+08:00' }
    const [one, other] = await Promise.allSettled([
      publish({ withdrawalFeeUsdt: 2_000000n }),
      publish({ ...later, withdrawalFeeUsdt: 3_000000n }),
    ])
    const done = [one, other].filter(({ status }) => status === 'fulfilled')
    const numbers = (await house.call(ruleVersions, null)).items.map(({ version }) => version)
    expect(numbers).toHaveLength(1 + done.length)
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})

test('a version cannot be changed, taken away or written with a false hash', async () => {
  const refused = (statement: string) => expect(house.db.owner.query(statement)).rejects
  await refused(`update rule_version set document = '{}'`).toThrow('cannot be changed')
  await refused('delete from rule_version').toThrow('cannot be changed')
  await refused('truncate rule_version').toThrow('cannot be changed')
  await refused(`insert into rule_version (number, effective_at, published_at, document, hash,
    proposed_by, approved_by) values (2, now(), now(), '{}', sha256('x'), 'a', 'b')`).toThrow()
})
