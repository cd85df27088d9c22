import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tx } from '../platform/database/connect.ts'
import { ringOf, type VersionedKey } from '../platform/key-ring.ts'
import { handBack, takeSeat } from './cases.ts'
import { checkOtc } from './check.ts'
import type { OtcDeps } from './context.ts'
import { HOUR, type Market, openMarket, outcomeOf } from './dispute.fixture.ts'
import { acceptRuling } from './disputes.ts'
import { lotWith } from './draw.ts'

let market: Market
let context: OtcDeps
beforeAll(async () => {
  market = await openMarket()
  context = market.context
})
beforeEach(() => market.later(0))
afterAll(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
  await market.db.close()
})
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => market.inTx(work)

describe('the seat of a case', () => {
  it('is drawn by lot: one at first, one more every two hours while the seat is free', async () => {
    const desk = ['wei', 'lin', 'mo', 'an'].map(name => market.operator(name))
    market.arbitrators.push(...desk)
    const open = async () => {
      const trade = await market.paidTrade()
      await market.appeals(trade, 'seller')
      return (await market.caseOf(trade)).id
    }
    /** The arbitrators who may take the seat now; nobody takes it. */
    const namesDrawn = async (id: string) => {
      const names: string[] = []
      for (const arbitrator of desk) {
        const sat = inTx(async tx => {
          await takeSeat(tx, context, arbitrator, id)
          throw new Error('somebody has taken the seat')
        })
        const end = await sat.catch((error: Error) => error.message)
        if (end === 'somebody has taken the seat') names.push(arbitrator.name)
        else expect(end).toBe('caseNotDrawn')
      }
      return names
    }
    const first = new Set<string>()
    for (let cases = 0; cases < 12; cases++) {
      const drawn = await namesDrawn(await open())
      expect(drawn).toHaveLength(1)
      first.add(drawn[0] ?? '')
    }
    expect(first.size, 'different cases draw different arbitrators').toBeGreaterThan(1)
    const id = await open()
    const [wentAway] = await namesDrawn(id)
    const them = desk.find(one => one.name === wentAway) ?? desk[0]
    if (!them) throw new Error('nobody was drawn')
    await inTx(tx => takeSeat(tx, context, them, id))
    await inTx(tx => handBack(tx, context, them, id, 'on leave'))
    const [name] = await namesDrawn(id)
    expect(name, 'an arbitrator who hands a case back is asked last').not.toBe(wentAway)
    await market.later(2 * HOUR)
    const two = await namesDrawn(id)
    expect(two).toHaveLength(2)
    expect(two).toContain(name)
    await market.later(6 * HOUR)
    expect(await namesDrawn(id)).toHaveLength(4)
    market.arbitrators.length = 0
  })

  it('with a tie does not hear the case: a party, near to one, or in one of their last three', async () => {
    const trade = await market.tradeInCase()
    const { id } = await market.caseOf(trade)
    const take = (who: ReturnType<Market['operator']>) =>
      outcomeOf(inTx(tx => takeSeat(tx, context, who, id)))
    expect(await take(market.operator('party', trade.buyer))).toBe('caseHasATie')
    const friend = randomUUID()
    market.near.add(`${friend} ${trade.seller}`)
    expect(await take(market.operator('friend', friend))).toBe('caseHasATie')
    const fit = market.operator('fit', randomUUID())
    expect(await take(fit)).toBe('done')
    expect(await take(market.operator('late'))).toBe('caseMoveNotAllowed')
    await inTx(tx => handBack(tx, context, fit, id, 'no time'))
    const { first } = await market.rule(trade, { outcome: 'release', releaseQuantity: null })
    await inTx(tx => acceptRuling(tx, context, trade.seller, trade.id))
    const again = await market.paidTrade(trade)
    await market.appeals(again, 'seller')
    const next = await market.caseOf(again)
    market.arbitrators.push(market.operator('free'))
    expect(await outcomeOf(inTx(tx => takeSeat(tx, context, first, next.id)))).toBe('caseHasATie')
  })
})

describe('the lot', () => {
  it('stays the same while the pepper is replaced, also back', () => {
    const keys = [1, 2].map(version => ({ version, key: Buffer.alloc(32, version) }))
    const [one, two] = keys as [VersionedKey, VersionedKey]
    const ring = ringOf(one.key)
    const lot = lotWith(ring)
    const drawn = lot('a seat')
    ring.accept([one, two])
    expect(lot('a seat')).toBe(drawn)
    ring.accept([two, one])
    expect(lot('a seat')).toBe(drawn)
    ring.accept([two])
    expect(lot('a seat')).not.toBe(drawn)
  })
})
