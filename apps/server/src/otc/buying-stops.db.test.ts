import { publishTerms } from '@banyan/domain'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asSeen, type Market, micro, openMarket, refusalOf } from './market.fixture.ts'
import { orderRoutes } from './order-routes.ts'
import { change, pauseBuying, resume } from './own-orders.ts'

let market: Market
let buyer: string
let seller: string
const until = new Date(Date.now() + 86_400_000)
beforeAll(async () => {
  market = await openMarket()
})
beforeEach(async () => {
  market.facts.pauses.clear()
  market.facts.countryClosed.clear()
  buyer = await market.member()
  seller = await market.member()
})
afterAll(() => market.db.close())

it('a pause from investing stops taking and publishing a buy order, and the refusal says until when', async () => {
  const order = await market.sell(seller)
  market.facts.pauses.set(buyer, until)
  const paused = {
    refusal: 'investingPaused',
    data: { until: until.toISOString() },
  }
  await expect(market.take(buyer, order, '20')).rejects.toMatchObject(paused)
  await expect(market.want(buyer)).rejects.toMatchObject(paused)
  expect((await market.order(order.id)).available).toBe(micro('100'))
  // Other takers of the same batch are not held up, and the pause ends by itself.
  await market.take(await market.member(), order, '20')
  market.facts.pauses.clear()
  await market.take(buyer, await market.order(order.id), '20')
})

it('takes own buy orders off the market: nobody sells into them, and only their owner can put them back', async () => {
  const wanted = await market.want(buyer)
  const kept = await market.want(seller)
  await market.inTx(tx => pauseBuying(tx, buyer))
  expect(await market.order(wanted.id)).toMatchObject({ life: 'paused' })
  expect(await market.order(kept.id)).toMatchObject({ life: 'open' })

  market.facts.pauses.set(buyer, until)
  expect(await refusalOf(market.take(seller, await market.order(wanted.id), '10'))).toBe(
    'orderPaused',
  )
  const back = () => market.inTx(tx => resume(tx, market.context, buyer, asSeen(wanted)))
  expect(await refusalOf(back())).toBe('investingPaused')
  const terms = { ...market.request({}), price: micro('1.01') }
  const wish = { orderId: wanted.id, version: wanted.version, terms }
  const changed = market.inTx(tx => change(tx, market.context, buyer, wish))
  expect(await refusalOf(changed)).toBe('investingPaused')
  market.facts.pauses.clear()
  expect(await back()).toMatchObject({ life: 'open' })
})

it('nobody sells into an order whose owner may not buy, even where it is still open', async () => {
  const wanted = await market.want(buyer)
  market.facts.countryClosed.add(buyer)
  expect(await refusalOf(market.take(seller, wanted, '10'))).toBe('orderPaused')
})

it('never stops selling and releasing', async () => {
  const wanted = await market.want(seller)
  const trade = await market.take(seller, await market.sell(buyer), '10')
  market.facts.pauses.set(buyer, until)
  market.facts.countryClosed.add(buyer)
  await market.sell(buyer)
  await market.pay(trade)
  expect(await market.release(trade)).toMatchObject({ state: 'finished' })
  await market.take(buyer, wanted, '10')
})

it('a closed country stops buying in the same way, and the form shows this before it is filled in', async () => {
  const order = await market.sell(seller)
  market.facts.countryClosed.add(buyer)
  expect(await refusalOf(market.take(buyer, order, '20'))).toBe('countryClosed')
  expect(await refusalOf(market.want(buyer))).toBe('countryClosed')
  const route = orderRoutes(market.db.database, market.context).find(
    ({ endpoint }) => endpoint === publishTerms,
  )
  if (route?.kind !== 'plain') throw new Error('the form has no terms')
  const formFor = (memberId: string) =>
    route.handle({ caller: { memberId, sessionId: '' } } as Parameters<typeof route.handle>[0])
  expect(await formFor(buyer)).toMatchObject({
    buyingStopped: { why: 'countryClosed', until: null },
  })
  expect(await formFor(seller)).toMatchObject({ buyingStopped: null })
  market.facts.pauses.set(seller, until)
  expect(await formFor(seller)).toMatchObject({
    buyingStopped: { why: 'investingPaused', until: until.toISOString() },
  })
})
