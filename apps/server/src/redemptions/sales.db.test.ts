import {
  giveUpTrade,
  ONE,
  payTrade,
  releaseTrade,
  requestExchange,
  saleRecords,
  uuidOf,
} from '@banyan/domain'
import { parametersV1, redeem } from '@banyan/economy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLedger } from '../ledger/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { drawHash, equip, offer, takePart, uploadPicture } from '../testing/scene.ts'
import { openRedemptions } from './index.ts'
import { maskName } from './sales.ts'

let system: HttpSystem
let seller: TestMember
let buyer: TestMember
beforeAll(async () => {
  system = await openHttpSystem()
  seller = await system.join('卖家 Sorrel')
  buyer = await system.join('买家 Bramble')
  for (const member of [seller, buyer]) await equip(system, member)
})
afterAll(() => system.close())

/** Takes a part of an order, pays and releases it. */
async function sell(orderId: string, quantity: string): Promise<void> {
  const { id } = await takePart(system, buyer, orderId, quantity)
  const body = { vouchers: [await uploadPicture(system, buyer)], hash: drawHash() }
  await system.must(payTrade, { as: buyer, params: { id }, body })
  await system.must(releaseTrade, {
    as: seller,
    params: { id },
    body: { paymentPassword: PAYMENT_PASSWORD },
  })
}

/** Queues coins and settles them at 1.05, as step 7 of a run does. */
async function exchange(quantity: string): Promise<void> {
  const { id } = await system.must(requestExchange, {
    as: seller,
    body: { quantity, paymentPassword: PAYMENT_PASSWORD },
  })
  const guide = async () => ({ price: ONE, exitPrice: ONE, publishedAt: null })
  const context = {
    ledger: openLedger(),
    pricing: { guide },
    market: async () => [],
    parameters: async () => parametersV1,
    firstFill: async () => undefined,
  }
  const redemptions = openRedemptions(system.platform, context)
  const period = '2099-01-01'
  await inTransaction(system.db.database, async tx => {
    await redemptions.closeRound(tx, {
      period,
      cutoff: new Date('2099-01-01T16:00:00Z'),
      deals: true,
    })
    const { exchanges } = await redemptions.factsOfRun(tx, period)
    const [order] = exchanges
    if (order?.id !== uuidOf(id)) throw new Error('the run took another order')
    const deal = { ...order, ...redeem(order.quantity, 1_050000n) }
    await redemptions.postDeals(
      tx,
      { period, ruleVersion: 1, exitPrice: 1_050000n, deals: new Map([[order.id, deal]]) },
      1,
    )
  })
}

describe('sale records', () => {
  test("are the member's own orders with every trade, and exchanges, the last sold first", async () => {
    const order = await offer(system, seller)
    await sell(order.id, '20')
    const lapsed = await takePart(system, buyer, order.id, '11')
    await system.must(giveUpTrade, {
      as: buyer,
      params: { id: lapsed.id },
      body: { nothingSent: true },
    })
    // The reserve has only the founder's 100 USDT.
    await exchange('30')
    await sell(order.id, '30')

    const { items } = await system.must(saleRecords, { as: seller })
    expect(items.map(one => [one.type, one.quantity, one.orderNumber])).toEqual([
      ['otc', '50', order.orderNumber],
      ['exchange', '30', expect.stringMatching(/^E\d{14}$/)],
    ])
    // 1.02 a coin less 1 % conceded, in whole cents: 20.20 and 30.30; the fee is 1 % in coin. Each
    // payment has the tail that identifies it.
    const tailed = (cents: string) => expect.stringMatching(new RegExp(`^${cents}0\\d{1,3}$`))
    expect(items[0]).toMatchObject({
      price: '1.0098',
      gross: '51',
      fee: '0.5',
      feeAsset: 'LEAF',
      net: expect.stringMatching(/^50\.5[01]\d{0,3}$/),
      reference: `order:${uuidOf(order.id)}`,
    })
    expect(
      items[0]?.deals.map(({ quantity, gross, fee, net }) => [quantity, gross, fee, net]),
    ).toEqual([
      ['30', '30.6', '0.3', tailed('30\\.3')],
      ['20', '20.4', '0.2', tailed('20\\.2')],
    ])
    for (const deal of items[0]?.deals ?? [])
      expect(deal).toMatchObject({
        counterparty: '买**e',
        reference: expect.stringMatching(/^trade:/),
      })
    expect(items[1]).toMatchObject({
      price: '1.050000',
      gross: '31.5',
      fee: '0.315',
      feeAsset: 'USDT',
      net: '31.185',
      deals: [],
    })
  })

  test('continue from page to page over both kinds, and can be of one kind', async () => {
    const whole = await system.must(saleRecords, { as: seller })
    const first = await system.must(saleRecords, { as: seller, query: { limit: 1 } })
    const cursor = first.nextCursor
    const second = await system.must(saleRecords, { as: seller, query: { limit: 1, cursor } })
    expect([...first.items, ...second.items]).toEqual(whole.items)
    expect(second.nextCursor).toBeNull()
    for (const type of ['otc', 'exchange']) {
      const { items } = await system.must(saleRecords, { as: seller, query: { type } })
      expect(items).toEqual(whole.items.filter(one => one.type === type))
    }
  })

  test('are nobody else’s: the buyer has sold nothing', async () => {
    expect(await system.must(saleRecords, { as: buyer })).toEqual({ items: [], nextCursor: null })
  })
})

test.each([
  ['买家 Bramble', '买**e'],
  ['Al', 'A**'],
  ['🌳🌳🌳', '🌳**🌳'],
])('%s is masked as %s', (name, masked) => {
  expect(maskName(name)).toBe(masked)
})
