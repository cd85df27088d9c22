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
import { ringOf } from '../platform/key-ring.ts'
import { openSealing } from '../platform/sealing.ts'
import { openSolvency, type Solvency } from '../solvency/index.ts'
import { platformOn } from '../testing/economy-node.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { meetInTurn, systemLock } from '../testing/meet.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { buyBody, equip, offer, orderBody, want } from '../testing/scene.ts'

/*
 * Amendment A3: a take or a publication races a reading of the chain that turns the state red. The
 * reading is the one of production, over the database of the running server; only the chain's value
 * is set here.
 */
const DAY = '2026-03-02'
const stopped = refusals.marketStopped.code
const block = { number: 77, hash: `0x${'ab'.repeat(32)}` }

let system: HttpSystem
let reader: Solvency
/** The amount that the chain shows, micro-USDT. */
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
  system = await openHttpSystem({ at: `${DAY}T02:00:00Z` })
  reader = openSolvency(platformOn(system.db.url, system.db.pool), {
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
    sealing: openSealing(ringOf(Buffer.alloc(32))),
    lastExplained: async () => null,
  })
  await system.setClock(new Date(cutoffOf(DAY).getTime() + 1_000))
  await system.job('settlement')
})
afterAll(() => system.close())

/** Each race has its own members: a seller offers five orders and sells 1,000 USDT a day. */
beforeEach(async () => {
  seller = await system.join('Sorrel')
  buyer = await system.join('Bramble')
  await equip(system, seller)
  await equip(system, buyer)
  held = ENOUGH
  breaches = 0
  await reader.read()
  expect((await system.must(solvency)).redSince).toBeNull()
})

type Side = () => Promise<number>
const part = { quantity: '20', network: 'BSC', version: 1 }
const codeOf = async (call: ReturnType<HttpSystem['ask']>): Promise<number> => (await call).code

/** Every way into the market, on orders of its own. */
const ways: Record<string, () => Promise<Side>> = {
  'takes a sell order': async () => {
    const { id } = await offer(system, seller, '50')
    return () => codeOf(system.ask(takeOrder, { as: buyer, params: { id }, body: part }))
  },
  'sells into a buy order': async () => {
    const { id } = await want(system, buyer, '50')
    const body = { ...part, paymentPassword: PAYMENT_PASSWORD }
    return () => codeOf(system.ask(takeBuyOrder, { as: seller, params: { id }, body }))
  },
  'publishes a sell order': async () => () =>
    codeOf(system.ask(publishOrder, { as: seller, body: orderBody('50') })),
  'publishes a buy order': async () => () =>
    codeOf(system.ask(publishBuyOrder, { as: buyer, body: buyBody('50') })),
}

/** Reads an amount on the chain that is too small. */
const readingTurnsRed: Side = async () => {
  held = 0n
  await reader.read()
  return codes.success
}
const inTurn = async (sides: readonly Side[], waiting = sides.length) =>
  Promise.all(await meetInTurn(system.db, systemLock('marketStop'), sides, { waiting }))

/** Takes of sell orders that come while one is carried out are carried out next. */
const isQueued = (what: string): boolean => what === 'takes a sell order'

describe('against a reading of the chain that shows too little', () => {
  for (const [what, prepare] of Object.entries(ways))
    it(`a member who ${what} before it is served, one who comes after it is refused`, async () => {
      const [first, second, late] = [await prepare(), await prepare(), await prepare()]
      expect(await inTurn([first, readingTurnsRed, second], isQueued(what) ? 2 : 3)).toEqual([
        codes.success,
        codes.success,
        stopped,
      ])
      expect((await system.must(solvency)).redSince).toEqual(expect.any(String))
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
    expect((await system.must(solvency)).redSince).toEqual(expect.any(String))
  })

  it('a reading that shows enough does not have to wait', async () => {
    const take = await (ways['takes a sell order'] as () => Promise<Side>)()
    const readingIsWhole: Side = async () => {
      await reader.read()
      return codes.success
    }
    await expect(inTurn([take, readingIsWhole])).rejects.toThrow('have not met')
  })
})

describe('against a check of the invariants that finds one broken', () => {
  it('a take that comes first succeeds, one that comes after it is refused', async () => {
    await system.db.owner.query('update solvency_reading set checked_at = null, breaches = null')
    const prepare = ways['takes a sell order'] as () => Promise<Side>
    const [first, second] = [await prepare(), await prepare()]
    const checkFindsBreach: Side = async () => {
      breaches = 1
      expect(await reader.check()).toBe(true)
      return codes.success
    }
    expect(await inTurn([first, checkFindsBreach, second], 2)).toEqual([
      codes.success,
      codes.success,
      stopped,
    ])
  })
})
