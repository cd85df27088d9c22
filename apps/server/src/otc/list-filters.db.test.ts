import {
  cancelOrder,
  giveUpTrade,
  type OwnOrderView,
  ownOrders,
  releaseTrade,
  type TradeView,
  takeBuyOrder,
  tradeList,
  tradeStatuses,
} from '@banyan/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFurnished } from '../testing/furnished.ts'
import type { HttpSystem } from '../testing/http-system.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { offer, want } from '../testing/scene.ts'

/*
 * A list with filters has those of the whole list that the filters name, each filter as if it were
 * alone: read for every choice of every filter.
 */
let system: HttpSystem
let who: TestMember
beforeAll(async () => {
  const { system: opened, scene } = await openFurnished()
  system = opened
  who = scene.buyer
  // Trades that have ended beside those under way, one as the seller, and orders of both sides.
  await system.must(giveUpTrade, {
    as: who,
    params: { id: scene.alsoUnpaid.id },
    body: { nothingSent: true },
  })
  await system.must(releaseTrade, {
    as: scene.seller,
    params: { id: scene.paid.id },
    body: { paymentPassword: PAYMENT_PASSWORD },
  })
  const wanted = await want(system, scene.seller, '40')
  const taking = { quantity: '40', network: 'BSC', version: 1, paymentPassword: PAYMENT_PASSWORD }
  await system.must(takeBuyOrder, { as: who, params: { id: wanted.id }, body: taking })
  await offer(system, who, '30')
  const given = await offer(system, who, '30')
  await system.must(cancelOrder, { as: who, params: { id: given.id }, body: { version: 1 } })
})
afterAll(() => system.close())

type Choices = Readonly<Record<string, readonly string[]>>
/** Every way to choose one or nothing of each filter. */
const ways = (choices: Choices): Record<string, string>[] =>
  Object.entries(choices).reduce<Record<string, string>[]>(
    (all, [name, values]) =>
      all.flatMap(way => [way, ...values.map(one => ({ ...way, [name]: one }))]),
    [{}],
  )
const all = { limit: 50 }

/** What a list shows for each way to filter it, beside what the whole list has of it. */
async function compare<T extends { id: string }>(
  read: (query: object) => Promise<T[]>,
  choices: Choices,
  traits: Readonly<Record<string, (item: T) => string>>,
) {
  const whole = await read(all)
  const seen = new Set<string>()
  for (const way of ways(choices)) {
    const fits = (item: T) =>
      Object.entries(way).every(([name, one]) => traits[name]?.(item) === one)
    const expected = whole.filter(fits).map(item => item.id)
    const shown = (await read({ ...all, ...way })).map(item => item.id)
    expect(shown, JSON.stringify(way)).toEqual(expected)
    if (expected.length > 0 && expected.length < whole.length)
      for (const trait of Object.entries(way)) seen.add(trait.join(' '))
  }
  return seen
}
const side = ['buy', 'sell']
const open = ['true', 'false']

it('of own trades', async () => {
  const read = async (query: object) =>
    (await system.must(tradeList, { as: who, query })).items as TradeView[]
  const seen = await compare(
    read,
    { side, status: tradeStatuses, open },
    {
      side: trade => trade.side,
      status: trade => trade.status,
      open: trade => String(trade.closedAt === null),
    },
  )
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'side buy',
      'side sell',
      'status payment_timeout',
      'open true',
      'open false',
    ]),
  )
})

it('of own orders', async () => {
  const read = async (query: object) =>
    (await system.must(ownOrders, { as: who, query })).items as OwnOrderView[]
  const seen = await compare(
    read,
    { side, open },
    {
      side: order => order.side,
      open: order => String(Number(order.available) > 0 || Number(order.inTrade) > 0),
    },
  )
  expect([...seen]).toEqual(expect.arrayContaining(['open true', 'open false']))
})
