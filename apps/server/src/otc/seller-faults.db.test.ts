import { parametersV1 } from '@banyan/economy'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { checkOtc } from './check.ts'
import { HOUR, type Market, MINUTE, micro, openMarket } from './dispute.fixture.ts'
import { penaltyUntil } from './penalties.ts'
import { takesOf } from './takers.ts'
import { marketTerms, takerRules } from './terms.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
  await market.db.close()
})

/**
 * Ends a case of a seller's trade with this ruling. `late`: the time to release was over when it
 * was opened.
 */
async function ruled(
  seller: string,
  { late, outcome = 'release' }: { late: boolean; outcome?: 'release' | 'refund' | 'split' },
): Promise<void> {
  await market.later(0)
  await market.give(seller, '200')
  const trade = await market.paidTrade({ seller, buyer: crypto.randomUUID() })
  await market.later((late ? 31 : 11) * MINUTE)
  await market.appeals(trade, 'buyer')
  await market.later((late ? 31 : 11) * MINUTE + 25 * HOUR)
  await market.rule(trade, {
    outcome,
    releaseQuantity: outcome === 'split' ? micro('40') : null,
  })
  await market.later(60 * HOUR)
  expect(await market.stateOf(trade)).toMatch(/^arbitration_(release|refund) \((ruling|split)\)$/)
}
/** As a taker the seller has the same limits as everybody. */
const takes = async (seller: string) => {
  const { database } = market.db
  const now = await inTransaction(database, systemNow)
  return takesOf(database, takerRules(marketTerms(parametersV1), 1), seller, now)
}

it('only a release timeout that arbitration decides for the buyer is the seller’s fault', async () => {
  const seller = crypto.randomUUID()
  await ruled(seller, { late: false })
  await ruled(seller, { late: true, outcome: 'refund' })
  await ruled(seller, { late: true, outcome: 'split' })
  await ruled(seller, { late: true })
  expect(await takes(seller), 'one fault').toMatchObject({ most: 2, loweredUntil: null })
  await ruled(seller, { late: true })
  expect(await takes(seller)).toMatchObject({ most: 1 })
  expect(await penaltyUntil(market.db.database, seller)).toBeNull()
  await ruled(seller, { late: true })
  expect(
    await penaltyUntil(market.db.database, seller),
    'three in a day pause taking',
  ).not.toBeNull()
})
