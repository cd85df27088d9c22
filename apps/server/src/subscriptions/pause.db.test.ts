import {
  activationTerms,
  cancelSubscription,
  getOrder,
  investmentLimit,
  noConditions,
  pauseInvesting,
  publishBuyOrder,
  publishTerms,
  subscriptionRound,
} from '@banyan/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../platform/database/transaction.ts'
import { Refused } from '../platform/refused.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'

let system: EconomyFixture
beforeAll(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z')
})
afterAll(() => system?.db.close())

const refusalOf = async (act: Promise<unknown>) => {
  const error = await act.catch((thrown: unknown) => thrown)
  if (!(error instanceof Refused)) throw new Error(`not refused: ${String(error)}`)
  return { refusal: error.refusal, slots: error.slots }
}
const pause = (member: string, days: 1 | 7 | 30) =>
  system.call(pauseInvesting, member, { body: { days } })
const activating = (member: string) =>
  inTransaction(system.database, tx => system.subscriptions.refuseWhilePaused(tx, member))

test('a member who has paused neither subscribes nor activates until it ends, and leaves freely', async () => {
  const member = await system.addMember('900')
  const before = await system.place(member, '100')
  expect(await pause(member, 7)).toMatchObject({
    pausedUntil: expect.stringMatching(/^2026-03-08T08:0/),
  })
  expect(await system.call(subscriptionRound, member)).toMatchObject({
    purchasable: '0',
    pausedUntil: expect.stringMatching(/^2026-03-08T08:0/),
  })
  expect(await refusalOf(system.place(member, '100'))).toMatchObject({ refusal: 'investingPaused' })
  expect(await refusalOf(activating(member))).toMatchObject({ refusal: 'investingPaused' })
  await system.call(cancelSubscription, member, { params: { id: before.id } })
  expect(await system.wallet(member)).toMatchObject({ available: '900', frozen: '0' })

  await system.setNow('2026-03-08T08:30:00Z')
  expect(await system.call(investmentLimit, member)).toMatchObject({ pausedUntil: null })
  await system.place(member, '100')
  await activating(member)
})

test('it stops market buys too: buy orders are withdrawn, and none is published', async () => {
  const member = await system.addMember('900')
  const body = {
    quantity: '20',
    price: '1',
    minQuantity: '10',
    maxQuantity: '20',
    networks: ['BSC'],
    conditions: noConditions,
  }
  const { id } = await system.call(publishBuyOrder, member, { body })
  const paused = await pause(member, 1)
  expect(await system.call(getOrder, member, { params: { id } })).toMatchObject({ life: 'paused' })
  expect(await refusalOf(system.call(publishBuyOrder, member, { body }))).toMatchObject({
    refusal: 'investingPaused',
  })
  expect(await system.call(publishTerms, member)).toMatchObject({
    buyingStopped: { why: 'investingPaused', until: paused.pausedUntil },
  })
  expect(await system.call(activationTerms, member)).toMatchObject({
    pausedUntil: paused.pausedUntil,
  })
})

test('a pause can be made longer and never shorter', async () => {
  await system.setNow('2026-04-01T08:00:00Z')
  const member = await system.addMember('900')
  await pause(member, 7)
  expect(await refusalOf(pause(member, 1))).toEqual({
    refusal: 'pauseHolds',
    slots: { until: expect.stringMatching(/^2026-04-08 16:0/) },
  })
  expect(await pause(member, 30)).toMatchObject({
    pausedUntil: expect.stringMatching(/^2026-05-01T08:0/),
  })
  expect(await system.breaches()).toEqual([])
})
