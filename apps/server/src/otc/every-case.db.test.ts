import { randomUUID } from 'node:crypto'
import { noConditions } from '@banyan/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { rowOf, whileHeld } from '../testing/meet.ts'
import { appoint } from './appointments.ts'
import { casesToAppoint, waitingCases } from './case-queue.ts'
import { agree, askSide, handBack, opine, showOpinions } from './cases.ts'
import { checkOtc } from './check.ts'
import type { OtcDeps } from './context.ts'
import { HOUR, type Market, micro, openMarket, outcomeOf } from './dispute.fixture.ts'
import { statisticsOfDisputes } from './dispute-statistics.ts'
import { acceptRuling } from './disputes.ts'
import { deskView } from './hearing-desk.ts'
import { publishSell } from './publish.ts'
import { releaseCoin } from './releases.ts'
import { take } from './takes.ts'
import { tradeView } from './trade-routes.ts'
import { findTrade } from './trade-store.ts'

const DAY = 24 * HOUR
type Trade = Awaited<ReturnType<Market['paidTrade']>>

let market: Market
let context: OtcDeps
beforeAll(async () => {
  market = await openMarket()
  context = market.context
})
beforeEach(async () => {
  market.arbitrators.length = 0
  await market.later(0)
})
afterAll(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
  await market.db.close()
})
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => market.inTx(work)

/** Makes this many arbitrators, the only ones that exist. */
function desk(...names: string[]): Operator[] {
  const all = names.map(name => market.operator(name))
  market.arbitrators.push(...all)
  return all
}
const administrator = (memberId: string | null = null) =>
  market.operator('admin', memberId, 'administrator')
const sits = (who: Operator, id: string) => outcomeOf(inTx(tx => market.sitAndRead(tx, who, id)))
const appoints = (by: Operator, id: string, arbitrator: string) =>
  outcomeOf(inTx(tx => appoint(tx, context, by, id, { arbitrator, reason: 'nobody came' })))

/** An appealed trade of this pair, or of a new one, that the other side has answered. */
async function openCase(between?: Trade): Promise<{ trade: Trade; id: string }> {
  const trade = await market.paidTrade(between)
  await market.appeals(trade, 'seller')
  await market.answers(trade, 'buyer')
  return { trade, id: (await market.caseOf(trade)).id }
}

/** Seats the arbitrator who has been drawn; undefined when nobody has. */
async function seat(all: readonly Operator[], id: string): Promise<Operator | undefined> {
  for (const who of all) if ((await sits(who, id)) === 'done') return who
  return undefined
}

/** Two drawn arbitrators rule that the buyer gets the coin, and the seller accepts it. */
async function hear(all: readonly Operator[], { trade, id }: { trade: Trade; id: string }) {
  const first = await seat(all, id)
  if (!first) throw new Error('nobody was drawn for the first seat')
  const ruling = { outcome: 'release', releaseQuantity: null, clause: 'A1' } as const
  await inTx(tx => opine(tx, context, first, id, { ...ruling, reasons: 'the chain says so' }))
  const second = await seat(all, id)
  if (!second) throw new Error('nobody was drawn for the second seat')
  await inTx(tx => showOpinions(tx, context, second, id))
  await inTx(tx => agree(tx, context, second, id, 'I see the same'))
  await inTx(tx => acceptRuling(tx, context, trade.seller, trade.id))
  return [first.name, second.name]
}

/** The place of the case that a party's page shows. */
async function queueOf({ trade }: { trade: Trade }) {
  const row = await findTrade(market.db.database, trade.id)
  if (!row) throw new Error('there is no such trade')
  return (await tradeView(market.db.database, context, row, trade.buyer)).dispute?.queue
}
/** Who has been drawn for the free seat of a case, and the ties that keep everybody from it. */
async function drawOf(id: string) {
  const now = await systemNow(market.db.database)
  const waiting = await waitingCases(market.db.database, context, now)
  return waiting.find(one => one.dispute.id === id)?.draw
}
const toAppoint = async () =>
  casesToAppoint(market.db.database, context, await systemNow(market.db.database))

describe('the third case of a pair, with four arbitrators', () => {
  it('is heard: ties of recent cases yield when nobody else is free', async () => {
    const four = desk('wei', 'lin', 'mo', 'an')
    const first = await openCase()
    const judges = await hear(four, first)
    const second = await openCase(first.trade)
    const others = await hear(four, second)
    expect(
      [...judges, ...others].sort(),
      'nobody hears a pair twice while others are free',
    ).toEqual(['an', 'lin', 'mo', 'wei'])
    const third = await openCase(first.trade)
    expect(await queueOf(third)).toMatchObject({ awaited: 'draw', seat: 1, place: 1, asked: 1 })
    expect(await hear(four, third)).toHaveLength(2)
    expect(await market.stateOf(third.trade)).toBe('arbitration_release (ruling)')
  })
})

describe('ties', () => {
  it('end 90 days after the case ended', async () => {
    const first = await openCase()
    const { first: judge } = await market.rule(first.trade, {
      outcome: 'refund',
      releaseQuantity: null,
    })
    await inTx(tx => acceptRuling(tx, context, first.trade.buyer, first.trade.id))
    market.arbitrators.push(judge)
    for (const [days, tie] of [
      [89, 'lately'],
      [91, 'none'],
    ] as const) {
      await market.later(days * DAY)
      const { id } = await openCase(first.trade)
      expect((await drawOf(id))?.ties.get(judge.operatorId), `${days} days`).toBe(tie)
    }
  })

  it('yield in a fixed order; being a party or next to one never yields', async () => {
    const { trade, id } = await openCase()
    const free = market.operator('free')
    const near = market.operator('near', randomUUID())
    const next = market.operator('next', randomUUID())
    const party = market.operator('party', trade.seller)
    const absent: (typeof market.arbitrators)[number] = {
      ...market.operator('gone'),
      present: false,
    }
    market.near.add(`${near.memberId} ${trade.buyer}`).add(`${next.memberId} ${trade.buyer}`)
    market.hops.set(`${near.memberId} ${trade.buyer}`, 3).set(`${next.memberId} ${trade.buyer}`, 2)
    const namesDrawn = async (...all: (typeof market.arbitrators)[number][]) => {
      market.arbitrators.splice(0, market.arbitrators.length, ...all)
      return (await drawOf(id))?.asked.map(one => (one as { name?: string }).name)
    }
    await market.later(47 * HOUR)
    expect(await namesDrawn(near, next, party, free)).toEqual(['free'])
    expect(await namesDrawn(near, next, party)).toEqual(['near'])
    expect(await namesDrawn(next, party)).toEqual([])
    expect(
      await namesDrawn(near, absent),
      'an absent arbitrator does not keep others from being asked',
    ).toEqual(['near', 'gone'])
    expect(await sits(next, id)).toBe('caseHasATie')
    expect(await sits(party, id)).toBe('caseHasATie')
  })

  it('exclude an arbitrator who has one while another is free', async () => {
    const four = desk('wei', 'lin', 'mo', 'an')
    const first = await openCase()
    const [one, two] = await hear(four, first)
    const { id } = await openCase(first.trade)
    await market.later(23 * HOUR)
    const tied = four.filter(({ name }) => name === one || name === two)
    for (const who of tied) expect(await sits(who, id)).toBe('caseHasATie')
    expect(await seat(four, id)).toBeDefined()
  })
})

describe('a case that nobody can hear', () => {
  it('shows this to its sides and to administrators, and is drawn anew when an arbitrator becomes free', async () => {
    const opened = await openCase()
    const { trade, id } = opened
    desk()
    market.arbitrators.push(market.operator('party', trade.seller))
    const before = await toAppoint()
    expect(await queueOf(opened)).toMatchObject({ awaited: 'administrator', asked: 0 })
    expect(before).toBeGreaterThan(0)
    const [fresh] = desk('fresh')
    expect(await queueOf(opened)).toMatchObject({ awaited: 'draw', asked: 1 })
    expect(await toAppoint()).toBeLessThan(before)
    expect(await sits(fresh as Operator, id)).toBe('done')
    expect(await queueOf(opened)).toMatchObject({ awaited: 'arbitrator', place: null, asked: null })
  })

  it('has its place among all that wait, the oldest first', async () => {
    desk('wei')
    const older = await openCase()
    await market.later(HOUR)
    const newer = await openCase()
    const [first, second] = [await queueOf(older), await queueOf(newer)]
    expect((second?.place ?? 0) - (first?.place ?? 0)).toBe(1)
    expect(second?.waiting).toBeGreaterThanOrEqual(second?.place ?? 0)
  })
})

describe('an administrator', () => {
  it('appoints after a day, by name, any arbitrator without a permanent tie', async () => {
    const opened = await openCase()
    const { trade, id } = opened
    desk('wei', 'lin')
    const party = market.operator('party', trade.buyer)
    market.arbitrators.push(party)
    const admin = administrator()
    await market.later(23.9 * HOUR)
    expect(await appoints(admin, id, 'wei')).toBe('caseNotWaiting')
    await market.later(24.1 * HOUR)
    expect(await queueOf(opened)).toMatchObject({ awaited: 'administrator' })
    expect(await appoints(admin, id, 'nobody')).toBe('arbitratorUnknown')
    expect(await appoints(admin, id, 'party')).toBe('arbitratorHasATie')
    expect(await appoints(administrator(trade.seller), id, 'wei')).toBe('appointerHasATie')
    const appointed = async () =>
      (await statisticsOfDisputes(market.db.database, context)).months.reduce(
        (sum, month) => sum + month.appointed,
        0,
      )
    const before = await appointed()
    expect(await appoints(admin, id, 'wei')).toBe('done')
    expect(await appointed()).toBe(before + 1)
    expect(market.acts.at(-1)).toMatch(/^admin case appoint C/)
    const { dispute } = await tradeView(
      ...([market.db.database, context] as const),
      ...([await rowOfTrade(trade), trade.buyer] as const),
    )
    expect(dispute?.timeline.at(-1)).toMatchObject({ event: 'appoint', actor: 'administrator' })
    expect(JSON.stringify(dispute), 'a side sees no names').not.toMatch(/wei|admin"/)
  })

  it('does not appoint both of the two who make a ruling', async () => {
    const { id } = await openCase()
    const [wei] = desk('wei', 'lin')
    const [admin, other] = [administrator(), administrator()]
    await market.later(25 * HOUR)
    expect(await appoints(admin, id, 'wei')).toBe('done')
    const opinion = {
      outcome: 'refund',
      releaseQuantity: null,
      clause: 'A1',
      reasons: 'so',
    } as const
    await inTx(tx => market.readsAll(tx, wei as Operator, id))
    await inTx(tx => opine(tx, context, wei as Operator, id, opinion))
    await market.later(50 * HOUR)
    expect(await appoints(admin, id, 'lin')).toBe('appointedByYou')
    expect(await appoints(other, id, 'wei'), 'an arbitrator hears a case only once').toBe(
      'arbitratorHasATie',
    )
    expect(await appoints(other, id, 'lin')).toBe('done')
  })

  it('replaces an arbitrator who does nothing, and one who only keeps asking', async () => {
    const { id } = await openCase()
    const [wei, lin, mo] = desk('wei', 'lin', 'mo') as [Operator, Operator, Operator]
    const first = (await seat([wei, lin, mo], id)) as Operator
    const others = [wei, lin, mo].filter(one => one !== first)
    const admin = administrator()
    await market.later(20 * HOUR)
    await inTx(tx => askSide(tx, context, first, id, { to: 'buyer', text: 'when?' }))
    await market.later(43 * HOUR)
    expect(await appoints(admin, id, others[0]?.name ?? '')).toBe('caseNotWaiting')
    // The clock flags the missing reply at 44 h; a day after it the seat is idle.
    await market.later(67 * HOUR)
    expect(await appoints(admin, id, others[0]?.name ?? '')).toBe('caseNotWaiting')
    await inTx(tx => askSide(tx, context, first, id, { to: 'seller', text: 'and you?' }))
    await market.later(85 * HOUR)
    expect(await appoints(admin, id, others[0]?.name ?? '')).toBe('caseNotWaiting')
    await market.later(96.1 * HOUR)
    expect(await appoints(admin, id, others[0]?.name ?? '')).toBe('done')
    const opinion = {
      outcome: 'refund',
      releaseQuantity: null,
      clause: 'A1',
      reasons: 'so',
    } as const
    expect(await outcomeOf(inTx(tx => opine(tx, context, first, id, opinion)))).toBe('caseNotYours')
  })

  it('is not prevented by an arbitrator who takes the seat and leaves it', async () => {
    const { id } = await openCase()
    const [wei, lin] = desk('wei', 'lin') as [Operator, Operator]
    const first = (await seat([wei, lin], id)) as Operator
    await market.later(23 * HOUR)
    await inTx(tx => handBack(tx, context, first, id, 'no time'))
    const other = first === wei ? lin : wei
    await market.later(24.5 * HOUR)
    expect(await appoints(administrator(), id, other.name)).toBe('done')
  })

  it('and an arbitrator who takes the seat at the same moment: one of them is first', async () => {
    const { trade, id } = await openCase()
    const [wei] = desk('wei', 'lin') as [Operator, Operator]
    await market.later(25 * HOUR)
    const both = await whileHeld(market.db, rowOf('otc_order', trade.orderId), async held => {
      const sitting = held.begin(() => sits(wei, id))
      const appointing = held.begin(() => appoints(administrator(), id, 'lin'))
      await held.waiters(2)
      return [sitting, appointing]
    })
    const ends = (await Promise.all(both)).sort()
    expect(ends).toContain('done')
    expect(ends.filter(one => one === 'done')).toHaveLength(1)
    expect(['caseMoveNotAllowed', 'caseNotWaiting']).toContain(ends.find(one => one !== 'done'))
    const { rows } = await market.db.owner.query(
      'select from otc_seat where dispute_id = $1 and left_at is null',
      [id],
    )
    expect(rows).toHaveLength(1)
  })

  it('reads who hears cases and what each case waits for', async () => {
    const { trade, id } = await openCase()
    desk('wei')
    market.arbitrators.push(market.operator('party', trade.buyer))
    const view = await deskView(market.db.database, context)
    expect(view).toMatchObject({ present: 2, needed: 3, wanted: 5, marketOpen: false })
    const entry = view.cases.find(one => one.id.endsWith(id.replaceAll('-', '')))
    expect(entry?.ties).toEqual([
      { name: 'wei', tie: 'none', asked: true },
      { name: 'party', tie: 'never', asked: false },
    ])
  })
})

describe('a market with two arbitrators', () => {
  it('refuses every publication and every take, and lets open trades end', async () => {
    const closed: OtcDeps = { ...context, presentArbitrators: async () => 2 }
    const open = await market.trade()
    const request = {
      quantity: micro('100'),
      price: micro('1'),
      minQuantity: micro('1'),
      maxQuantity: micro('100'),
      concessionBps: 0,
      conditions: noConditions,
      networks: ['BSC' as const],
      autoRelease: false,
    }
    const key = randomUUID
    expect(await outcomeOf(inTx(tx => publishSell(tx, closed, open.seller, request, key())))).toBe(
      'marketClosed',
    )
    const order = await inTx(tx => publishSell(tx, context, open.seller, request, key()))
    const ask = { orderId: order.id, quantity: micro('10'), network: 'BSC' as const, version: 1 }
    expect(await outcomeOf(inTx(tx => take(tx, closed, open.buyer, ask, key())))).toBe(
      'marketClosed',
    )
    expect(await outcomeOf(inTx(tx => take(tx, context, open.buyer, ask, key())))).toBe('done')
    const paid = await market.paidTrade()
    expect(await outcomeOf(inTx(tx => releaseCoin(tx, closed, paid.seller, paid.id)))).toBe('done')
  })
})

async function rowOfTrade(trade: Trade) {
  const row = await findTrade(market.db.database, trade.id)
  if (!row) throw new Error('there is no such trade')
  return row
}
