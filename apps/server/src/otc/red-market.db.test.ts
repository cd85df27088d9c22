import {
  approveProposal,
  codes,
  payTrade,
  publishBuyOrder,
  publishOrder,
  refusals,
  releaseTrade,
  reportShortfall,
  solvency,
  takeBuyOrder,
  takeOrder,
} from '@banyan/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HttpHouse, openHttpHouse } from '../testing/http-house.ts'
import {
  buyBody,
  drawHash,
  equip,
  offer,
  orderBody,
  takePart,
  uploadPicture,
  want,
} from '../testing/lived-in-house.ts'
import { houseLock, meetInTurn } from '../testing/meet.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { signInOperators } from '../testing/operators.ts'
import { type Market, openMarket, refusalOf } from './market.fixture.ts'

let house: HttpHouse
let as: (name: string) => { token: string }
let seller: TestMember
let buyer: TestMember
beforeAll(async () => {
  house = await openHttpHouse()
  as = await signInOperators(house)
  seller = await house.join('Sorrel')
  buyer = await house.join('Bramble')
  await equip(house, seller)
  await equip(house, buyer)
})
beforeEach(() => house.chainLacks('0'))
afterAll(() => house.close())

const stopped = refusals.marketStopped.code
const part = { quantity: '20', network: 'BSC', version: 1 }
const take = (id: string) => house.ask(takeOrder, { as: buyer, params: { id }, body: part })
const sellInto = (id: string) =>
  house.ask(takeBuyOrder, {
    as: seller,
    params: { id },
    body: { ...part, paymentPassword: PAYMENT_PASSWORD },
  })

describe('while the chain shows less than is owed', () => {
  it('nobody publishes and nobody takes, on either side, and everybody reads since when', async () => {
    const order = await offer(house, seller, '100')
    const wanted = await want(house, buyer, '100')
    await house.chainLacks('12')
    const { redSince } = await house.must(solvency)
    expect(redSince).toEqual(expect.any(String))
    const replies = [
      await house.ask(publishOrder, { as: seller, body: orderBody('50') }),
      await house.ask(publishBuyOrder, { as: buyer, body: buyBody('50') }),
      await take(order.id),
      await sellInto(wanted.id),
    ]
    expect(replies.map(one => [one.code, one.data])).toEqual(
      Array(4).fill([stopped, { since: redSince }]),
    )
    await house.chainLacks('0')
    expect((await house.must(solvency)).redSince).toBeNull()
    expect((await take(order.id)).code).toBe(codes.success)
    expect((await sellInto(wanted.id)).code).toBe(codes.success)
  })

  it('an open trade goes on to its end', async () => {
    const order = await offer(house, seller, '100')
    const trade = await takePart(house, buyer, order.id)
    await house.chainLacks('12')
    await house.must(payTrade, {
      as: buyer,
      params: { id: trade.id },
      body: { vouchers: [await uploadPicture(house, buyer)], hash: drawHash() },
    })
    const released = await house.must(releaseTrade, {
      as: seller,
      params: { id: trade.id },
      body: { paymentPassword: PAYMENT_PASSWORD },
    })
    expect(released.status).toBe('finished')
  })
})

describe('a taker against what turns the state red', () => {
  /** A loss that the chain shows and that one person has reported, while all that is owed is there. */
  async function reported(): Promise<() => ReturnType<HttpHouse['ask']>> {
    await house.chainLacks('1', { isCovered: true })
    const { id } = await house.must(reportShortfall, {
      as: as('treasurer-1'),
      body: { amount: '1', evidence: 'Block 77.' },
    })
    const asking = { params: { id }, body: { reason: 'Counted again.' } }
    return () => house.ask(approveProposal, { as: as('treasurer-2'), ...asking })
  }
  const inTurn = async (sides: readonly (() => ReturnType<HttpHouse['ask']>)[]) =>
    (await Promise.all(await meetInTurn(house.db, houseLock('marketStop'), sides))).map(
      one => one.code,
    )

  it('who comes first takes; after the loss is confirmed nobody does', async () => {
    // Takes of one order share a transaction; of two they do not.
    const first = await offer(house, seller, '100')
    const order = await offer(house, seller, '100')
    const confirm = await reported()
    const sides = [() => take(first.id), confirm, () => take(order.id)]
    expect(await inTurn(sides)).toEqual([codes.success, codes.success, stopped])
    expect((await house.must(solvency)).redSince).toEqual(expect.any(String))
    expect((await take(order.id)).code).toBe(stopped)
  })
})

describe('when it ends', () => {
  let market: Market
  beforeAll(async () => {
    market = await openMarket()
  })
  afterAll(() => market.db.close())

  it('an order that the booked loss has left outside the band waits for its owner', async () => {
    const [ann, ben] = [await market.member(), await market.member()]
    const order = await market.sell(ann)
    market.told.redSince = new Date()
    expect(await refusalOf(market.take(ben, order, '20'))).toBe('marketStopped')
    expect(await refusalOf(market.sell(ann))).toBe('marketStopped')
    market.told.redSince = null
    market.told.guide = (market.told.guide * 7n) / 10n
    const later = await market.order(order.id)
    expect(await refusalOf(market.take(ben, later, '20'))).toBe('orderPriceOutsideBand')
    await market.take(ben, await market.sell(ann), '20')
  })
})
