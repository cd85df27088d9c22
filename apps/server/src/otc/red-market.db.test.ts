import {
  approveProposal,
  codes,
  openEvidence,
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
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { meetInTurn, systemLock } from '../testing/meet.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { signInOperators } from '../testing/operators.ts'
import {
  buyBody,
  drawHash,
  equip,
  offer,
  orderBody,
  takePart,
  uploadPicture,
  want,
} from '../testing/scene.ts'
import { type Market, openMarket, refusalOf } from './market.fixture.ts'

let system: HttpSystem
let as: (name: string) => { token: string }
let seller: TestMember
let buyer: TestMember
beforeAll(async () => {
  system = await openHttpSystem()
  as = await signInOperators(system)
  seller = await system.join('Sorrel')
  buyer = await system.join('Bramble')
  await equip(system, seller)
  await equip(system, buyer)
})
beforeEach(() => system.chainLacks('0'))
afterAll(() => system.close())

const stopped = refusals.marketStopped.code
const part = { quantity: '20', network: 'BSC', version: 1 }
const take = (id: string) => system.ask(takeOrder, { as: buyer, params: { id }, body: part })
const sellInto = (id: string) =>
  system.ask(takeBuyOrder, {
    as: seller,
    params: { id },
    body: { ...part, paymentPassword: PAYMENT_PASSWORD },
  })

describe('while the chain shows less than is owed', () => {
  it('nobody publishes and nobody takes, on either side, and everybody sees since when', async () => {
    const order = await offer(system, seller, '100')
    const wanted = await want(system, buyer, '100')
    await system.chainLacks('12')
    const { redSince } = await system.must(solvency)
    expect(redSince).toEqual(expect.any(String))
    const replies = [
      await system.ask(publishOrder, { as: seller, body: orderBody('50') }),
      await system.ask(publishBuyOrder, { as: buyer, body: buyBody('50') }),
      await take(order.id),
      await sellInto(wanted.id),
    ]
    expect(replies.map(one => [one.code, one.data])).toEqual(
      Array(4).fill([stopped, { since: redSince }]),
    )
    await system.chainLacks('0')
    expect((await system.must(solvency)).redSince).toBeNull()
    expect((await take(order.id)).code).toBe(codes.success)
    expect((await sellInto(wanted.id)).code).toBe(codes.success)
  })

  it('an open trade goes on to its end', async () => {
    const order = await offer(system, seller, '100')
    const trade = await takePart(system, buyer, order.id)
    await system.chainLacks('12')
    await system.must(payTrade, {
      as: buyer,
      params: { id: trade.id },
      body: { vouchers: [await uploadPicture(system, buyer)], hash: drawHash() },
    })
    const released = await system.must(releaseTrade, {
      as: seller,
      params: { id: trade.id },
      body: { paymentPassword: PAYMENT_PASSWORD },
    })
    expect(released.status).toBe('finished')
  })
})

describe('a take against the change to red', () => {
  /**
   * A loss that the chain shows and that one person has reported, while everything owed is still
   * there.
   */
  async function reported(): Promise<() => ReturnType<HttpSystem['ask']>> {
    await system.chainLacks('1', { isCovered: true })
    const { id } = await system.must(reportShortfall, {
      as: as('treasurer-1'),
      body: { amount: '1', evidence: 'Block 77.' },
    })
    const asking = { params: { id }, body: { reason: 'Counted again.' } }
    await system.must(openEvidence, { as: as('treasurer-2'), params: { id } })
    return () => system.ask(approveProposal, { as: as('treasurer-2'), ...asking })
  }
  /** Takes that come while one is carried out are carried out next: two sessions wait. */
  const inTurn = async (sides: readonly (() => ReturnType<HttpSystem['ask']>)[]) =>
    (
      await Promise.all(
        await meetInTurn(system.db, systemLock('marketStop'), sides, { waiting: 2 }),
      )
    ).map(one => one.code)

  it('that comes first succeeds; after the loss is confirmed every take is refused', async () => {
    const first = await offer(system, seller, '100')
    const order = await offer(system, seller, '100')
    const confirm = await reported()
    const sides = [() => take(first.id), confirm, () => take(order.id)]
    expect(await inTurn(sides)).toEqual([codes.success, codes.success, stopped])
    expect((await system.must(solvency)).redSince).toEqual(expect.any(String))
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
    market.facts.redSince = new Date()
    expect(await refusalOf(market.take(ben, order, '20'))).toBe('marketStopped')
    expect(await refusalOf(market.sell(ann))).toBe('marketStopped')
    market.facts.redSince = null
    market.facts.guide = (market.facts.guide * 7n) / 10n
    const later = await market.order(order.id)
    expect(await refusalOf(market.take(ben, later, '20'))).toBe('orderPriceOutsideBand')
    await market.take(ben, await market.sell(ann), '20')
  })
})
