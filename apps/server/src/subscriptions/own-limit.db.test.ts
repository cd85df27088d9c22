import * as domain from '@banyan/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { newUuid } from '../platform/ids.ts'
import { Refused } from '../platform/refused.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { checkSubscriptions } from './index.ts'

let system: EconomyFixture
beforeEach(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z')
})
afterEach(async () => {
  expect(await checkSubscriptions(system.database)).toEqual([])
  expect(await checkInvariants(system.database)).toEqual([])
  await system.db.close()
})

const refusalOf = async (act: Promise<unknown>): Promise<Refused> => {
  const error = await act.catch((thrown: unknown) => thrown)
  if (!(error instanceof Refused)) throw new Error(`not refused: ${String(error)}`)
  return error
}

describe('the own limit', () => {
  const set = (member: string, amount: string) =>
    system.call(domain.setInvestmentLimit, member, { body: { amount } })
  const purchasable = async (member: string) => {
    const limits = await system.subscriptions.limitsAmong(system.database, [member])
    return domain.formatAmount(limits.get(member)?.purchasable ?? -1n)
  }

  test('takes effect at once when lowered and after 7 days when raised', async () => {
    const member = await system.addMember('9000')
    expect(await system.call(domain.investmentLimit, member)).toEqual({
      highest: '5000',
      own: null,
      raising: null,
      maxInvestment: '5000',
      windowDays: 365,
      raiseWaitMs: 604_800_000,
      issued: '0',
      open: '0',
      marketBuys: '0',
      left: '5000',
      round: { most: '2000', used: '0' },
      available: '9000',
      purchasable: '2000',
      binds: 'round',
      pausedUntil: null,
    })
    expect(await set(member, '300')).toMatchObject({ own: '300', maxInvestment: '300' })
    expect(await purchasable(member)).toBe('300')
    expect(await set(member, '1000')).toMatchObject({
      own: '300',
      maxInvestment: '300',
      raising: { amount: '1000', from: expect.stringMatching(/^2026-03-08T08:0/) },
    })
    await system.setNow('2026-03-08T08:30:00Z')
    expect(await system.call(domain.investmentLimit, member)).toMatchObject({
      own: '1000',
      raising: null,
      maxInvestment: '1000',
    })
  })

  test('that was lowered is not raised by an earlier request', async () => {
    const member = await system.addMember('9000')
    await set(member, '300')
    await set(member, '1000')
    await set(member, '0')
    await system.setNow('2026-03-20T08:00:00Z')
    expect(await system.call(domain.investmentLimit, member)).toMatchObject({ own: '0' })
    expect(await purchasable(member)).toBe('0')
  })

  test('of one member changes nothing for another whose limits are read with it', async () => {
    const [one, other] = [await system.addMember('9000'), await system.addMember('250')]
    await set(one, '300')
    await system.place(other, '100')
    const unknown = newUuid()
    const limits = await system.subscriptions.limitsAmong(system.database, [one, other, unknown])
    const shown = ({
      purchasable,
      maxInvestment,
    }: {
      purchasable: bigint
      maxInvestment: bigint
    }) => [purchasable, maxInvestment].map(amount => domain.formatAmount(amount))
    expect([...limits].map(([member, own]) => [member, ...shown(own)])).toEqual(
      expect.arrayContaining([
        [one, '300', '300'],
        [other, '150', '5000'],
      ]),
    )
    expect(limits.size).toBe(2)
  })

  test('is never above what the rules allow', async () => {
    const young = await system.addMember('9000', '2026-02-20T00:00:00Z')
    expect(await refusalOf(set(young, '1001'))).toMatchObject({
      refusal: 'limitAboveHighest',
      slots: { max: '1000' },
    })
    expect(await system.call(domain.investmentLimit, young)).toMatchObject({ highest: '1000' })
    expect(await set(young, '1000')).toMatchObject({ own: '1000', maxInvestment: '1000' })
  })
})
