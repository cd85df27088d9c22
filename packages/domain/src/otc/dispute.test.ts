import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DisputeFactsForMove,
  decideDisputeMove,
  disputeActors,
  disputeEvents,
  disputeMachine,
  disputeMovesNow,
  disputeStates,
  lateAmounts,
  losersOf,
  rulingOutcomes,
  seatOf,
  splitAmounts,
} from './dispute.ts'
import { feeOfTake, highestFee, quoteTake } from './quote.ts'

/** The table of otc.md "Dispute", written again by hand: what is not a line here must be refused. */
const hearing = (state: string) => [
  `${state} state buyer → ${state}`,
  `${state} state seller → ${state}`,
  `${state} settle buyer → settled`,
  `${state} settle seller → settled`,
  `${state} missReply clock → ${state}`,
]
const unruled = (state: string) => [
  ...hearing(state),
  `${state} counterClaim buyer → ${state} if caseOfOther`,
  `${state} counterClaim seller → ${state} if caseOfOther`,
  `${state} withdraw buyer → withdrawn if ownCase`,
  `${state} withdraw seller → withdrawn if ownCase`,
  `${state} verify chain → verified if uncontested`,
]
const appointed = (from: string, to: string) =>
  `${from} appoint administrator → ${to} if waitedTooLong`
const taken = (state: string, opened: string, opinion: string) => [
  appointed(opened, state),
  appointed(state, state),
  `${opened} take arbitrator → ${state} if seatFree`,
  `${state} handBack arbitrator → ${opened} if seatHeld`,
  `${state} askStatement arbitrator → ${state} if seatHeld`,
  `${state} opine arbitrator → ${opinion} if heard`,
]
const seated = (state: string) => [
  appointed(state, state),
  `${state} take arbitrator → ${state} if seatFree`,
  `${state} handBack arbitrator → ${state} if seatHeld`,
  `${state} askStatement arbitrator → ${state} if seatHeld`,
]
const round = (prefix: string, end: string) => [
  ...taken(`${prefix}taken`, `${prefix}opened`, prefix ? 'review_opinion' : 'first_opinion'),
  ...seated(prefix ? 'review_opinion' : 'first_opinion'),
  `${prefix ? 'review_opinion' : 'first_opinion'} agree arbitrator → ${end} if opinionsSeen`,
  `${prefix ? 'review_opinion' : 'first_opinion'} disagree arbitrator → ${prefix}disagreed if opinionsSeen`,
  ...seated(`${prefix}disagreed`),
  `${prefix}disagreed decide arbitrator → ${end} if opinionsSeen`,
]
const allowed = [
  ...['opened', 'taken', 'first_opinion', 'disagreed'].flatMap(unruled),
  ...round('', 'ruled'),
  'ruled settle buyer → settled',
  'ruled settle seller → settled',
  'ruled accept buyer → ruled if loses',
  'ruled accept seller → ruled if loses',
  'ruled askReview buyer → review_opened if loses',
  'ruled askReview seller → review_opened if loses',
  'ruled execute clock → executed if reviewOver',
  ...['review_opened', 'review_taken', 'review_opinion', 'review_disagreed'].flatMap(hearing),
  ...round('review_', 'executed'),
]

describe('the dispute machine', () => {
  it('allows exactly the steps of the table: every event in every state by every actor', () => {
    const steps = disputeStates.flatMap(state =>
      disputeEvents.flatMap(event =>
        disputeActors.flatMap(actor => {
          const step = disputeMachine.step(state, event, actor)
          if (!step) return []
          return `${state} ${event} ${actor} → ${step.to}${step.guard ? ` if ${step.guard}` : ''}`
        }),
      ),
    )
    expect(steps.sort()).toEqual([...allowed].sort())
  })

  it('lets the clock only flag a missing answer and carry out a ruling of two people', () => {
    for (const state of disputeStates)
      for (const event of disputeMachine.moves(state, 'clock'))
        expect(event === 'missReply' || (event === 'execute' && state === 'ruled')).toBe(true)
  })

  it('requires a second person between the first opinion and every ruling', () => {
    for (const [from, steps] of Object.entries(disputeMachine.table))
      for (const step of Object.values(steps))
        if (step.by.includes('arbitrator') && ['ruled', 'executed'].includes(step.to))
          expect([2, 3]).toContain(seatOf[from as keyof typeof seatOf])
  })
})

const NOON = new Date('2026-11-22T12:00:00Z')
const later = (ms: number) => new Date(NOON.getTime() + ms)
const facts = (more: Partial<DisputeFactsForMove>): DisputeFactsForMove => ({
  state: 'opened',
  openedBy: 'buyer',
  counterClaimed: false,
  seat: null,
  replyPending: false,
  waitsSince: null,
  ruling: null,
  accepted: { buyer: false, seller: false },
  reviewDeadline: null,
  ...more,
})

describe('a seat', () => {
  const first = { operatorId: 'wei', opinionsSeen: false, takenAt: NOON }
  const moves = (given: DisputeFactsForMove, who: string) =>
    disputeMovesNow(given, 'arbitrator', NOON, who)
  it('is taken by one, and only that one does its work', () => {
    expect(moves(facts({}), 'wei')).toEqual(['take'])
    const held = facts({ state: 'taken', seat: first })
    expect(moves(held, 'wei')).toEqual(['handBack', 'askStatement', 'opine'])
    expect(moves(held, 'lin')).toEqual([])
  })
  it('of the second agrees only after the opinion was shown', () => {
    const second = { ...first, operatorId: 'lin' }
    const waiting = facts({ state: 'first_opinion', seat: second })
    expect(moves(waiting, 'lin')).toEqual(['handBack', 'askStatement'])
    const shown = { ...waiting, seat: { ...second, opinionsSeen: true } }
    expect(moves(shown, 'lin')).toEqual(['handBack', 'askStatement', 'agree', 'disagree'])
    expect(moves(shown, 'wei')).toEqual([])
  })
  it('accepts no opinion while a side still has time to answer', () => {
    const held = facts({ state: 'taken', seat: first, replyPending: true })
    expect(moves(held, 'wei')).toEqual(['handBack', 'askStatement'])
  })
})

describe('an administrator', () => {
  const HOUR = 3_600_000
  const seat = { operatorId: 'wei', opinionsSeen: false, takenAt: NOON }
  const appoints = (given: Partial<DisputeFactsForMove>, hours: number) =>
    disputeMovesNow(facts(given), 'administrator', later(hours * HOUR)).includes('appoint')

  it('appoints when nobody has taken the seat for a day', () => {
    expect(appoints({ waitsSince: NOON }, 23.99)).toBe(false)
    expect(appoints({ waitsSince: NOON }, 24)).toBe(true)
    expect(appoints({ state: 'ruled', waitsSince: null }, 1_000)).toBe(false)
  })

  it('replaces an arbitrator who has given no possible opinion for a day', () => {
    const held = { state: 'taken', seat, waitsSince: later(10 * HOUR) } as const
    expect(appoints(held, 33.99)).toBe(false)
    expect(appoints(held, 34)).toBe(true)
  })

  it('waits for a side that was asked, but not without limit for an arbitrator who keeps asking', () => {
    const asking = { state: 'taken', seat, waitsSince: null, replyPending: true } as const
    expect(appoints(asking, 95.99)).toBe(false)
    expect(appoints(asking, 96)).toBe(true)
    const answered = { state: 'taken', seat, waitsSince: later(90 * HOUR) } as const
    expect(appoints(answered, 96)).toBe(true)
  })
})

describe('a ruling', () => {
  const ruled = (more: Partial<DisputeFactsForMove> = {}) =>
    facts({ state: 'ruled', ruling: 'release', reviewDeadline: later(1000), ...more })
  it('is accepted, or reviewed once, by the losing sides, while there is time', () => {
    for (const ruling of rulingOutcomes)
      for (const party of ['buyer', 'seller'] as const) {
        const mine = losersOf(ruling).includes(party) ? ['accept', 'askReview'] : []
        expect(disputeMovesNow(ruled({ ruling }), party, NOON)).toEqual(['settle', ...mine])
        expect(disputeMovesNow(ruled({ ruling }), party, later(1000))).toEqual(['settle'])
      }
  })
  it('is carried out when the time is over, or every loser has accepted', () => {
    const goes = (given: DisputeFactsForMove, now: Date) =>
      decideDisputeMove(given, 'execute', 'clock', now) !== null
    expect(goes(ruled(), later(999))).toBe(false)
    expect(goes(ruled(), later(1000))).toBe(true)
    expect(goes(ruled({ accepted: { buyer: false, seller: true } }), NOON)).toBe(true)
    const split = ruled({ ruling: 'split', accepted: { buyer: true, seller: false } })
    expect(goes(split, NOON)).toBe(false)
    expect(goes({ ...split, accepted: { buyer: true, seller: true } }, NOON)).toBe(true)
  })
})

/** Micro-USDT. */
const CENT = 10_000n

describe('a split', () => {
  it('divides quantity, payment and fee by the formulas', () => {
    const trade = { quantity: 100_000001n, paymentAmount: 102_010000n, fee: 1_000001n }
    expect(splitAmounts(trade, 33_333334n, 100)).toEqual({
      refundQuantity: 66_666667n,
      // 102.01 × 66.666667 ÷ 100.000001 = 68.0066…, to whole cents, rounded down.
      refundAmount: 68_000000n,
      fee: 333334n,
    })
  })
  it('divides the payment with its tail, and requires whole cents back', () => {
    const trade = { quantity: 20_000000n, paymentAmount: 20_823700n, fee: 200000n }
    expect(splitAmounts(trade, 5_000000n, 100)).toEqual({
      refundQuantity: 15_000000n,
      // 20.8237 × 15 ÷ 20 = 15.617775
      refundAmount: 15_610000n,
      fee: 50000n,
    })
  })
  it('gives back no cent that is not whole, however little is missing, also of a case that came late', () => {
    fc.assert(
      fc.property(
        fc.bigInt(20_000n, 10n ** 15n),
        fc.bigInt(1n, 10n ** 9n),
        fc.bigInt(1n, 10n ** 9n),
        (quantity, cents, drawn) => {
          const trade = { quantity, paymentAmount: cents * CENT, fee: 0n }
          // The largest part of the coins that is not worth so many cents of the payment.
          const wanted = (drawn % cents) + 1n
          const refundQuantity = (wanted * quantity - 1n) / cents
          fc.pre(refundQuantity > 0n)
          const released = quantity - refundQuantity
          const split = splitAmounts(trade, released, 100)
          const late = lateAmounts(trade, { held: released, wished: quantity, feeBps: 100 })
          for (const { refundAmount } of [split, late]) {
            const exact = trade.paymentAmount * refundQuantity
            expect(refundAmount * quantity <= exact).toBe(true)
            expect(exact < (refundAmount + CENT) * quantity).toBe(true)
          }
        },
      ),
    )
  })
  it('never creates coin: released, refunded, fee and the rest of the fee add up', () => {
    fc.assert(
      fc.property(
        fc.bigInt(2n, 10n ** 15n),
        fc.bigInt(1n, 10n ** 9n),
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 0, max: 1000 }),
        fc.bigInt(1n, 10n ** 15n),
        (quantity, price, concession, feeBps, drawn) => {
          const released = (drawn % (quantity - 1n)) + 1n
          const fee = feeOfTake(quantity, 0n, 0n, feeBps)
          const { paymentAmount } = quoteTake(quantity, price, concession)
          const split = splitAmounts({ quantity, paymentAmount, fee }, released, feeBps)
          expect(released + split.refundQuantity).toBe(quantity)
          expect(split.fee).toBeLessThanOrEqual(fee)
          expect(split.fee).toBeLessThanOrEqual(highestFee(released, feeBps))
          expect(split.refundAmount).toBeLessThanOrEqual(paymentAmount)
          expect(split.refundAmount % 10_000n).toBe(0n)
        },
      ),
    )
  })
  it('is refused for zero and for the whole', () => {
    const trade = { quantity: 10n, paymentAmount: 10_000n, fee: 1n }
    for (const released of [0n, 10n, 11n, -1n])
      expect(() => splitAmounts(trade, released, 100)).toThrow(RangeError)
  })
})
