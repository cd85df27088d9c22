import { ceilDiv, WHOLE_BPS } from '@banyan/domain'
import {
  bounds,
  Chance,
  canonicalJson,
  changed,
  type NumberName,
  numberNames,
  objectionsTo,
  type Parameters,
  parametersV1,
  quietInput,
  recount,
  settle,
} from '@banyan/economy'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { Refused } from '../platform/refused.ts'
import { checkOtc } from './check.ts'
import { type Market, micro, openMarket } from './market.fixture.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
  expect(await checkInvariants(market.db.database)).toEqual([])
  await market.db.close()
})

const asIn = (name: NumberName, value: bigint): number | bigint =>
  typeof parametersV1[name] === 'bigint' ? value : Number(value)

/**
 * Returns version 1 with some of its numbers at a minimum or maximum, drawn until the version has
 * no objections.
 */
function drawnVersion(chance: Chance): Parameters {
  for (;;) {
    const names = numberNames.filter(() => chance.happens(2_500))
    const numbers = names.map(name => {
      const end = chance.happens(5_000) ? ('least' as const) : ('most' as const)
      return [name, asIn(name, bounds[name][end])] as const
    })
    const { effectiveAt } = parametersV1
    const version = changed(parametersV1, {
      ...Object.fromEntries(numbers),
      version: 2,
      effectiveAt,
    })
    if (objectionsTo(version, parametersV1).length === 0) return version
  }
}

/**
 * Publishes an order of one side, takes all of it, pays and releases. Returns the fee, or the name
 * of the refusal.
 */
async function deal(side: 'sell' | 'want', p: Parameters): Promise<bigint | string> {
  const [owner, other] = [await market.member('3000000'), await market.member('3000000')]
  const quantity = p.otcMinimumLeaf
  const concessionBps = side === 'sell' ? p.otcMaxConcessionBps : 0
  const terms = { quantity, minQuantity: quantity, maxQuantity: quantity, concessionBps }
  // The price that equals the guide price once the concession is taken off.
  const price = ceilDiv(micro('1') * WHOLE_BPS, WHOLE_BPS - BigInt(concessionBps))
  const order = await market[side](owner, { ...terms, price }).catch(refusedBy)
  if (typeof order === 'string') return order
  const trade = await market.take(other, order, quantity).catch(refusedBy)
  if (typeof trade === 'string') return trade
  await market.pay(trade)
  await market.release(trade)
  expect(await market.trade(trade.id)).toMatchObject({ state: 'finished' })
  return trade.fee
}

const refusedBy = (error: unknown): string => {
  if (error instanceof Refused) return error.refusal
  throw error
}

it('lives under any version without objections: published, taken, paid, released, settled', async () => {
  const chance = new Chance(20_261_123)
  const ends: (bigint | string)[] = []
  for (let i = 0; i < 12; i++) {
    const p = drawnVersion(chance)
    market.facts.parameters = p
    for (const side of ['sell', 'want'] as const) {
      const fee = await deal(side, p)
      ends.push(fee)
      const coins = typeof fee === 'bigint' ? fee : 0n
      const books = { reserve: 4n * coins + micro('100'), outstanding: 4n * coins + micro('100') }
      const system = { poolStatic: 7n, poolDynamic: 7n, ops: 0n, risk: 0n, shortfall: 0n }
      const input = {
        ...quietInput('2026-11-21', { ...books, ...system }, p),
        fees: [{ tradeId: 'trade', memberId: 'member', node: null, coins, outside: true }],
        orders: [{ id: 'order', memberId: 'member', amount: p.subscriptionMinimumUsdt }],
      }
      expect(canonicalJson(recount(canonicalJson(input)))).toBe(canonicalJson(settle(input)))
    }
  }
  // An order is only refused by a limit of its version, never by a fault. Most orders are dealt.
  const limits = ['tradingLimitExceeded', 'buyOrderTooLarge', 'orderPriceOutsideBand']
  expect(ends.filter(end => typeof end === 'string' && !limits.includes(end))).toEqual([])
  expect(ends.filter(end => typeof end === 'bigint').length).toBeGreaterThan(8)
})
