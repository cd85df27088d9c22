import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { checkOtc } from './check.ts'
import { appeal, settle } from './disputes.ts'
import { type Market, micro, openMarket } from './market.fixture.ts'
import type { TradeRow } from './trade-store.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterEach(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
  expect(await checkInvariants(market.db.database)).toEqual([])
})
afterAll(() => market.db.close())

/** How a trade ends: with all of its fee, with none and on sale again, with none and given back. */
const ends = {
  release: async (trade: TradeRow) => {
    await market.pay(trade)
    await market.release(trade)
  },
  giveUp: (trade: TradeRow) => market.giveUp(trade),
  concede: async ({ id, buyerId, sellerId }: TradeRow) => {
    await market.pay({ id, buyerId })
    const statement = { text: 'nothing has come', pictures: [], reason: 'not_received' } as const
    await market.inTx(tx => appeal(tx, market.context, sellerId, id, statement))
    await market.inTx(tx => settle(tx, market.context, buyerId, id, 'concede'))
  },
}
type End = keyof typeof ends

// Fees are rounded up, so that parts cost more than their whole: the rest of an order must not be
// short of what its own fee is.
it('an order to sell holds the fees of its rest, whatever its parts and however they end', async () => {
  const part = fc.record({
    quantity: fc.bigInt({ min: micro('10'), max: micro('20') }),
    end: fc.constantFrom<End>('concede', 'giveUp', 'release'),
    ended: fc.nat(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 2, maxLength: 4 }), async parts => {
      const [seller, buyer] = [await market.member(), await market.member()]
      const { id } = await market.sell(seller)
      const takes = []
      for (const { quantity, ...one } of parts)
        takes.push({ ...one, trade: await market.take(buyer, await market.order(id), quantity) })
      for (const { trade, end } of takes.toSorted((a, b) => a.ended - b.ended))
        await ends[end](trade)
      const left = await market.order(id)
      // Who has given up several trades may not take more.
      const rest = await market.take(await market.member(), left, left.available)
      await ends.release(rest)
      expect(await market.order(id)).toMatchObject({ life: 'complete', feeHeld: 0n })
      expect((await market.coins(seller)).escrow).toBe('0')
    }),
    { numRuns: 15, seed: 20_261_128, endOnFailure: true },
  )
})
