import { getOrder, market, noConditions, publishBuyOrder } from '@banyan/domain'
import { afterEach, expect, test } from 'vitest'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { olderBook } from '../testing/older-book.ts'
import { checkOtc } from './check.ts'

/* What a settlement's price does to orders that float, through the product's own run. */

let house: EconomyFixture
afterEach(async () => {
  expect(await checkOtc(house.database)).toEqual([])
  await house.db.close()
})

async function open(options: Parameters<typeof openEconomy>[1] = {}) {
  house = await openEconomy('2026-03-01T08:00:00Z', options)
  const member = await house.addMember('1000')
  await house.place(member, '900')
  await house.setNow('2026-03-02T16:00:01Z')
  await house.treasury.settleDue()
  return member
}
const want = (member: string, limit: string) =>
  house.call(publishBuyOrder, member, {
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
  const { items } = await house.call(market, member, { query: { side: 'buy' } })
  const own = await house.call(getOrder, member, { params: { id } })
  return { own, listed: items.find(one => one.id === id) }
}

test('the price that is published at 16:00 UTC and the price of an order change at the same instant', async () => {
  const member = await open()
  const { id, price } = await want(member, '1.1')
  expect(price).toBe('1.015')
  await house.earn('30', '2026-03-03T15:59:00Z')
  await house.setNow('2026-03-03T16:00:01Z')
  // Past the hour, and not settled yet: the old price is in force for everybody.
  expect((await shown(member, id)).listed).toMatchObject({ price: '1.015', version: 1 })
  await house.treasury.settleDue()
  expect((await house.pricing.guide(house.database)).price).toBe(1_000_700n)
  const { own, listed } = await shown(member, id)
  expect(listed).toMatchObject({ price: '1.01571', aboveGuideBps: 149, version: 2, floats: true })
  expect(own).toMatchObject({ price: '1.01571', life: 'open', floating: { marginBps: 150 } })
})

test('at a split it is in the new units, and floats by the price that is published with it', async () => {
  const member = await open({ firstVersion: olderBook })
  const { id } = await want(member, '3')
  await house.earn('1000', '2026-03-03T15:59:00Z')
  await house.setNow('2026-03-03T16:00:01Z')
  await house.treasury.settleDue()
  expect((await house.pricing.guide(house.database)).price).toBe(1_000_000n)
  const { own, listed } = await shown(member, id)
  expect(own).toMatchObject({
    price: '1.015',
    total: '200.00',
    floating: { marginBps: 150, limit: '1.50' },
    life: 'open',
  })
  expect(listed).toMatchObject({ price: '1.015', available: '200.00' })
})
