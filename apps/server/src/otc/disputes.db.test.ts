import { randomUUID } from 'node:crypto'
import { disputeMachine, disputeStates, tradeMachine, tradeStates } from '@banyan/domain'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { acceptCancel, confirmCancel, dropCancel, proposeCancel } from './cancellations.ts'
import {
  agree,
  askSide,
  decideBetween,
  disagree,
  type GivenOpinion,
  opine,
  showOpinions,
  takeSeat,
} from './cases.ts'
import { checkLateOtc, checkOtc } from './check.ts'
import { makeUpForOutage } from './deadlines.ts'
import {
  HOUR,
  hashOf,
  type Market,
  MINUTE,
  micro,
  openMarket,
  outcomeOf,
} from './dispute.fixture.ts'
import { statisticsOfDisputes } from './dispute-statistics.ts'
import { acceptRuling, askForReview, makeStatement, settle, withdraw } from './disputes.ts'
import { claimLate, hashVerified, pay, replaceEvidence } from './payments.ts'
import { releaseCoin } from './releases.ts'
import { findTrade, hashesShown } from './trade-store.ts'

let market: Market
let context: Market['context']
beforeAll(async () => {
  market = await openMarket()
  context = market.context
})
afterAll(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
  expect(await checkLateOtc(market.db.database)).toEqual([])
  expect(await checkInvariants(market.db.database)).toEqual([])
  await market.db.close()
})
beforeEach(() => market.later(0))

type Trade = Awaited<ReturnType<Market['trade']>>
const release = { outcome: 'release', releaseQuantity: null } as const
const refund = { outcome: 'refund', releaseQuantity: null } as const
const opinion = (more: Partial<GivenOpinion> = {}): GivenOpinion => ({
  outcome: 'refund',
  releaseQuantity: null,
  clause: 'B1',
  reasons: 'nothing came',
  ...more,
})
const tradeInCase = (): Promise<Trade> => market.tradeInCase()
const inTx: Market['inTx'] = work => market.inTx(work)

describe('an appeal', () => {
  it('is the buyer’s ten minutes after the payment or at a release timeout, the seller’s at once', async () => {
    const trade = await market.paidTrade()
    expect(await outcomeOf(market.appeals(trade, 'buyer'))).toBe('appealTooEarly')
    await market.later(10 * MINUTE)
    expect(await outcomeOf(market.appeals(trade, 'buyer'))).toBe('done')
    expect(await market.stateOf(trade)).toBe('arbitration_from_paid')
    await market.later(0)
    const other = await market.paidTrade()
    expect(await outcomeOf(market.appeals(other, 'seller'))).toBe('done')
    const third = await market.paidTrade()
    await market.later(31 * MINUTE)
    await market.appeals(third, 'buyer')
    expect(await market.stateOf(third)).toBe('arbitration_from_timeout')
  })

  it('of both is one case with a counter-claim, which can no longer be withdrawn', async () => {
    const trade = await market.paidTrade()
    await market.appeals(trade, 'seller')
    await market.later(11 * MINUTE)
    await market.appeals(trade, 'buyer')
    const both = await market.caseOf(trade)
    expect(both).toMatchObject({ openedBy: 'seller', counterClaimed: true, buyerReplyBy: null })
    expect(both.sellerReplyBy).not.toBeNull()
    for (const who of [trade.seller, trade.buyer])
      expect(await outcomeOf(inTx(tx => withdraw(tx, context, who, trade.id)))).toBe(
        'appealNotWithdrawable',
      )
    expect(await outcomeOf(market.appeals(trade, 'buyer'))).toBe('counterClaimMade')
  })

  it('that is withdrawn leads back, never to a new deadline', async () => {
    const trade = await market.paidTrade()
    const before = await findTrade(market.db.database, trade.id)
    await market.appeals(trade, 'seller')
    expect(await outcomeOf(inTx(tx => withdraw(tx, context, trade.buyer, trade.id)))).toBe(
      'appealNotWithdrawable',
    )
    await inTx(tx => withdraw(tx, context, trade.seller, trade.id))
    expect(await market.stateOf(trade)).toBe('paid')
    const after = await findTrade(market.db.database, trade.id)
    expect(after?.releaseDeadline).toEqual(before?.releaseDeadline)
    await market.appeals(trade, 'seller')
    await market.later(40 * MINUTE)
    expect(await market.stateOf(trade)).toBe('arbitration_from_paid')
    await inTx(tx => withdraw(tx, context, trade.seller, trade.id))
    expect(await market.stateOf(trade)).toBe('release_timeout')
  })

  it('requires a reason of one’s own side, and ends a proposal to cancel', async () => {
    const trade = await market.paidTrade()
    await inTx(tx => proposeCancel(tx, context, trade.seller, trade.id))
    await market.appeals(trade, 'seller')
    expect((await findTrade(market.db.database, trade.id))?.cancelProposedBy).toBeNull()
  })

  it('is made by the platform for the buyer twelve hours after a release timeout, and cannot be withdrawn', async () => {
    const trade = await market.paidTrade()
    await market.later(30 * MINUTE + 12 * HOUR - MINUTE)
    expect(await market.stateOf(trade)).toBe('release_timeout')
    await market.later(30 * MINUTE + 12 * HOUR + MINUTE)
    expect(await market.stateOf(trade)).toBe('arbitration_from_timeout')
    expect(await market.caseOf(trade)).toMatchObject({ openedBy: 'house', buyerReplyBy: null })
    expect(await outcomeOf(inTx(tx => withdraw(tx, context, trade.buyer, trade.id)))).toBe(
      'appealNotWithdrawable',
    )
  })
})

describe('a payment that the chain has verified', () => {
  const verified = (one: Trade) => inTx(tx => hashVerified(tx, context, one.id, hashOf(one)))
  const anyTrade = (autoRelease: boolean) => market.trade(undefined, { autoRelease })

  it('is released automatically only when the order says so', async () => {
    const [wished, other] = [await anyTrade(true), await anyTrade(false)]
    for (const one of [wished, other])
      await inTx(tx => pay(tx, context, one.buyer, market.claim(one)))
    expect(await verified(wished)).toMatchObject({ state: 'finished', reason: null })
    expect(await verified(wished)).toBeNull()
    expect(await verified(other)).toBeNull()
    expect(await market.stateOf(other)).toBe('paid')
  })

  it('is not released automatically while another open trade claims the same transaction', async () => {
    const [wished, other] = [await anyTrade(true), await anyTrade(false)]
    await inTx(tx => pay(tx, context, wished.buyer, market.claim(wished)))
    await inTx(tx => pay(tx, context, other.buyer, market.claim(other, hashOf(wished))))
    expect(await verified(wished)).toBeNull()
    expect(await market.stateOf(wished)).toBe('paid')
    await inTx(tx => releaseCoin(tx, context, other.seller, other.id))
    expect(await verified(wished)).toMatchObject({ state: 'finished' })
  })

  it('counts whichever hash was shown, and is shown while the trade goes on', async () => {
    const trade = await anyTrade(true)
    await inTx(tx => pay(tx, context, trade.buyer, market.claim(trade, 'cd'.repeat(32))))
    expect(await verified(trade)).toMatchObject({ state: 'finished' })
    const late = await anyTrade(false)
    await market.later(31 * MINUTE)
    await inTx(tx => claimLate(tx, context, late.buyer, market.claim(late, 'ef'.repeat(32))))
    expect(await verified(late)).toMatchObject({ state: 'paid', paymentHash: hashOf(late) })
    expect(await hashesShown(market.db.database, [late.id])).toHaveLength(2)
  })

  it('after a late claim opens the trade again and is released in the same transaction', async () => {
    const trade = await anyTrade(true)
    await market.later(31 * MINUTE)
    await inTx(tx => claimLate(tx, context, trade.buyer, market.claim(trade)))
    await verified(trade)
    expect(await market.stateOf(trade)).toBe('finished')
    expect(await market.caseOf(trade)).toMatchObject({ state: 'verified' })
  })
})

describe('a late claim', () => {
  const lapsed = async (): Promise<Trade> => {
    const trade = await market.trade()
    await market.later(31 * MINUTE)
    expect(await market.stateOf(trade)).toBe('payment_grace')
    return trade
  }
  it('in grace opens a case for the buyer; withdrawn after grace, the coin goes back', async () => {
    const trade = await lapsed()
    await inTx(tx => claimLate(tx, context, trade.buyer, market.claim(trade)))
    expect(await market.stateOf(trade)).toBe('arbitration_from_grace')
    await market.later(50 * MINUTE)
    expect(await market.stateOf(trade)).toBe('arbitration_from_grace')
    await inTx(tx => withdraw(tx, context, trade.buyer, trade.id))
    expect(await market.stateOf(trade)).toBe('payment_timeout (unpaid)')
    expect(await market.caseOf(trade)).toMatchObject({ state: 'withdrawn' })
  })
  it('comes too late when grace is over', async () => {
    const trade = await lapsed()
    await market.later(46 * MINUTE)
    expect(
      await outcomeOf(inTx(tx => claimLate(tx, context, trade.buyer, market.claim(trade)))),
    ).toBe('tradeClosed')
  })
  it('that the chain confirms reopens the trade as paid, unless it is contested', async () => {
    const trade = await lapsed()
    await inTx(tx => claimLate(tx, context, trade.buyer, market.claim(trade)))
    await inTx(tx => hashVerified(tx, context, trade.id, hashOf(trade)))
    expect(await market.stateOf(trade)).toBe('paid')
    expect(await market.caseOf(trade)).toMatchObject({ state: 'verified' })
    expect(await inTx(tx => hashVerified(tx, context, trade.id, hashOf(trade)))).toBeNull()
    await market.later(0)
    const other = await lapsed()
    await inTx(tx => claimLate(tx, context, other.buyer, market.claim(other)))
    await market.appeals(other, 'seller')
    expect(await inTx(tx => hashVerified(tx, context, other.id, hashOf(other)))).toBeNull()
    expect(await market.stateOf(other)).toBe('arbitration_from_grace')
  })
})

describe('evidence and cancellation', () => {
  it('that is replaced stays in the history', async () => {
    const trade = await market.paidTrade()
    const shown = market.claim(trade, 'cd'.repeat(32))
    await inTx(tx => replaceEvidence(tx, context, trade.buyer, shown))
    expect(await outcomeOf(inTx(tx => replaceEvidence(tx, context, trade.buyer, shown)))).toBe(
      'evidenceUnchanged',
    )
    const claims = await market.db.database
      .selectFrom('otcClaim')
      .select(['number', 'hash'])
      .where('tradeId', '=', trade.id)
      .orderBy('number')
      .execute()
    expect(claims).toEqual([
      { number: 1, hash: hashOf(trade) },
      { number: 2, hash: shown.hash },
    ])
  })
  it('by both needs the buyer’s confirmation at the end: then the coin goes back', async () => {
    const trade = await market.paidTrade()
    const confirm = () =>
      outcomeOf(inTx(tx => confirmCancel('refund_received')(tx, context, trade.buyer, trade.id)))
    await inTx(tx => proposeCancel(tx, context, trade.seller, trade.id))
    expect(await outcomeOf(inTx(tx => acceptCancel(tx, context, trade.seller, trade.id)))).toBe(
      'cancelWaitsForOther',
    )
    expect(await confirm()).toBe('cancelWaitsForOther')
    await inTx(tx => dropCancel(tx, context, trade.buyer, trade.id))
    await inTx(tx => proposeCancel(tx, context, trade.buyer, trade.id))
    await inTx(tx => acceptCancel(tx, context, trade.seller, trade.id))
    expect(await confirm()).toBe('done')
    expect(await market.stateOf(trade)).toBe('payment_timeout (mutual)')
    expect(await market.coins(trade.buyer)).toBe('0 and 0 in escrow')
  })
})

describe('a party who gives way', () => {
  it('releases at once as the seller, and refunds at once as the buyer', async () => {
    const trade = await tradeInCase()
    await inTx(tx => settle(tx, context, trade.seller, trade.id, 'releaseAnyway'))
    expect(await market.stateOf(trade)).toBe('arbitration_release (released_in_arbitration)')
    expect(await market.coins(trade.buyer)).toBe('100 and 0 in escrow')
    const other = await tradeInCase()
    await inTx(tx => settle(tx, context, other.buyer, other.id, 'concede'))
    expect(await market.stateOf(other)).toBe('arbitration_refund (conceded)')
    expect(await market.coins(other.seller)).toBe('1000 and 0 in escrow')
  })
})

describe('a ruling', () => {
  it('of two people waits for the time for review, then moves the coin', async () => {
    const trade = await tradeInCase()
    await market.rule(trade, release)
    expect(await market.stateOf(trade)).toBe('arbitration_from_paid')
    expect(await market.coins(trade.buyer)).toBe('0 and 0 in escrow')
    await market.later(24 * HOUR - MINUTE)
    expect(await market.stateOf(trade)).toBe('arbitration_from_paid')
    await market.later(24 * HOUR + MINUTE)
    expect(await market.stateOf(trade)).toBe('arbitration_release (ruling)')
    expect(await market.coins(trade.buyer)).toBe('100 and 0 in escrow')
    expect(await market.coins(trade.seller)).toBe('899 and 0 in escrow')
  })

  it('is carried out at once when everyone who loses accepts it', async () => {
    const trade = await tradeInCase()
    await market.rule(trade, refund)
    expect(await outcomeOf(inTx(tx => acceptRuling(tx, context, trade.seller, trade.id)))).toBe(
      'caseRuled',
    )
    await inTx(tx => acceptRuling(tx, context, trade.buyer, trade.id))
    expect(await market.stateOf(trade)).toBe('arbitration_refund (ruling)')
    expect(await market.coins(trade.seller)).toBe('1000 and 0 in escrow')
  })

  it('of a split gives each side its part: r to the buyer, the rest to the seller, the fee on r', async () => {
    const trade = await tradeInCase()
    await market.rule(trade, { outcome: 'split', releaseQuantity: micro('33.333333') })
    await inTx(tx => acceptRuling(tx, context, trade.buyer, trade.id))
    expect(await market.stateOf(trade)).toBe('arbitration_from_paid')
    await inTx(tx => acceptRuling(tx, context, trade.seller, trade.id))
    expect(await market.stateOf(trade)).toBe('arbitration_release (split)')
    const ended = await findTrade(market.db.database, trade.id)
    // The share of the payment with its tail, in whole cents.
    const share = ((ended?.paymentAmount ?? 0n) * micro('66.666667')) / micro('100')
    expect(ended).toMatchObject({
      refundQuantity: micro('66.666667'),
      refundAmount: share - (share % 10_000n),
      fee: micro('0.333334'),
    })
    expect(await market.coins(trade.buyer)).toBe('33.333333 and 0 in escrow')
    // 1000 less the buyer's part and the fee.
    expect(await market.coins(trade.seller)).toBe('966.333333 and 0 in escrow')
  })

  it('is reviewed once, by others, whose ruling is final', async () => {
    const trade = await tradeInCase()
    const { first } = await market.rule(trade, release)
    const ask = (who: string) =>
      outcomeOf(
        inTx(tx => askForReview(tx, context, who, trade.id, market.statement('look again'))),
      )
    expect(await ask(trade.buyer)).toBe('reviewNotPossible')
    expect(await ask(trade.seller)).toBe('done')
    expect(await ask(trade.seller)).toBe('reviewNotPossible')
    const { id } = await market.caseOf(trade)
    expect(await outcomeOf(inTx(tx => takeSeat(tx, context, first, id)))).toBe('caseHasATie')
    await market.answers(trade, 'buyer')
    await market.rule(trade, refund)
    expect(await market.stateOf(trade)).toBe('arbitration_refund (ruling)')
    const { months, arbitrators } = await statisticsOfDisputes(market.db.database, context)
    expect(months[0]).toMatchObject({ reviewed: 1, overturned: 1 })
    expect(arbitrators.filter(one => one.overturned === 1)).toHaveLength(2)
  })

  it('after a disagreement is decided by the third arbitrator, between the two opinions', async () => {
    const trade = await tradeInCase()
    const { id } = await market.caseOf(trade)
    const [first, second, third] = ['a', 'b', 'c'].map(name => market.operator(name))
    if (!first || !second || !third) throw new Error('there should be three arbitrators')
    await inTx(tx => market.sitAndRead(tx, first, id))
    await inTx(tx => opine(tx, context, first, id, opinion()))
    await inTx(tx => market.sitAndRead(tx, second, id))
    expect(await outcomeOf(inTx(tx => agree(tx, context, second, id, 'unread')))).toBe(
      'caseMoveNotAllowed',
    )
    await inTx(tx => showOpinions(tx, context, second, id))
    expect(await outcomeOf(inTx(tx => agree(tx, context, first, id, 'twice')))).toBe(
      'caseMoveNotAllowed',
    )
    const other = opinion({ outcome: 'release', clause: 'A2', reasons: 'it came' })
    await inTx(tx => disagree(tx, context, second, id, other))
    await inTx(tx => market.sitAndRead(tx, third, id))
    await inTx(tx => showOpinions(tx, context, third, id))
    await inTx(tx => decideBetween(tx, context, third, id, { opinionOf: 2, reasons: 'it came' }))
    await inTx(tx => acceptRuling(tx, context, trade.seller, trade.id))
    expect(await market.stateOf(trade)).toBe('arbitration_release (ruling)')
    const acts = market.acts.filter(act => act.startsWith('c '))
    expect(acts.map(act => act.split(' ').slice(1, -1).join(' '))).toEqual([
      'case take',
      'case open evidence',
      'case show opinions',
      'case rule',
    ])
  })
})

describe('an arbitrator', () => {
  it('gives no opinion before both sides had their time; a missing reply is flagged and moves nothing', async () => {
    const trade = await market.paidTrade()
    await market.appeals(trade, 'seller')
    const { id } = await market.caseOf(trade)
    const who = market.operator('wei')
    await inTx(tx => market.sitAndRead(tx, who, id))
    expect(await outcomeOf(inTx(tx => opine(tx, context, who, id, opinion())))).toBe(
      'caseMoveNotAllowed',
    )
    await market.later(24 * HOUR + MINUTE)
    expect(await market.stateOf(trade)).toBe('arbitration_from_paid')
    expect((await market.caseOf(trade)).buyerMissedAt).not.toBeNull()
    await inTx(tx => askSide(tx, context, who, id, { to: 'buyer', text: 'when did you pay?' }))
    expect(await outcomeOf(inTx(tx => opine(tx, context, who, id, opinion())))).toBe(
      'caseMoveNotAllowed',
    )
    await market.answers(trade, 'buyer')
    expect(await outcomeOf(inTx(tx => opine(tx, context, who, id, opinion())))).toBe('done')
  })

  it('sees and gives no opinion before all evidence is opened, also what came later', async () => {
    const trade = await tradeInCase()
    const { id } = await market.caseOf(trade)
    const [first, second] = [market.operator('wei'), market.operator('lin')]
    await inTx(tx => takeSeat(tx, context, first, id))
    const opines = () => outcomeOf(inTx(tx => opine(tx, context, first, id, opinion())))
    expect(await opines()).toBe('caseEvidenceUnopened')
    const other = inTx(tx => market.readsAll(tx, second, id))
    expect(await outcomeOf(other), 'only the arbitrators of a case open its evidence').toBe(
      'caseNotYours',
    )
    await inTx(tx => market.readsAll(tx, first, id))
    await inTx(tx => askSide(tx, context, first, id, { to: 'buyer', text: 'show the page' }))
    await inTx(tx =>
      makeStatement(tx, context, trade.buyer, trade.id, { text: 'here', pictures: [randomUUID()] }),
    )
    expect(await opines(), 'a picture came after the others were opened').toBe(
      'caseEvidenceUnopened',
    )
    await inTx(tx => market.readsAll(tx, first, id))
    expect(await opines()).toBe('done')

    await inTx(tx => takeSeat(tx, context, second, id))
    expect(await outcomeOf(inTx(tx => showOpinions(tx, context, second, id)))).toBe(
      'caseEvidenceUnopened',
    )
    await inTx(tx => market.readsAll(tx, second, id))
    await inTx(tx => showOpinions(tx, context, second, id))
    expect(await outcomeOf(inTx(tx => agree(tx, context, second, id, 'so it is')))).toBe('done')
    const opened = market.acts.filter(act => act.includes('case open evidence'))
    expect(opened.map(act => act.split(' ')[0]).slice(-4)).toEqual(['wei', 'wei', 'lin', 'lin'])
  })

  it('splits only what can be split', async () => {
    const trade = await tradeInCase()
    const { id } = await market.caseOf(trade)
    const who = market.operator('wei')
    await inTx(tx => market.sitAndRead(tx, who, id))
    for (const releaseQuantity of [null, micro('100'), micro('100.000001')])
      expect(
        await outcomeOf(
          inTx(tx => opine(tx, context, who, id, opinion({ outcome: 'split', releaseQuantity }))),
        ),
      ).toBe('splitOutside')
  })
})

describe('an outage of more than a minute', () => {
  it('is added to every time that has not passed: reply, review, escalation, appeal', async () => {
    const [early, late, unanswered, ruled] = [
      await market.paidTrade(),
      await market.paidTrade(),
      await market.paidTrade(),
      await tradeInCase(),
    ]
    await market.appeals(unanswered, 'seller')
    await market.rule(ruled, release)
    await sql`insert into heartbeat (beaten_at) values (house_now())
      on conflict (only_row) do update set beaten_at = excluded.beaten_at`.execute(
      market.db.database,
    )
    const rows = async () => ({
      trades: await Promise.all([early, late].map(one => findTrade(market.db.database, one.id))),
      cases: await Promise.all([unanswered, ruled].map(market.caseOf)),
    })
    const before = await rows()
    await sql`insert into house_clock (shift) values (interval '2 hours')
      on conflict (only_row) do update set shift = excluded.shift`.execute(market.db.database)
    const gone = await makeUpForOutage(market.db.database, pino({ level: 'silent' }))
    expect(gone).toBeGreaterThanOrEqual(2 * HOUR)
    const after = await rows()
    const moved = (a?: Date | null, b?: Date | null) => (b?.getTime() ?? 0) - (a?.getTime() ?? 0)
    for (const [i, trade] of after.trades.entries())
      for (const name of ['appealFrom', 'releaseDeadline', 'escalationDeadline'] as const)
        expect(moved(before.trades[i]?.[name], trade?.[name]), name).toBe(gone)
    expect(moved(before.cases[0]?.buyerReplyBy, after.cases[0]?.buyerReplyBy)).toBe(gone)
    expect(moved(before.cases[1]?.reviewDeadline, after.cases[1]?.reviewDeadline)).toBe(gone)
    await market.later(2 * HOUR)
    for (const one of [early, late]) expect(await market.stateOf(one)).toBe('paid')
  })
})

describe('the database', () => {
  /** Tries every pair of states in one statement each, without keeping anything. */
  async function refusedPairs(table: string, states: readonly string[]): Promise<Set<string>> {
    const client = await market.db.owner.connect()
    try {
      await client.query(`
        create function pg_temp.tries(states text[]) returns setof text language plpgsql as $$
        declare a text; b text; chosen uuid;
        begin
          select id into chosen from ${table} limit 1;
          foreach a in array states loop foreach b in array states loop
            begin
              alter table ${table} disable trigger user;
              update ${table} set state = a where id = chosen;
              alter table ${table} enable trigger user;
              update ${table} set state = b, version = version + 1 where id = chosen;
              raise exception 'allowed';
            exception
              when raise_exception then null;
              when integrity_constraint_violation then return next a || '>' || b;
            end;
          end loop; end loop;
        end $$`)
      const { rows } = await client.query('select pg_temp.tries($1::text[]) as pair', [states])
      return new Set(rows.map(row => row.pair))
    } finally {
      client.release(true)
    }
  }

  it.each([
    ['otc_trade', tradeStates, tradeMachine],
    ['otc_dispute', disputeStates, disputeMachine],
  ] as const)(
    'refuses every jump in %s that the table does not hold',
    async (table, states, machine) => {
      await tradeInCase()
      const client = market.db.owner
      // Drops the checks that bind other columns to the state: they are not under test here.
      const checks = await client.query<{ name: string }>(
        `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'
        and pg_get_constraintdef(oid) like '%closed_at%' or conrelid = $1::regclass and contype = 'c'
        and pg_get_constraintdef(oid) like any (array['%review_deadline%', '%lapsed_at%'])`,
        [table],
      )
      for (const { name } of checks.rows)
        await client.query(`alter table ${table} drop constraint ${name}`)
      const refused = await refusedPairs(table, states)
      for (const from of states)
        for (const to of states) {
          const steps = Object.values(
            (machine.table as Record<string, Record<string, { to: string }>>)[from] ?? {},
          )
          const isEdge = from === to || steps.some(step => step.to === to)
          expect(refused.has(`${from}>${to}`), `${from} > ${to}`).toBe(!isEdge)
        }
    },
  )

  it('keeps what happened: no step, voucher, claim or statement is changed or removed', async () => {
    await tradeInCase()
    for (const table of [
      'otc_trade_event',
      'otc_voucher',
      'otc_claim',
      'otc_statement',
      'otc_evidence_opened',
    ])
      for (const change of [`delete from ${table}`, `truncate ${table} cascade`])
        await expect(market.db.owner.query(change), change).rejects.toThrow(/cannot be changed/)
  })
})
