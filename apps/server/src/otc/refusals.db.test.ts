import { fillSlots, noConditions, refusals } from '@banyan/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refused } from '../platform/refused.ts'
import { acceptCancel, confirmCancel, dropCancel, proposeCancel } from './cancellations.ts'
import { endDueTrades } from './deadlines.ts'
import { asSeen, type Market, micro, minutes, openMarket } from './market.fixture.ts'
import type { OrderRow } from './order-store.ts'
import { pause, resume } from './own-orders.ts'

/*
 * What members read when something is not possible: which condition, limit or field failed, the
 * number that is needed, and what to do next. No placeholder of a text is left unfilled.
 */

let market: Market
let seller: string
let buyer: string
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.db.close())
beforeEach(async () => {
  await market.shiftClock(0)
  seller = await market.member()
  buyer = await market.member()
})

/** The name and both texts of an act's refusal, as members read them. */
async function textsOf(work: Promise<unknown>): Promise<{ name: string; zh: string; en: string }> {
  const error = await work.then(
    () => new Error('the act was not refused'),
    thrown => thrown,
  )
  if (!(error instanceof Refused)) throw error
  const text = refusals[error.refusal]
  const [zh, en] = [fillSlots(text['zh-CN'], error.slots), fillSlots(text.en, error.slots)]
  for (const one of [zh, en]) expect(one).not.toContain('{{')
  return { name: error.refusal, zh, en }
}
const sell = (change: Parameters<Market['sell']>[1] = {}) =>
  market.sell(seller, { minQuantity: micro('10'), maxQuantity: micro('60'), ...change })
const take = (order: OrderRow, quantity: string) => market.take(buyer, order, quantity)
const job = async (ms: number) => {
  await market.shiftClock(ms)
  while ((await endDueTrades(market.db.database, market.context)) > 0);
}

describe('a quantity that cannot be taken', () => {
  it('names the limit that it exceeds, and the quantity that was requested', async () => {
    const order = await sell()
    expect(await textsOf(take(order, '9'))).toEqual({
      name: 'takeBelowMin',
      zh: '此单每次至少 10.00 LEAF，您填写的是 9.00。请改为 10.00 至 60.00 LEAF',
      en: 'This order asks for at least 10.00 LEAF at once, and you entered 9.00. Enter 10.00 to 60.00 LEAF',
    })
    expect((await textsOf(take(order, '61'))).en).toBe(
      'This order allows at most 60.00 LEAF at once, and you entered 61.00. Enter 10.00 to 60.00 LEAF',
    )
    await take(order, '55')
    expect(await textsOf(take(order, '46'))).toMatchObject({ name: 'takeAboveRest' })
    await take(order, '37')
    expect((await textsOf(take(order, '7'))).en).toBe(
      'The 8.00 LEAF that are left of this order are less than its minimum and go only whole. Enter 8.00',
    )
  })

  it('of a published order names the field', async () => {
    const twisted = sell({ minQuantity: micro('70'), maxQuantity: micro('60') })
    expect((await textsOf(twisted)).en).toMatch(
      /minimum per take, 70.00, is above the maximum, 60.00/,
    )
    const above = sell({ maxQuantity: micro('101') })
    expect((await textsOf(above)).en).toMatch(
      /maximum per take, 101.00, is above the total of 100.00/,
    )
  })
})

describe('a condition that is not met', () => {
  it("is named, with its value and the member's", async () => {
    const asking = (change: Partial<typeof noConditions>) =>
      sell({ conditions: { ...noConditions, ...change } })
    const effective = await asking({ effectiveMember: true })
    const refused = await textsOf(take(effective, '10'))
    expect(refused.name).toBe('conditionEffective')
    // Paid fees make a member effective; the text must not tell anybody to buy for that.
    expect(refused.en).toContain('0.5 USDT of fees in 30 days')
    expect(refused.en).toContain('subscriptions do not count')
    expect(refused.zh).toContain('认购不算')
    const trades = await asking({ minFinishedTrades: 3 })
    expect((await textsOf(take(trades, '10'))).en).toBe(
      'This order asks for 3 finished trades, and you have 0. Finish 3 more, or choose another order',
    )
    const rate = await asking({ minCompletionRate: 90 })
    expect((await textsOf(take(rate, '10'))).name).toBe('conditionNoRate')
  })

  it('is not the network, which has a text of its own', async () => {
    const order = await sell()
    expect((await textsOf(market.take(buyer, order, '10', 'TRON'))).en).toBe(
      'This order does not accept TRON. Choose one that it does: BSC',
    )
  })
})

describe("a step that does not fit the trade's state", () => {
  const moves = async (to: string) => {
    buyer = await market.member()
    const trade = await take(await sell(), '10')
    if (to === 'unpaid') return trade
    if (to === 'grace' || to === 'closed') await job(minutes(to === 'grace' ? 31 : 46))
    else await market.pay(trade)
    if (to === 'ended') await market.release(trade)
    return trade
  }

  it('names the state of the trade, its deadline, and what can be done there', async () => {
    const act = async (to: string) => textsOf(market.release(await moves(to)))
    expect(await act('unpaid')).toMatchObject({ name: 'tradeNotPaidYet' })
    expect(await act('grace')).toMatchObject({ name: 'tradeInGrace' })
    await market.shiftClock(0)
    expect(await act('closed')).toMatchObject({
      name: 'tradeClosed',
      en: expect.stringMatching(/If it was paid, appeal until \d{4}-\d{2}-\d{2}/),
    })
    await market.shiftClock(0)
    expect(await act('ended')).toMatchObject({ name: 'tradeEnded' })
    const paid = await moves('paid')
    expect(await textsOf(market.giveUp(paid))).toMatchObject({ name: 'tradePaidAlready' })
  })

  it('is distinguished from the other side’s step', async () => {
    const trade = await moves('unpaid')
    const swapped = { ...trade, sellerId: trade.buyerId }
    expect(await textsOf(market.release(swapped))).toMatchObject({ name: 'tradeMoveNotAllowed' })
  })

  it('of paying too late names the end of the time to show the payment', async () => {
    const trade = await moves('grace')
    expect((await textsOf(market.pay(trade))).en).toMatch(
      /^The time to pay ended at .*: send nothing now\. If you have paid, show .* until .*; after that you can appeal for 7 days$/,
    )
  })
})

describe('a proposal to cancel that is missing or waits', () => {
  it('is named, with the side that has to act', async () => {
    const trade = await take(await sell(), '10')
    await market.pay(trade)
    const act = (what: typeof dropCancel, who: string) =>
      market.inTx(tx => what(tx, market.context, who, trade.id))
    const confirm = confirmCancel('nothing_sent')
    expect((await textsOf(act(dropCancel, buyer))).name).toBe('cancelNoProposal')
    expect((await textsOf(act(acceptCancel, seller))).name).toBe('cancelNoProposal')
    await act(proposeCancel, seller)
    expect((await textsOf(act(proposeCancel, buyer))).name).toBe('cancelProposedAlready')
    expect((await textsOf(act(acceptCancel, seller))).name).toBe('cancelWaitsForOther')
    expect((await textsOf(act(confirm, buyer))).name).toBe('cancelWaitsForOther')
    await act(acceptCancel, buyer)
    expect((await textsOf(act(acceptCancel, buyer))).name).toBe('cancelWaitsForBuyer')
    await act(confirm, buyer)
    expect((await textsOf(act(proposeCancel, buyer))).name).toBe('tradeClosed')
  })
})

describe('an order that is paused or resumed twice', () => {
  it('names its state, and what is possible', async () => {
    const order = await sell()
    const act = (what: typeof pause) =>
      market.inTx(tx => what(tx, market.context, seller, asSeen(order)))
    expect((await textsOf(act(resume))).name).toBe('orderAlreadyOpen')
    await act(pause)
    expect((await textsOf(act(pause))).name).toBe('orderAlreadyPaused')
  })
})
