import { solvency } from '@banyan/domain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Custody } from '../deposits/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { openSealing } from '../platform/sealing.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { platformOn } from '../testing/economy-node.ts'
import { openSolvency, type Solvency } from './index.ts'

let house: EconomyFixture
let room: Solvency
let onChain: Custody
let breaches: number

// The house is founded on 1 March; cut-offs are at 16:00 UTC.
beforeEach(async () => {
  house = await openEconomy('2026-03-01T08:00:00Z')
  breaches = 0
  onChain = { addresses: 0, read: 0, held: 0n, missing: 0n, block: null, oldestReadAt: null }
  room = openSolvency(platformOn(house.db.url, house.db.pool), {
    custodyOf: async () => onChain,
    addressHoldings: async () => [],
    isRed: reader => house.treasury.isRed(reader),
    paysInFull: reader => house.treasury.paysInFull(reader),
    countBreaches: async () => breaches,
    finalBlock: async () => null,
    recordAct: async () => {},
    sealing: openSealing(Buffer.alloc(32)),
  })
})
afterEach(() => house.db.close())

const [one, two] = [newUuid(), newUuid()]

const told = async () => {
  const route = room.room.routes?.find(one => one.endpoint === solvency)
  if (route?.kind !== 'plain') throw new Error('solvency is answered without money')
  return solvency.answer.parse(await route.handle({ locale: 'en', query: {} } as never))
}
const newest = async () => {
  const { newest } = await told()
  if (!newest) throw new Error('nothing was read')
  return newest
}

test('there is nothing before the first settlement', async () => {
  await room.read()
  expect(await room.check()).toBe(false)
  expect(await told()).toEqual({ newest: null, days: [] })
})

test('held is what came in by where it came from, owed is every account, and both are equal', async () => {
  const member = await house.addMember('1000')
  await house.place(member, '500')
  await house.setNow('2026-03-02T16:00:01Z')
  await house.treasury.settleDue()
  await room.read()
  expect(await newest()).toMatchObject({
    ...{ period: '2026-03-02', custody: '1100', owed: '1100', ratio: '1.000000' },
    held: [
      { name: 'founding', amount: '100' },
      { name: 'recharges', amount: '1000' },
    ],
    owes: expect.arrayContaining([
      { name: 'members', amount: '500' },
      { name: 'RESERVE', amount: '600' },
    ]),
    coin: { outstanding: '600', price: '1.000000', exitPrice: '1.000000' },
    ...{ chain: null, red: false },
  })
})

test('it is called whole when every invariant was looked at since, once after each settlement', async () => {
  await house.setNow('2026-03-01T16:00:01Z')
  await house.treasury.settleDue()
  await room.read()
  expect((await newest()).state).toBe('unproven')
  expect(await room.check()).toBe(true)
  expect(await room.check()).toBe(false)
  expect(await newest()).toMatchObject({ state: 'whole', check: { breaches: 0 } })

  await house.setNow('2026-03-02T16:00:01Z')
  await house.treasury.settleDue()
  await room.read()
  // The look of the day before still counts, for its 26 hours.
  expect((await newest()).state).toBe('whole')
  expect(await room.isAmiss(house.database)).toBe(false)
  breaches = 2
  expect(await room.check()).toBe(true)
  expect(await newest()).toMatchObject({ state: 'short', check: { breaches: 2 } })
  // What the page says stops new money is what stops it.
  expect(await room.isAmiss(house.database)).toBe(true)
  const { days } = await told()
  expect(days.map(({ period, state }) => [period, state])).toEqual([
    ['2026-03-02', 'short'],
    ['2026-03-01', 'whole'],
  ])
})

test('what the chain lacks and what people confirmed are one loss, until a run has booked it', async () => {
  await house.addMember('1000')
  await house.setNow('2026-03-01T16:00:01Z')
  await house.treasury.settleDue()
  onChain = { ...onChain, addresses: 1, read: 1, missing: 30_000000n, oldestReadAt: new Date() }
  await room.read()
  expect(await newest()).toMatchObject({
    ...{ state: 'short', custody: '1070', owed: '1100', ratio: '0.972727' },
    held: expect.arrayContaining([{ name: 'missing', amount: '-30' }]),
  })
  expect(await room.isAmiss(house.database)).toBe(true)
  const shortfallId = await inTransaction(house.database, tx =>
    house.treasury.reportShortfall(tx, {
      ...{ amount: 30_000000n, evidence: 'addresses counted', operatorId: one },
    }),
  )
  await inTransaction(house.database, tx =>
    house.treasury.decideShortfall(tx, { shortfallId, operatorId: two, confirm: true }),
  )
  await room.read()
  expect(await newest()).toMatchObject({ state: 'short', custody: '1070', owed: '1100', red: true })

  await house.setNow('2026-03-02T16:00:01Z')
  await house.treasury.settleDue()
  await room.read()
  // RESERVE bore it: what is owed is less, and custody holds that.
  expect(await newest()).toMatchObject({
    custody: '1070',
    owed: '1070',
    ratio: '1.000000',
    red: false,
  })
  expect(await room.isAmiss(house.database)).toBe(false)
})
