import {
  investmentLimit,
  publishTerms,
  setInvestmentLimit,
  splitRecords,
  subscriptionRound,
} from '@banyan/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../platform/database/transaction.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'

/*
 * What pages say of times and prices is what the version in force has, and an order keeps what it was
 * placed under. Version 2 changes them all from 9 March on.
 */
const HOUR_MS = 3_600_000
let system: EconomyFixture
let member: string
beforeAll(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z')
  member = await system.addMember('1000')
  await inTransaction(system.database, async tx => {
    const version = {
      numbers: {
        firstOrderWaitMs: 36 * HOUR_MS,
        raiseInvestmentWaitMs: 240 * HOUR_MS,
        otcFaultWindowMs: 48 * HOUR_MS,
        splitTriggerPrice: '3.5',
        subscriptionStepUsdt: '25',
      },
      effectiveAt: '2026-03-09T08:00:00Z',
      acknowledges: [],
      difference: { zh: '更长的时间', en: 'Longer times' },
    }
    const people = { proposedBy: 'wei', approvedBy: 'mei', acknowledges: [] }
    const id = await system.rules.write(tx, version, 'en')
    await system.rules.publish(tx, id, people, 'en')
  })
})
afterAll(() => system.db.close())

const numbers = async () => ({
  waitMs: (await system.call(subscriptionRound, member)).waitMs,
  raiseWaitMs: (await system.call(investmentLimit, member)).raiseWaitMs,
  faultsMs: (await system.call(publishTerms, member)).faults.windowMs,
  trigger: (await system.call(splitRecords, member)).trigger,
})
const days = 24 * HOUR_MS

test('before it, they are those of the first version', async () => {
  expect(await numbers()).toEqual({
    waitMs: days,
    raiseWaitMs: 7 * days,
    faultsMs: days,
    trigger: '2.00',
  })
  expect(await system.place(member, '50')).toMatchObject({ waitMs: days, coolingOff: true })
})

test('from its instant on, they are its own', async () => {
  await system.setNow('2026-03-09T08:00:00Z')
  expect(await numbers()).toEqual({
    waitMs: 36 * HOUR_MS,
    raiseWaitMs: 10 * days,
    faultsMs: 2 * days,
    trigger: '3.50',
  })
  await system.call(setInvestmentLimit, member, { body: { amount: '500' } })
  const { raising } = await system.call(setInvestmentLimit, member, { body: { amount: '900' } })
  expect(raising).toEqual({ amount: '900', from: expect.stringMatching(/^2026-03-19T08:0/) })
})

test('an order keeps the wait of the version that it was placed under', async () => {
  expect(await system.place(member, '75')).toMatchObject({ waitMs: 36 * HOUR_MS, ruleVersion: 2 })
  const { items } = await system.list(member)
  expect(items.map(one => one.waitMs)).toEqual([36 * HOUR_MS, days])
})

test('a refusal says the step in force', async () => {
  await expect(system.place(member, '60')).rejects.toMatchObject({
    slots: { first: expect.stringContaining('25') },
  })
})
