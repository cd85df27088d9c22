import { guidePrice, ONE, splitRecords } from '@banyan/domain'
import { entryPrice, exitPrice, type Period } from '@banyan/economy'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memberAccount } from '../ledger/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { backingOf, giveCoins, liftReserve } from '../testing/redeeming.ts'

let system: EconomyFixture
beforeEach(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z')
})
afterEach(() => system.db.close())

/** Steps 11 and 12 of a run. */
async function publish(period: Period, multiple?: number): Promise<void> {
  await system.setNow(`${period}T16:00:01Z`)
  if (multiple !== undefined)
    await inTransaction(system.database, tx => system.ledger.split(tx, multiple))
  const backing = await backingOf(system)
  const [price, exit] = [entryPrice(backing), exitPrice(backing)]
  await inTransaction(system.database, tx =>
    system.pricing.publish(tx, { period, price, exitPrice: exit, ...backing }),
  )
}
const splits = async (member: string) => (await system.call(splitRecords, member)).items

describe('the split record', () => {
  test('E13: 500 coins at 2.1 are 1,000 at 1.05, and the value is the same', async () => {
    const member = await system.addMember('10')
    const rest = await system.addMember('10')
    await giveCoins(system, member, 500n * ONE)
    await giveCoins(system, rest, 119_400n * ONE)
    await liftReserve(system, 251_900n * ONE)
    await inTransaction(system.database, tx =>
      system.ledger.post(tx, [
        {
          from: memberAccount(member, 'LEAF'),
          to: memberAccount(member, 'LEAF', 'escrow'),
          amount: 101n * ONE,
          kind: 'otc_freeze',
          reference: newUuid(),
        },
      ]),
    )
    await publish('2026-03-01')
    expect(await splits(member)).toEqual([])
    await publish('2026-03-02', 2)
    const record = {
      times: 1,
      multiple: 2,
      at: '2026-03-02T16:00:00.000Z',
      priceBefore: '2.100000',
      priceAfter: '1.050000',
      coinsBefore: '120000',
      coinsAfter: '240000',
      amount: '120000',
      quantityBefore: '500',
      quantityAfter: '1000',
      valueBefore: '1050',
      valueAfter: '1050',
    }
    expect(await splits(member)).toEqual([record])
    // The split lines that the worker writes do not change the record.
    await system.ledger.writeSplitLines(system.database, 100)
    expect(await splits(member)).toEqual([record])
  })

  test('shows for each split the coins before it, also to a member whose split lines are not written', async () => {
    const early = await system.addMember('10')
    const late = await system.addMember('10')
    await giveCoins(system, early, 100n * ONE)
    await publish('2026-03-01', 2)
    await giveCoins(system, late, 30n * ONE)
    await publish('2026-03-02', 5)
    const own = (rows: Awaited<ReturnType<typeof splits>>) =>
      rows.map(row => [row.times, row.quantityBefore, row.quantityAfter])
    expect(own(await splits(early))).toEqual([
      [2, '200', '1000'],
      [1, '100', '200'],
    ])
    expect(own(await splits(late))).toEqual([
      [2, '30', '150'],
      [1, '0', '0'],
    ])
    await system.ledger.writeSplitLines(system.database, 100)
    expect(own(await splits(early))).toEqual([
      [2, '200', '1000'],
      [1, '100', '200'],
    ])
    for (const member of [early, late])
      for (const row of await splits(member)) expect(row.valueAfter).toBe(row.valueBefore)
  })
})

describe('the history of the guide price', () => {
  test('has each price as published and in current units, with the splits between', async () => {
    await liftReserve(system, 50n * ONE)
    await publish('2026-03-01')
    await publish('2026-03-02', 2)
    await liftReserve(system, 50n * ONE)
    await publish('2026-03-03')
    const guide = await system.call(guidePrice, null)
    expect(guide.history).toEqual([
      { at: '2026-03-01T16:00:00.000Z', price: '1.500000', adjusted: '0.750000' },
      { at: '2026-03-02T16:00:00.000Z', price: '0.750000', adjusted: '0.750000' },
      { at: '2026-03-03T16:00:00.000Z', price: '1.000000', adjusted: '1.000000' },
    ])
    expect(guide.splits).toEqual([{ at: '2026-03-02T16:00:00.000Z', multiple: 2 }])
    const short = await system.call(guidePrice, null, { query: { settlements: 1 } })
    expect([short.history.length, short.splits]).toEqual([1, []])
  })

  test('does not show a split whose run is still under way', async () => {
    const member = await system.addMember('10')
    await publish('2026-03-01')
    await inTransaction(system.database, tx => system.ledger.split(tx, 2))
    expect(await splits(member)).toEqual([])
    expect((await system.call(guidePrice, null)).splits).toEqual([])
  })
})
