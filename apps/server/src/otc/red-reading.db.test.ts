import {
  codes,
  publishBuyOrder,
  publishOrder,
  refusals,
  solvency,
  takeBuyOrder,
  takeOrder,
} from '@banyan/domain'
import { cutoffOf } from '@banyan/economy'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CustodyReader } from '../deposits/index.ts'
import { openSealing } from '../platform/sealing.ts'
import { openSolvency, type Solvency } from '../solvency/index.ts'
import { platformOn } from '../testing/economy-node.ts'
import { type HttpHouse, openHttpHouse } from '../testing/http-house.ts'
import { buyBody, equip, offer, orderBody, want } from '../testing/lived-in-house.ts'
import { houseLock, meetInTurn } from '../testing/meet.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'

/*
 * Amendment A3: a take or a publication races a reading of the chain that turns the state red. The
 * reading is the product's own, over the database of the running server; only the chain is set here.
 */
const DAY = '2026-03-02'
const stopped = refusals.marketStopped.code
const block = { number: 77, hash: `0x${'ab'.repeat(32)}` }

let house: HttpHouse
let reader: Solvency
/** What the chain shows, micro-USDT. */
let held: bigint
let breaches: number
let seller: TestMember
let buyer: TestMember

const custody: CustodyReader = {
  instant: async () => ({ block, uncredited: 0n, unclassified: 0n }),
  read: async () => ({
    block,
    held,
    addresses: 1,
    uncredited: 0n,
    unclassified: 0n,
    by: { recharges: held, founding: 0n, income: 0n, hot: 0n, cold: 0n },
  }),
}
const ENOUGH = 1_000_000_000000n

beforeAll(async () => {
  house = await openHttpHouse({ at: `${DAY}T02:00:00Z` })
  reader = openSolvency(platformOn(house.db.url, house.db.pool), {
    custody,
    payoutsGone: async () => 0n,
    rechargeHoldings: async () => [],
    publishedHoldings: async () => [],
    typedTotal: async () => 0n,
    confirmedTotal: async () => 0n,
    redSince: async () => null,
    paysInFull: async () => true,
    countBreaches: async () => breaches,
    finalBlock: async () => null,
    recordAct: async () => {},
    sealing: openSealing(Buffer.alloc(32)),
    lastExplained: async () => null,
  })
  await house.setClock(new Date(cutoffOf(DAY).getTime() + 1_000))
  await house.sweep('settlement')
})
afterAll(() => house.close())

/** Members of their own for each race: a seller offers five orders and sells 1,000 USDT a day. */
beforeEach(async () => {
  seller = await house.join('Sorrel')
  buyer = await house.join('Bramble')
  await equip(house, seller)
  await equip(house, buyer)
  held = ENOUGH
  breaches = 0
  await reader.read()
  expect((await house.must(solvency)).redSince).toBeNull()
})

type Side = () => Promise<number>
const part = { quantity: '20', network: 'BSC', version: 1 }
const codeOf = async (asked: ReturnType<HttpHouse['ask']>): Promise<number> => (await asked).code

/** Every way into the market, on orders of its own: takes of one order would share a transaction. */
const ways: Record<string, () => Promise<Side>> = {
  'takes a sell order': async () => {
    const { id } = await offer(house, seller, '50')
    return () => codeOf(house.ask(takeOrder, { as: buyer, params: { id }, body: part }))
  },
  'sells into a buy order': async () => {
    const { id } = await want(house, buyer, '50')
    const body = { ...part, paymentPassword: PAYMENT_PASSWORD }
    return () => codeOf(house.ask(takeBuyOrder, { as: seller, params: { id }, body }))
  },
  'publishes a sell order': async () => () =>
    codeOf(house.ask(publishOrder, { as: seller, body: orderBody('50') })),
  'publishes a buy order': async () => () =>
    codeOf(house.ask(publishBuyOrder, { as: buyer, body: buyBody('50') })),
}

/** What the chain lacks is read. */
const readingTurnsRed: Side = async () => {
  held = 0n
  await reader.read()
  return codes.success
}
const inTurn = async (sides: readonly Side[]) =>
  Promise.all(await meetInTurn(house.db, houseLock('marketStop'), sides))

describe('against a reading of the chain that is no longer whole', () => {
  for (const [what, prepare] of Object.entries(ways))
    it(`a member who ${what} before it is served, one who comes after it is refused`, async () => {
      const [first, second, late] = [await prepare(), await prepare(), await prepare()]
      expect(await inTurn([first, readingTurnsRed, second])).toEqual([
        codes.success,
        codes.success,
        stopped,
      ])
      expect((await house.must(solvency)).redSince).toEqual(expect.any(String))
      expect(await late()).toBe(stopped)
    })

  it('the reading first, then everybody: nobody is served', async () => {
    const sides: Side[] = []
    for (const prepare of Object.values(ways)) sides.push(await prepare())
    expect(await inTurn([readingTurnsRed, ...sides])).toEqual([
      codes.success,
      ...sides.map(() => stopped),
    ])
  })

  it('everybody first, then the reading: all are served', async () => {
    const sides: Side[] = []
    for (const prepare of Object.values(ways)) sides.push(await prepare())
    const answers = await inTurn([...sides, readingTurnsRed])
    expect(answers).toEqual([...sides, readingTurnsRed].map(() => codes.success))
    expect((await house.must(solvency)).redSince).toEqual(expect.any(String))
  })

  it('a reading that is whole waits for nobody', async () => {
    const take = await (ways['takes a sell order'] as () => Promise<Side>)()
    const readingIsWhole: Side = async () => {
      await reader.read()
      return codes.success
    }
    await expect(inTurn([take, readingIsWhole])).rejects.toThrow('have not met')
  })
})

describe('against a look at the invariants that finds one broken', () => {
  it('a take that comes first succeeds, one that comes after it is refused', async () => {
    await house.db.owner.query('update solvency_reading set checked_at = null, breaches = null')
    const prepare = ways['takes a sell order'] as () => Promise<Side>
    const [first, second] = [await prepare(), await prepare()]
    const looks: Side = async () => {
      breaches = 1
      expect(await reader.check()).toBe(true)
      return codes.success
    }
    expect(await inTurn([first, looks, second])).toEqual([codes.success, codes.success, stopped])
  })
})
