import { getOrder, market, noConditions, publishBuyOrder } from '@banyan/domain'
import { afterEach, expect, test } from 'vitest'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { olderBook } from '../testing/older-book.ts'
import { checkOtc } from './check.ts'

/* What a settlement's price does to floating orders, through the run of production. */

let system: EconomyFixture
afterEach(async () => {
  expect(await checkOtc(system.database)).toEqual([])
  await system.db.close()
})

async function open(options: Parameters<typeof openEconomy>[1] = {}) {
  system = await openEconomy('2026-03-01T08:00:00Z', options)
  const member = await system.addMember('1000')
  await system.place(member, '900')
  await system.setNow('2026-03-02T16:00:01Z')
  await system.treasury.settleDue()
  return member
}
const want = (member: string, limit: string) =>
  system.call(publishBuyOrder, member, {
    body: {
      quantity: '100',
      price: { marginBps: 150, limit },
      minQuantity: '10',
      maxQuantity: '100',
      networks: ['BSC'],
      conditions: noConditions,
    },
  })
const shown = async (member: string, id: string) => {
  const { items } = await system.call(market, member, { query: { side: 'buy' } })
  const own = await system.call(getOrder, member, { params: { id } })
  return { own, listed: items.find(one => one.id === id) }
}

test('the price that is published at 16:00 UTC and the price of an order change at the same instant', async () => {
  const member = await open()
  const { id, price } = await want(member, '1.1')
  expect(price).toBe('1.015')
  await system.earn('30', '2026-03-03T15:59:00Z')
  await system.setNow('2026-03-03T16:00:01Z')
  // Past the hour, and not settled yet: the old price is in force for everybody.
  expect((await shown(member, id)).listed).toMatchObject({ price: '1.015', version: 1 })
  await system.treasury.settleDue()
  expect((await system.pricing.guide(system.database)).price).toBe(1_000_700n)
  const { own, listed } = await shown(member, id)
  expect(listed).toMatchObject({ price: '1.01571', aboveGuideBps: 149, version: 2, floats: true })
  expect(own).toMatchObject({ price: '1.01571', life: 'open', floating: { marginBps: 150 } })
})

test('at a split it is in the new units, and floats by the price that is published with it', async () => {
  const member = await open({ firstVersion: olderBook })
  const { id } = await want(member, '3')
  await system.earn('1000', '2026-03-03T15:59:00Z')
  await system.setNow('2026-03-03T16:00:01Z')
  await system.treasury.settleDue()
  expect((await system.pricing.guide(system.database)).price).toBe(1_000_000n)
  const { own, listed } = await shown(member, id)
  expect(own).toMatchObject({
    price: '1.015',
    total: '200.00',
    floating: { marginBps: 150, limit: '1.50' },
    life: 'open',
  })
  expect(listed).toMatchObject({ price: '1.015', available: '200.00' })
})
