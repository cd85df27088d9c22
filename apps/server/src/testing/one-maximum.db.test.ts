import {
  type AnswerOf,
  changeOrder,
  codes,
  giveUpTrade,
  investmentLimit,
  parseAmount,
  pauseOrder,
  payTrade,
  placeSubscription,
  publishBuyOrder,
  publishTerms,
  refusals,
  releaseTrade,
  resumeOrder,
  setInvestmentLimit,
  type TradeView,
  takeBuyOrder,
  takeOrder,
} from '@banyan/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkOtc } from '../otc/index.ts'
import { marketBuys } from '../otc/sales.ts'
import { memberLockNumbers } from '../platform/database/advisory-locks.ts'
import { checkSubscriptions } from '../subscriptions/index.ts'
import { type HttpSystem, openHttpSystem, type Reply } from './http-system.ts'
import { type Lock, meetInTurn } from './meet.ts'
import { PAYMENT_PASSWORD, type TestMember } from './members.ts'
import {
  buyBody,
  drawHash,
  equip,
  offer,
  orderBody,
  takePart,
  uploadPicture,
  want,
} from './scene.ts'

/*
 * Amendment A4: subscriptions and market buys share one maximum. Accounts here are young: 1,000
 * USDT.
 */
let system: HttpSystem
let seller: TestMember
/** A seller has five open orders, and sells 1,000 USDT a day. */
async function anotherSeller(): Promise<void> {
  seller = await system.join('Seller')
  await equip(system, seller)
}
beforeAll(async () => {
  system = await openHttpSystem()
  await anotherSeller()
})
afterAll(async () => {
  for (const check of [checkOtc, checkSubscriptions])
    expect(await check(system.db.database)).toEqual([])
  await system.close()
})

type Order = { id: string; version: number }
const paymentPassword = PAYMENT_PASSWORD
const overMaximum = refusals.investmentOverMaximum.code
const buyerOver = refusals.buyerOverMaximum.code
const overLimit = refusals.subscriptionOverLimit.code

/** A member with money and this much left of their maximum. */
async function memberWith(left: number): Promise<TestMember> {
  const member = await system.join('Buyer')
  await equip(system, member)
  expect((await subscribe(member, `${1000 - left}`)).code).toBe(codes.success)
  expect((await limits(member)).left).toBe(`${left}`)
  return member
}
const subscribe = (as: TestMember, amount: string) =>
  system.ask(placeSubscription, { as, body: { amount, promptId: null, paymentPassword } })
const buy = (as: TestMember, { id, version }: Order, quantity: string) =>
  system.ask(takeOrder, { as, params: { id }, body: { quantity, network: 'BSC', version } })
const sellInto = ({ id, version }: Order, quantity: string) =>
  system.ask(takeBuyOrder, {
    as: seller,
    params: { id },
    body: { quantity, network: 'BSC', version, paymentPassword },
  })
const limits = (as: TestMember): Promise<AnswerOf<typeof investmentLimit>> =>
  system.must(investmentLimit, { as })
const sum = (...amounts: string[]) => amounts.reduce((total, one) => total + Number(one), 0)

/** The used and the remaining amount add up to the maximum, exactly. */
async function expectWhole(member: TestMember): Promise<void> {
  const { issued, open, marketBuys, left, maxInvestment } = await limits(member)
  expect(sum(issued, open, marketBuys, left)).toBeCloseTo(Number(maxInvestment), 6)
}

/** The lock that serializes a member's investments. */
const puttingIn = ({ memberId }: TestMember): Lock =>
  `select pg_advisory_xact_lock(${memberLockNumbers.subscriptions}, hashtext('${memberId}'))`
const inTurn = async (member: TestMember, sides: readonly (() => Promise<Reply>)[]) =>
  (await Promise.all(await meetInTurn(system.db, puttingIn(member), sides))).map(one => one.code)

describe('two ways of investing, with enough left for one,', () => {
  it('as a subscription and a purchase: the first one gets it', async () => {
    for (const first of ['subscription', 'purchase'] as const) {
      const member = await memberWith(100)
      const order = await offer(system, seller, '60')
      const ways = [() => subscribe(member, '50'), () => buy(member, order, '60')]
      const sides = first === 'subscription' ? ways : ways.reverse()
      const second = first === 'subscription' ? overMaximum : overLimit
      expect(await inTurn(member, sides)).toEqual([codes.success, second])
      await expectWhole(member)
    }
  })

  it('as a subscription and a sale into an own buy order: the same', async () => {
    for (const first of ['subscription', 'sale'] as const) {
      const member = await memberWith(100)
      const wanted = await want(system, member, '60')
      const ways = [() => subscribe(member, '50'), () => sellInto(wanted, '60')]
      const sides = first === 'subscription' ? ways : ways.reverse()
      const second = first === 'subscription' ? buyerOver : overLimit
      expect(await inTurn(member, sides)).toEqual([codes.success, second])
      await expectWhole(member)
    }
  })

  it('as a purchase and a sale into an own buy order: the same', async () => {
    const member = await memberWith(100)
    const [order, wanted] = [await offer(system, seller, '60'), await want(system, member, '60')]
    const sides = [() => buy(member, order, '60'), () => sellInto(wanted, '60')]
    expect(await inTurn(member, sides)).toEqual([codes.success, buyerOver])
    await expectWhole(member)
  })

  it('as two takes that are decided together, of one order and of two: the same', async () => {
    const member = await memberWith(100)
    const order = await offer(system, seller, '120')
    const two = await Promise.all([buy(member, order, '60'), buy(member, order, '60')])
    expect(two.map(one => one.code).sort()).toEqual([codes.success, overMaximum])
    await expectWhole(member)
    const other = await memberWith(100)
    const orders = [await offer(system, seller, '60'), await offer(system, seller, '60')]
    const both = await Promise.all(orders.map(one => buy(other, one, '60')))
    expect(both.map(one => one.code).sort()).toEqual([codes.success, overMaximum])
    await expectWhole(other)
  })

  it('a maximum that is lowered while somebody buys holds the next purchase', async () => {
    const member = await memberWith(100)
    const order = await offer(system, seller, '60')
    const lower = () => system.ask(setInvestmentLimit, { as: member, body: { amount: '930' } })
    const sides = [() => buy(member, order, '20'), lower, () => buy(member, order, '20')]
    // Takes that arrive together share a transaction: the second waits behind the first.
    const codesOf = await inTurn(member, [sides[0], sides[1]] as typeof sides)
    expect(codesOf).toEqual([codes.success, codes.success])
    expect((await buy(member, order, '60')).code).toBe(refusals.takeAboveRest.code)
    expect((await buy(member, order, '30')).code).toBe(overMaximum)
  })
})

describe('the used amount', () => {
  beforeEach(anotherSeller)

  it('is in a refusal with the rest, the maximum and the coins that it buys; exactly that much can be bought', async () => {
    const member = await memberWith(100)
    await system.must(setInvestmentLimit, { as: member, body: { amount: '950' } })
    const order = await offer(system, seller, '60')
    const { code, msg } = await buy(member, order, '60')
    expect(code).toBe(overMaximum)
    for (const figure of ['50', '950', '365', '49.504851']) expect(msg).toContain(figure)
    // 50 less the highest tail is 49.99 in whole cents, at 1.02 with one percent conceded.
    expect((await buy(member, order, '49.504852')).code).toBe(overMaximum)
    expect((await buy(member, order, '49.504851')).code).toBe(codes.success)
    await expectWhole(member)
    const { invests } = await system.must(publishTerms, { as: member })
    const { left } = await limits(member)
    expect(invests).toEqual({ left, most: '950.00', windowDays: 365 })
  })

  it('is reduced by a purchase without a result, but not by one that was sold again', async () => {
    const member = await memberWith(100)
    const order = await offer(system, seller, '60')
    const trade = await takePart(system, member, order.id, '50')
    const body = { nothingSent: true }
    await system.must(giveUpTrade, { as: member, params: { id: trade.id }, body })
    expect((await limits(member)).left).toBe('100')
    const kept = await finish(member, await takePart(system, member, order.id, '50'))
    const { left, marketBuys: counted } = await limits(member)
    // A payment is written with all of its tail, the used amount without trailing zeros.
    expect(parseAmount(counted)).toBe(parseAmount(kept.paymentAmount))
    const own = await offer(system, member, '50')
    const other = await system.join('Other')
    await finish(other, await takePart(system, other, own.id, '50'), member)
    expect((await limits(member)).left).toBe(left)
    expect((await buy(member, order, '60')).code).not.toBe(codes.success)
  })

  it('includes a finished purchase within the window, and an open one always', async () => {
    const member = await memberWith(500)
    const order = await offer(system, seller, '60')
    const done = await finish(member, await takePart(system, member, order.id, '20'))
    const open = await takePart(system, member, order.id, '20')
    const closedAt = new Date(done.closedAt ?? '')
    const countedSince = async (since: Date) =>
      (await marketBuys(system.db.database, [member.memberId], since)).get(member.memberId)
    const whole = sum(done.paymentAmount, open.paymentAmount)
    expect(Number(await countedSince(new Date(closedAt.getTime() - 1000))) / 1e6).toBeCloseTo(whole)
    expect(Number(await countedSince(new Date(closedAt.getTime() + 1000))) / 1e6).toBeCloseTo(
      Number(open.paymentAmount),
    )
  })
})

describe('an own buy order', () => {
  it('is neither published, nor changed, nor put back for more than is left', async () => {
    const member = await memberWith(100)
    const more = await system.ask(publishBuyOrder, { as: member, body: buyBody('100') })
    expect(more.code).toBe(overMaximum)
    const wanted = await want(system, member, '80')
    const seen = (version: number) => ({ as: member, params: { id: wanted.id }, body: { version } })
    await system.must(setInvestmentLimit, { as: member, body: { amount: '950' } })
    const { quantity: _, ...terms } = buyBody('80')
    const changed = { ...seen(1), body: { ...terms, price: '1.00', version: 1 } }
    expect((await system.ask(changeOrder, changed)).code).toBe(overMaximum)
    await system.must(pauseOrder, seen(1))
    expect((await system.ask(resumeOrder, seen(1))).code).toBe(overMaximum)
  })

  it('sells its taker what its owner can still buy, and says how much that is', async () => {
    const member = await memberWith(100)
    const wanted = await want(system, member, '90')
    await system.must(setInvestmentLimit, { as: member, body: { amount: '950' } })
    const { code, msg } = await sellInto(wanted, '60')
    expect([code, msg.includes('49.49')]).toEqual([buyerOver, true])
    expect((await sellInto(wanted, '49')).code).toBe(codes.success)
    await expectWhole(member)
  })

  it('a sell order is not bound by its owner’s maximum', async () => {
    const member = await memberWith(100)
    await system.must(setInvestmentLimit, { as: member, body: { amount: '0' } })
    const own = await offer(system, member, '50')
    const seen = { as: member, params: { id: own.id }, body: { version: own.version } }
    await system.must(pauseOrder, seen)
    await system.must(resumeOrder, seen)
    const { quantity: _q, paymentPassword: _p, ...terms } = orderBody('50')
    await system.must(changeOrder, { ...seen, body: { ...terms, version: own.version } })
  })
})

/** Pays and releases a trade. */
async function finish(
  buyer: TestMember,
  trade: TradeView,
  from: TestMember = seller,
): Promise<TradeView> {
  const params = { id: trade.id }
  const vouchers = [await uploadPicture(system, buyer)]
  await system.must(payTrade, { as: buyer, params, body: { vouchers, hash: drawHash() } })
  return system.must(releaseTrade, { as: from, params, body: { paymentPassword } })
}
