import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { agree, disagree, type GivenOpinion, opine, showOpinions, takeSeat } from './cases.ts'
import { checkOtc } from './check.ts'
import { makeUpForOutage, sweepCases, sweepDeadlines } from './deadlines.ts'
import { HOUR, type Market, MINUTE, openMarket, outcomeOf } from './dispute.fixture.ts'
import { acceptRuling, settle, withdraw } from './disputes.ts'
import { claimLate } from './payments.ts'
import { releaseCoin } from './trades.ts'

const ROUNDS = 20

let market: Market
let world: Market['world']
beforeAll(async () => {
  market = await openMarket()
  world = market.world
})
afterAll(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
  expect(await checkInvariants(market.db.database)).toEqual([])
  await market.db.close()
})

type Trade = Awaited<ReturnType<Market['trade']>>
const tx = <T>(work: Parameters<typeof market.inTx<T>>[0]) => outcomeOf(market.inTx(work))
const release = (one: Trade) => tx(t => releaseCoin(t, world, one.seller, one.id))
const settles = (one: Trade, event: 'releaseAnyway' | 'concede') =>
  tx(t => settle(t, world, event === 'concede' ? one.buyer : one.seller, one.id, event))
const sweep = async () => {
  await sweepDeadlines(market.db.database, world)
  await sweepCases(market.db.database, world)
}
const opinion: GivenOpinion = {
  ...{ outcome: 'release', releaseQuantity: null, clause: 'A1', reasons: 'it came' },
}

/** Everything that the seller had is somewhere, once: the buyer's, the fee, or the seller's. */
async function expectExact(one: Trade): Promise<void> {
  const [seller, buyer] = [await market.coins(one.seller), await market.coins(one.buyer)]
  expect([
    ['899 and 0 in escrow', '100 and 0 in escrow'],
    ['1000 and 0 in escrow', '0 and 0 in escrow'],
    // The order lives: its coin is for sale again.
    ['899 and 101 in escrow', '0 and 0 in escrow'],
  ]).toContainEqual([seller, buyer])
}

/** Runs a race twenty times; answers how often each outcome was seen. */
async function race(run: () => Promise<[Trade, string]>): Promise<Record<string, number>> {
  const seen: Record<string, number> = {}
  for (let round = 0; round < ROUNDS; round++) {
    await market.later(0)
    const [one, outcome] = await run()
    seen[outcome] = (seen[outcome] ?? 0) + 1
    await expectExact(one)
  }
  return seen
}
const total = (seen: Record<string, number>) => Object.values(seen).reduce((a, b) => a + b, 0)

describe('twenty times, exactly one of them', () => {
  it('release against appeal', async () => {
    const seen = await race(async () => {
      const one = await market.paidTrade()
      await market.later(11 * MINUTE)
      const [released, appealed] = await Promise.all([
        release(one),
        outcomeOf(market.appeals(one, 'buyer')),
      ])
      const outcome = `${released} ${appealed} ${await market.stateOf(one)}`
      if (appealed === 'done') expect(await settles(one, 'releaseAnyway')).toBe('done')
      return [one, outcome]
    })
    const allowed = [
      'done tradeMoveNotAllowed finished',
      'tradeMoveNotAllowed done arbitration_from_paid',
    ]
    for (const outcome of Object.keys(seen)) expect(allowed).toContain(outcome)
    expect(total(seen)).toBe(ROUNDS)
  })

  it('release in arbitration against concession', async () => {
    const seen = await race(async () => {
      const one = await market.paidTrade()
      await market.appeals(one, 'seller')
      const both = await Promise.all([settles(one, 'releaseAnyway'), settles(one, 'concede')])
      return [one, `${both.join(' ')} ${await market.stateOf(one)}`]
    })
    const allowed = [
      'done tradeMoveNotAllowed arbitration_release (released_in_arbitration)',
      'tradeMoveNotAllowed done arbitration_refund (conceded)',
    ]
    for (const outcome of Object.keys(seen)) expect(allowed).toContain(outcome)
  })

  it('both appeal at once: one case, with a counter-claim', async () => {
    await race(async () => {
      const one = await market.paidTrade()
      await market.later(11 * MINUTE)
      const both = await Promise.all(
        (['buyer', 'seller'] as const).map(side => outcomeOf(market.appeals(one, side))),
      )
      expect(both).toEqual(['done', 'done'])
      const cases = await market.db.database
        .selectFrom('otcDispute')
        .select('counterClaimed')
        .where('tradeId', '=', one.id)
        .execute()
      expect(cases).toEqual([{ counterClaimed: true }])
      expect(await settles(one, 'concede')).toBe('done')
      return [one, 'one case']
    })
  })

  it('a withdrawal against a counter-claim', async () => {
    const seen = await race(async () => {
      const one = await market.paidTrade()
      await market.appeals(one, 'seller')
      await market.later(11 * MINUTE)
      const [withdrawn, countered] = await Promise.all([
        tx(t => withdraw(t, world, one.seller, one.id)),
        outcomeOf(market.appeals(one, 'buyer')),
      ])
      const state = await market.stateOf(one)
      // Withdrawn first, the buyer's appeal opens a case of its own.
      expect(state).toBe('arbitration_from_paid')
      expect(await settles(one, 'concede')).toBe('done')
      return [one, `${withdrawn} ${countered}`]
    })
    for (const outcome of Object.keys(seen))
      expect(['done done', 'appealNotWithdrawable done']).toContain(outcome)
  })

  it('a late claim against the end of grace', async () => {
    const seen = await race(async () => {
      const one = await market.trade()
      await market.later(44 * MINUTE)
      const found = await market.db.database
        .selectFrom('otcTrade')
        .select('graceDeadline')
        .where('id', '=', one.id)
        .executeTakeFirstOrThrow()
      const ms = found.graceDeadline.getTime() - Date.now() - 8
      await sql`update house_clock set shift = ${ms}::float8 * interval '1 millisecond'`.execute(
        market.db.database,
      )
      const [claimed] = await Promise.all([
        tx(t => claimLate(t, world, one.buyer, market.claim(one))),
        ...Array.from({ length: 4 }, sweep),
      ])
      await market.later(46 * MINUTE)
      const outcome = `${claimed} ${await market.stateOf(one)}`
      if (claimed === 'done') expect(await settles(one, 'concede')).toBe('done')
      return [one, outcome]
    })
    const allowed = [
      'done arbitration_from_grace',
      'lateClaimTooLate payment_timeout (unpaid)',
      'tradeMoveNotAllowed payment_timeout (unpaid)',
    ]
    for (const outcome of Object.keys(seen)) expect(allowed).toContain(outcome)
  })

  it('two arbitrators at one seat, and two rulings at once', async () => {
    const seen = await race(async () => {
      const one = await market.paidTrade()
      await market.appeals(one, 'seller')
      await market.answers(one, 'buyer')
      const { id } = await market.caseOf(one)
      const [first, a, b] = [market.operator('first'), market.operator('a'), market.operator('b')]
      const seat = (who: typeof a) => tx(t => takeSeat(t, world, who, id))
      expect((await Promise.all([seat(first), seat(a)])).sort()).toEqual([
        'caseMoveNotAllowed',
        'done',
      ])
      const sits = await market.db.database
        .selectFrom('otcSeat')
        .select('operatorId')
        .where('disputeId', '=', id)
        .executeTakeFirstOrThrow()
      const sitting = sits.operatorId === first.operatorId ? first : a
      expect(await tx(t => opine(t, world, sitting, id, opinion))).toBe('done')
      expect(await seat(b)).toBe('done')
      await tx(t => showOpinions(t, world, b, id))
      const both = await Promise.all([
        tx(t => agree(t, world, b, id, 'so it is')),
        tx(t => agree(t, world, b, id, 'so it is')),
        tx(t => disagree(t, world, b, id, { ...opinion, outcome: 'refund' })),
      ])
      expect(both.filter(done => done === 'done')).toHaveLength(1)
      const { state } = await market.caseOf(one)
      expect(await settles(one, 'releaseAnyway')).toBe('done')
      return [one, state]
    })
    for (const outcome of Object.keys(seen)) expect(['ruled', 'disagreed']).toContain(outcome)
  })

  it('a ruling carried out against a party who gives way the other way, and against itself', async () => {
    const seen = await race(async () => {
      const one = await market.paidTrade()
      await market.appeals(one, 'seller')
      await market.answers(one, 'buyer')
      await market.rule(one, { outcome: 'release', releaseQuantity: null })
      const accept = () => tx(t => acceptRuling(t, world, one.seller, one.id))
      const [conceded, ...accepted] = await Promise.all([
        settles(one, 'concede'),
        ...[accept(), accept(), accept()],
        ...Array.from({ length: 3 }, sweep),
      ])
      expect([conceded, ...accepted].filter(done => done === 'done')).toHaveLength(1)
      return [one, await market.stateOf(one)]
    })
    const allowed = ['arbitration_release (ruling)', 'arbitration_refund (conceded)']
    for (const outcome of Object.keys(seen)) expect(allowed).toContain(outcome)
  })
})

describe('the same call twenty times at once', () => {
  it.each([
    ['appeal', (one: Trade) => outcomeOf(market.appeals(one, 'seller'))],
    ['release', release],
  ] as const)('is one %s', async (_, call) => {
    await market.later(0)
    const one = await market.paidTrade()
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(one)))
    expect(answers.filter(answer => answer === 'done')).toHaveLength(1)
  })
})

describe('both times that pass while the house is away', () => {
  it('are made up for, whole, twenty times: nobody is penalised, and then each comes once', async () => {
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
    await Promise.all(
      [1, 2, 3].map(() => makeUpForOutage(market.db.database, pino({ level: 'silent' }))),
    )
    await Promise.all([sweep(), sweep(), sweep()])
    expect([await states(unpaid), await states(paid)]).toEqual(['unpaid', 'paid'])
    await market.later(3 * HOUR + 31 * MINUTE)
    expect([await states(unpaid), await states(paid)]).toEqual(['payment_grace', 'release_timeout'])
    await market.later(3 * HOUR + 46 * MINUTE)
    expect(await states(unpaid)).toBe('payment_timeout (unpaid)')
    for (const one of paid) expect(await release(one)).toBe('done')
    for (const one of [...paid, ...unpaid]) await expectExact(one)
  })
})
