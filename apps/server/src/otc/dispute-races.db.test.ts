import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { inTime } from '../testing/in-time.ts'
import { changesOf, type Lock, meet, meetInTurn, rowOf, times, whileHeld } from '../testing/meet.ts'
import { agree, disagree, type GivenOpinion, opine, showOpinions } from './cases.ts'
import { checkOtc } from './check.ts'
import { endDueCases, endDueTrades, makeUpForOutage } from './deadlines.ts'
import { HOUR, type Market, MINUTE, openMarket, outcomeOf } from './dispute.fixture.ts'
import { acceptRuling, settle, withdraw } from './disputes.ts'
import { claimLate } from './payments.ts'
import { releaseCoin } from './releases.ts'

const ROUNDS = 20

let market: Market
let context: Market['context']
beforeAll(async () => {
  market = await openMarket()
  context = market.context
})
afterAll(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
  expect(await checkInvariants(market.db.database)).toEqual([])
  await market.db.close()
})

type Trade = Awaited<ReturnType<Market['trade']>>
const tx = <T>(work: Parameters<typeof market.inTx<T>>[0]) => outcomeOf(market.inTx(work))
const release = (one: Trade) => tx(t => releaseCoin(t, context, one.seller, one.id))
const settles = (one: Trade, event: 'releaseAnyway' | 'concede') =>
  tx(t => settle(t, context, event === 'concede' ? one.buyer : one.seller, one.id, event))
/** Runs the clock's job once; returns how many it changed. */
const runClock = async () =>
  (await endDueTrades(market.db.database, context)) +
  (await endDueCases(market.db.database, context))
const opinion: GivenOpinion = {
  outcome: 'release',
  releaseQuantity: null,
  clause: 'A1',
  reasons: 'it came',
}

/**
 * Expects that everything the seller had exists exactly once: with the buyer, as the fee, or with
 * the seller.
 */
async function expectExact(one: Trade): Promise<void> {
  const [seller, buyer] = [await market.coins(one.seller), await market.coins(one.buyer)]
  expect([
    ['899 and 0 in escrow', '100 and 0 in escrow'],
    ['1000 and 0 in escrow', '0 and 0 in escrow'],
    // The order is still alive: its coin is for sale again.
    ['899 and 101 in escrow', '0 and 0 in escrow'],
  ]).toContainEqual([seller, buyer])
}

/** Which side is first in a round; they alternate. */
type First = 'the one' | 'the other'

/** Runs a race twenty times; returns every outcome that occurred, in alphabetical order. */
async function race(run: (first: First) => Promise<[Trade, string]>): Promise<string[]> {
  const seen = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    await market.later(0)
    const [one, outcome] = await run(round % 2 === 0 ? 'the one' : 'the other')
    seen.add(outcome)
    await expectExact(one)
  }
  return [...seen].sort()
}

/** The row that everything locks which moves a trade. */
const orderOf = (one: Trade): Lock => rowOf('otc_order', one.orderId)

/**
 * Runs two calls against each other at a trade, with one or the other first; returns the result of
 * each.
 */
async function against<T>(
  trade: Trade,
  first: First,
  act: () => Promise<T>,
  other: () => Promise<T>,
): Promise<T[]> {
  const sides = first === 'the one' ? [act, other] : [other, act]
  const ends = await Promise.all(await meetInTurn(market.db, orderOf(trade), sides))
  return first === 'the one' ? ends : ends.reverse()
}

/** Sets the clock without letting it act. */
const clockTo = (at: Date, ms: number) =>
  sql`update house_clock set shift = ${at.getTime() - Date.now() + ms}::float8 * interval '1 millisecond'`.execute(
    market.db.database,
  )

describe('twenty times, exactly one of them', () => {
  it('release against appeal', async () => {
    const seen = await race(async first => {
      const trade = await market.paidTrade()
      await market.later(11 * MINUTE)
      const appeal = () => outcomeOf(market.appeals(trade, 'buyer'))
      const ends = await against(trade, first, () => release(trade), appeal)
      const outcome = `${ends.join(' ')} ${await market.stateOf(trade)}`
      if (ends[1] === 'done') expect(await settles(trade, 'releaseAnyway')).toBe('done')
      return [trade, outcome]
    })
    expect(seen).toEqual([
      'done tradeEnded finished',
      'tradeInArbitration done arbitration_from_paid',
    ])
  })

  it('release in arbitration against concession', async () => {
    const seen = await race(async first => {
      const trade = await market.paidTrade()
      await market.appeals(trade, 'seller')
      const [release, concede] = (['releaseAnyway', 'concede'] as const).map(
        event => () => settles(trade, event),
      ) as [() => Promise<string>, () => Promise<string>]
      const both = await against(trade, first, release, concede)
      return [trade, `${both.join(' ')} ${await market.stateOf(trade)}`]
    })
    expect(seen).toEqual([
      'done tradeEnded arbitration_release (released_in_arbitration)',
      'tradeEnded done arbitration_refund (conceded)',
    ])
  })

  it('both appeal at once: one case, with a counter-claim', async () => {
    await race(async first => {
      const trade = await market.paidTrade()
      await market.later(11 * MINUTE)
      const byBuyer = () => outcomeOf(market.appeals(trade, 'buyer'))
      const bySeller = () => outcomeOf(market.appeals(trade, 'seller'))
      expect(await against(trade, first, byBuyer, bySeller)).toEqual(['done', 'done'])
      const cases = await market.db.database
        .selectFrom('otcDispute')
        .select('counterClaimed')
        .where('tradeId', '=', trade.id)
        .execute()
      expect(cases).toEqual([{ counterClaimed: true }])
      expect(await settles(trade, 'concede')).toBe('done')
      return [trade, 'one case']
    })
  })

  it('a withdrawal against a counter-claim', async () => {
    const seen = await race(async first => {
      const trade = await market.paidTrade()
      await market.appeals(trade, 'seller')
      await market.later(11 * MINUTE)
      const takeBack = () => tx(t => withdraw(t, context, trade.seller, trade.id))
      const counter = () => outcomeOf(market.appeals(trade, 'buyer'))
      const ends = await against(trade, first, takeBack, counter)
      const state = await market.stateOf(trade)
      // When the withdrawal is first, the buyer's appeal opens a case of its own.
      expect(state).toBe('arbitration_from_paid')
      expect(await settles(trade, 'concede')).toBe('done')
      return [trade, ends.join(' ')]
    })
    expect(seen).toEqual(['appealNotWithdrawable done', 'done done'])
  })

  it('two arbitrators at one seat, and two rulings at once', async () => {
    const seen = await race(async first => {
      const trade = await market.paidTrade()
      await market.appeals(trade, 'seller')
      await market.answers(trade, 'buyer')
      const { id } = await market.caseOf(trade)
      const [a, b, second] = [market.operator('a'), market.operator('b'), market.operator('second')]
      const seat = (who: typeof a) => tx(t => market.sitAndRead(t, who, id))
      const seats = await against(
        trade,
        first,
        () => seat(a),
        () => seat(b),
      )
      expect(seats.sort()).toEqual(['caseMoveNotAllowed', 'done'])
      const sits = await market.db.database
        .selectFrom('otcSeat')
        .select('operatorId')
        .where('disputeId', '=', id)
        .executeTakeFirstOrThrow()
      const sitting = first === 'the one' ? a : b
      expect(sits.operatorId).toBe(sitting.operatorId)
      expect(await tx(t => opine(t, context, sitting, id, opinion))).toBe('done')
      expect(await seat(second)).toBe('done')
      await tx(t => showOpinions(t, context, second, id))
      const agrees = () => tx(t => agree(t, context, second, id, 'so it is'))
      const refund: GivenOpinion = { ...opinion, outcome: 'refund' }
      const disagrees = () => tx(t => disagree(t, context, second, id, refund))
      const rulings =
        first === 'the one' ? [agrees, agrees, disagrees] : [disagrees, agrees, agrees]
      const ends = await Promise.all(await meetInTurn(market.db, orderOf(trade), rulings))
      expect(ends.map(end => end === 'done')).toEqual([true, false, false])
      const { state } = await market.caseOf(trade)
      expect(await settles(trade, 'releaseAnyway')).toBe('done')
      return [trade, state]
    })
    expect(seen).toEqual(['disagreed', 'ruled'])
  })

  it('a ruling that is carried out against a party who gives way the other way, and against itself', async () => {
    const seen = await race(async first => {
      const trade = await ruledTrade()
      const accept = () => tx(t => acceptRuling(t, context, trade.seller, trade.id))
      const concede = () => settles(trade, 'concede')
      const sides =
        first === 'the one' ? [concede, accept, accept, accept] : [accept, accept, concede, accept]
      const ends = await Promise.all(await meetInTurn(market.db, orderOf(trade), sides))
      expect(ends.map(end => end === 'done')).toEqual([true, false, false, false])
      return [trade, await market.stateOf(trade)]
    })
    expect(seen).toEqual(['arbitration_refund (conceded)', 'arbitration_release (ruling)'])
  })
})

/** A trade whose case is ruled: the coin is to be released when the time for review is over. */
async function ruledTrade(): Promise<Trade> {
  const trade = await market.paidTrade()
  await market.appeals(trade, 'seller')
  await market.answers(trade, 'buyer')
  await market.rule(trade, { outcome: 'release', releaseQuantity: null })
  return trade
}

/**
 * Runs the clock's job while another call works on what is due; expects that the job leaves it to
 * that call.
 */
async function leavesItToThem(): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++)
    expect(await inTime('the job skips a locked row', runClock())).toBe(0)
}

describe('a late claim against the end of grace: exactly one of them', () => {
  let trade: Trade
  let end: Date
  beforeEach(async () => {
    await market.later(0)
    trade = await market.trade()
    await market.later(40 * MINUTE)
    end = (
      await market.db.database
        .selectFrom('otcTrade')
        .select('graceDeadline')
        .where('id', '=', trade.id)
        .executeTakeFirstOrThrow()
    ).graceDeadline
  })
  afterEach(() => expectExact(trade))
  const claiming = () => tx(t => claimLate(t, context, trade.buyer, market.claim(trade)))

  it('the claim, which begins when the time is over', async () => {
    const [claimed] = await whileHeld(market.db, changesOf('otc_claim'), async held => {
      const begun = held.begin(claiming)
      await held.waiters(1)
      await clockTo(end, MINUTE)
      await leavesItToThem()
      return [begun]
    })
    expect([await claimed, await market.stateOf(trade)]).toEqual(['done', 'arbitration_from_grace'])
    expect(await runClock()).toBe(0)
    expect(await settles(trade, 'concede')).toBe('done')
  })

  it('the clock, which is working on the trade when the claim comes', async () => {
    await clockTo(end, MINUTE)
    const [passed, claimed] = await whileHeld(market.db, changesOf('outbox'), async held => {
      const passed = held.begin(runClock)
      await held.waiters(1)
      const claimed = held.begin(claiming)
      await held.waiters(2)
      await leavesItToThem()
      return [passed, claimed]
    })
    expect([await passed, await claimed]).toEqual([1, 'tradeClosed'])
    expect(await market.stateOf(trade)).toBe('payment_timeout (unpaid)')
  })

  it('the clock, when the claim has waited beyond the time', async () => {
    const [claimed] = await whileHeld(market.db, orderOf(trade), async held => {
      const begun = held.begin(claiming)
      await held.waiters(1)
      await clockTo(end, MINUTE)
      return [begun]
    })
    expect(await claimed).toBe('lateClaimTooLate')
    expect(await runClock()).toBe(1)
    expect(await market.stateOf(trade)).toBe('payment_timeout (unpaid)')
  })
})

describe('a ruling that the clock carries out against a party who gives way the other way', () => {
  let trade: Trade
  let end: Date
  beforeEach(async () => {
    await market.later(0)
    trade = await ruledTrade()
    end = (await market.caseOf(trade)).reviewDeadline as Date
  })
  afterEach(() => expectExact(trade))

  it('is not carried out while that party is working on it', async () => {
    const [conceded] = await whileHeld(market.db, changesOf('otc_trade_event'), async held => {
      const begun = held.begin(() => settles(trade, 'concede'))
      await held.waiters(1)
      await clockTo(end, MINUTE)
      await leavesItToThem()
      return [begun]
    })
    expect(await conceded).toBe('done')
    expect(await runClock()).toBe(0)
    expect(await market.stateOf(trade)).toBe('arbitration_refund (conceded)')
  })

  it('is carried out when the clock is working on it', async () => {
    await clockTo(end, MINUTE)
    const [passed, conceded] = await whileHeld(market.db, changesOf('outbox'), async held => {
      const passed = held.begin(runClock)
      await held.waiters(1)
      const conceded = held.begin(() => settles(trade, 'concede'))
      await held.waiters(2)
      await leavesItToThem()
      return [passed, conceded]
    })
    expect([await passed, await conceded]).toEqual([1, 'tradeEnded'])
    expect(await market.stateOf(trade)).toBe('arbitration_release (ruling)')
  })
})

describe('the same call twenty times at once', () => {
  it.each([
    ['appeal', (one: Trade) => outcomeOf(market.appeals(one, 'seller'))],
    ['release', release],
  ] as const)('is one %s', async (_, call) => {
    await market.later(0)
    const trade = await market.paidTrade()
    const calls = times(20, () => call(trade))
    const answers = await Promise.all(await meet(market.db, orderOf(trade), calls))
    expect(answers.filter(answer => answer === 'done')).toHaveLength(1)
  })
})

describe('both times that pass while the server is away', () => {
  it('are extended by the whole outage, twenty times: nobody is penalised, and then each passes once', async () => {
    await market.later(0)
    const unpaid: Trade[] = []
    const paid: Trade[] = []
    for (let i = 0; i < ROUNDS; i++) {
      unpaid.push(await market.trade())
      paid.push(await market.paidTrade())
    }
    const states = async (ones: Trade[]) =>
      [...new Set(await Promise.all(ones.map(market.stateOf)))].join()
    await sql`insert into heartbeat (beaten_at) values (house_now())
      on conflict (only_row) do update set beaten_at = excluded.beaten_at`.execute(
      market.db.database,
    )
    await sql`update house_clock set shift = interval '3 hours'`.execute(market.db.database)
    const processes = times(3, () => makeUpForOutage(market.db.database, pino({ level: 'silent' })))
    await Promise.all(await meet(market.db, changesOf('heartbeat'), processes))
    await Promise.all([runClock(), runClock(), runClock()])
    expect([await states(unpaid), await states(paid)]).toEqual(['unpaid', 'paid'])
    await market.later(3 * HOUR + 31 * MINUTE)
    expect([await states(unpaid), await states(paid)]).toEqual(['payment_grace', 'release_timeout'])
    await market.later(3 * HOUR + 46 * MINUTE)
    expect(await states(unpaid)).toBe('payment_timeout (unpaid)')
    for (const one of paid) expect(await release(one)).toBe('done')
    for (const one of [...paid, ...unpaid]) await expectExact(one)
  })
})
