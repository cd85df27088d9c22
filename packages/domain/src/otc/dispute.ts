import { defineMachine } from '../contract/machine.ts'
import { CENT, floorDiv, floorToStep } from '../money/rounding.ts'
import { highestFee } from './quote.ts'
import type { Party } from './trade.ts'

/**
 * Where a case is. The second round is the review that a loser may ask for once; other people hear
 * it, and what they rule is final.
 */
export const disputeStates = [
  'opened',
  'taken',
  'first_opinion',
  'disagreed',
  'ruled',
  'review_opened',
  'review_taken',
  'review_opinion',
  'review_disagreed',
  'executed',
  'withdrawn',
  'settled',
  'verified',
] as const
export type DisputeState = (typeof disputeStates)[number]

export const disputeEvents = [
  'state',
  'counterClaim',
  'withdraw',
  'settle',
  'verify',
  'missReply',
  'take',
  'appoint',
  'handBack',
  'askStatement',
  'opine',
  'agree',
  'disagree',
  'decide',
  'accept',
  'askReview',
  'execute',
] as const
export type DisputeEvent = (typeof disputeEvents)[number]

export const disputeActors = [
  'buyer',
  'seller',
  'clock',
  'chain',
  'arbitrator',
  'administrator',
] as const
export type DisputeActor = (typeof disputeActors)[number]

/** What a step asks of the case besides its state. */
export const disputeGuards = [
  /** The other party opened the case, or the clock did for them; no counter-claim yet. */
  'caseOfOther',
  /** This party opened the case, without a counter-claim. */
  'ownCase',
  /** No counter-claim. */
  'uncontested',
  /** Nobody sits in the seat that this state waits for. */
  'seatFree',
  /** The case has waited for an arbitrator for so long that an administrator appoints one. */
  'waitedTooLong',
  /** This arbitrator sits in the seat that this state waits for. */
  'seatHeld',
  /** This arbitrator sits there, and nobody is still asked to answer within their time. */
  'heard',
  /** As `heard`, and this arbitrator has seen the evidence and then the opinions before. */
  'opinionsSeen',
  /** The ruling takes something from this party, which has neither accepted it nor asked for a review. */
  'loses',
  /** The time for review is over, or everyone who loses by the ruling has accepted it. */
  'reviewOver',
] as const
export type DisputeGuard = (typeof disputeGuards)[number]

const parties = ['buyer', 'seller'] as const

const hearing = <S extends DisputeState>(state: S) =>
  ({
    state: { by: parties, to: state },
    settle: { by: parties, to: 'settled' },
    missReply: { by: ['clock'], to: state },
  }) as const
/** Steps of the first round only: nothing is ruled yet. */
const unruled = <S extends DisputeState>(state: S) =>
  ({
    ...hearing(state),
    counterClaim: { by: parties, to: state, guard: 'caseOfOther' },
    withdraw: { by: parties, to: 'withdrawn', guard: 'ownCase' },
    verify: { by: ['chain'], to: 'verified', guard: 'uncontested' },
  }) as const
/** An administrator seats somebody, also in the place of one who does nothing. */
const appointed = <S extends DisputeState>(to: S) =>
  ({ appoint: { by: ['administrator'], to, guard: 'waitedTooLong' } }) as const
const seated = <S extends DisputeState>(state: S) =>
  ({
    ...appointed(state),
    take: { by: ['arbitrator'], to: state, guard: 'seatFree' },
    handBack: { by: ['arbitrator'], to: state, guard: 'seatHeld' },
    askStatement: { by: ['arbitrator'], to: state, guard: 'seatHeld' },
  }) as const

/**
 * otc.md "Dispute: a second machine". Two people make a ruling: the first gives an opinion, the
 * second agrees; who disagrees calls a third, who decides between the two.
 */
export const disputeMachine = defineMachine<
  DisputeState,
  DisputeEvent,
  DisputeActor,
  { guard?: DisputeGuard }
>({
  opened: {
    ...unruled('opened'),
    ...appointed('taken'),
    take: { by: ['arbitrator'], to: 'taken', guard: 'seatFree' },
  },
  taken: {
    ...unruled('taken'),
    ...appointed('taken'),
    handBack: { by: ['arbitrator'], to: 'opened', guard: 'seatHeld' },
    askStatement: { by: ['arbitrator'], to: 'taken', guard: 'seatHeld' },
    opine: { by: ['arbitrator'], to: 'first_opinion', guard: 'heard' },
  },
  first_opinion: {
    ...unruled('first_opinion'),
    ...seated('first_opinion'),
    agree: { by: ['arbitrator'], to: 'ruled', guard: 'opinionsSeen' },
    disagree: { by: ['arbitrator'], to: 'disagreed', guard: 'opinionsSeen' },
  },
  disagreed: {
    ...unruled('disagreed'),
    ...seated('disagreed'),
    decide: { by: ['arbitrator'], to: 'ruled', guard: 'opinionsSeen' },
  },
  ruled: {
    settle: { by: parties, to: 'settled' },
    accept: { by: parties, to: 'ruled', guard: 'loses' },
    askReview: { by: parties, to: 'review_opened', guard: 'loses' },
    execute: { by: ['clock'], to: 'executed', guard: 'reviewOver' },
  },
  review_opened: {
    ...hearing('review_opened'),
    ...appointed('review_taken'),
    take: { by: ['arbitrator'], to: 'review_taken', guard: 'seatFree' },
  },
  review_taken: {
    ...hearing('review_taken'),
    ...appointed('review_taken'),
    handBack: { by: ['arbitrator'], to: 'review_opened', guard: 'seatHeld' },
    askStatement: { by: ['arbitrator'], to: 'review_taken', guard: 'seatHeld' },
    opine: { by: ['arbitrator'], to: 'review_opinion', guard: 'heard' },
  },
  review_opinion: {
    ...hearing('review_opinion'),
    ...seated('review_opinion'),
    agree: { by: ['arbitrator'], to: 'executed', guard: 'opinionsSeen' },
    disagree: { by: ['arbitrator'], to: 'review_disagreed', guard: 'opinionsSeen' },
  },
  review_disagreed: {
    ...hearing('review_disagreed'),
    ...seated('review_disagreed'),
    decide: { by: ['arbitrator'], to: 'executed', guard: 'opinionsSeen' },
  },
  executed: {},
  withdrawn: {},
  settled: {},
  verified: {},
})

/** The seat that a state waits for: the first arbitrator, the second, the third; null when none. */
export const seatOf: Record<DisputeState, 1 | 2 | 3 | null> = {
  opened: 1,
  taken: 1,
  first_opinion: 2,
  disagreed: 3,
  ruled: null,
  review_opened: 1,
  review_taken: 1,
  review_opinion: 2,
  review_disagreed: 3,
  executed: null,
  withdrawn: null,
  settled: null,
  verified: null,
}

/** 1 before a ruling, 2 in its review. */
export const roundOf = (state: DisputeState): 1 | 2 => (state.startsWith('review_') ? 2 : 1)

export const openDisputeStates: readonly DisputeState[] = disputeStates.filter(
  state => !disputeMachine.isFinal(state),
)

/** What a buyer and what a seller may appeal for (otc.md). */
export const disputeReasonsOf = {
  buyer: ['paid_not_released', 'asks_for_more', 'closed_but_paid', 'overpaid', 'abuse'],
  seller: [
    'not_received',
    'wrong_amount',
    'wrong_payer',
    'wrong_token_or_network',
    'paid_after_close',
    'abuse',
  ],
} as const satisfies Record<Party, readonly string[]>
export const disputeReasons = [
  ...new Set([...disputeReasonsOf.buyer, ...disputeReasonsOf.seller]),
] as const
export type DisputeReason = (typeof disputeReasons)[number]

export const disputeReasonsFor = (party: Party): readonly DisputeReason[] => disputeReasonsOf[party]

/** What a closed trade is appealed for, and nothing else is. */
export const lateReasonOf = {
  buyer: 'closed_but_paid',
  seller: 'paid_after_close',
} as const satisfies Record<Party, DisputeReason>

export const rulingOutcomes = ['release', 'refund', 'split'] as const
export type RulingOutcome = (typeof rulingOutcomes)[number]

/** What arbitrators rule: for a split, how much goes to the buyer, in micro-LEAF; else null. */
export interface Ruling {
  outcome: RulingOutcome
  releaseQuantity: bigint | null
}

/** Two opinions that say the same thing to the coin. */
export const sameRuling = (a: Ruling, b: Ruling): boolean =>
  a.outcome === b.outcome && a.releaseQuantity === b.releaseQuantity

/** The parties that a ruling takes something from: these may ask for the review. */
export const losersOf = (outcome: RulingOutcome): readonly Party[] =>
  outcome === 'release' ? ['seller'] : outcome === 'refund' ? ['buyer'] : ['buyer', 'seller']

/** What a split does to a trade's amounts. Formulas: otc.md "ruling". */
export interface SplitAmounts {
  /** dealQuantity − r, micro-LEAF: stays the seller's. */
  refundQuantity: bigint
  /** floor2(paymentAmount × refundQuantity ÷ dealQuantity), the tail included; in whole cents. */
  refundAmount: bigint
  /** min(held fee, ceil6(feeRate × r)), micro-LEAF. */
  fee: bigint
}

/**
 * The amounts of a split that gives `released` micro-LEAF of a trade to its buyer.
 * @throws RangeError unless 0 < released < quantity.
 */
export function splitAmounts(
  trade: { quantity: bigint; paymentAmount: bigint; fee: bigint },
  released: bigint,
  feeBps: number,
): SplitAmounts {
  if (released <= 0n || released >= trade.quantity)
    throw new RangeError(`a split of ${released} out of ${trade.quantity} is none`)
  const refundQuantity = trade.quantity - released
  const due = highestFee(released, feeBps)
  return {
    refundQuantity,
    refundAmount: floorToStep(floorDiv(trade.paymentAmount * refundQuantity, trade.quantity), CENT),
    fee: due < trade.fee ? due : trade.fee,
  }
}

/**
 * The amounts of a trade that was closed, of which `held` micro-LEAF could be held again: `wished`
 * goes to its buyer as far as it is there, with the fee on that. Of the rest the seller owes the payment.
 */
export function lateAmounts(
  trade: { quantity: bigint; paymentAmount: bigint; fee: bigint },
  { held, wished, feeBps }: { held: bigint; wished: bigint; feeBps: number },
): SplitAmounts & { released: bigint } {
  const released = wished < held ? wished : held
  const refundQuantity = trade.quantity - released
  const due = highestFee(released, feeBps)
  return {
    released,
    refundQuantity,
    refundAmount: floorToStep(floorDiv(trade.paymentAmount * refundQuantity, trade.quantity), CENT),
    fee: due < trade.fee ? due : trade.fee,
  }
}

/** The most of `wished` that a seller with so much coin can have held with its fee, micro-LEAF. */
export function heldOf(free: bigint, wished: bigint, feeBps: number): bigint {
  if (free <= 0n) return 0n
  const most = floorDiv(free * 10_000n, 10_000n + BigInt(feeBps))
  const held = most < wished ? most : wished
  // The fee is rounded up: a micro-unit can be missing for it.
  return held + highestFee(held, feeBps) > free ? held - 1n : held
}

/** What the machine must know of a case, besides its state, to answer. */
export interface DisputeFactsForMove {
  state: DisputeState
  /** Null when the clock opened it, for the buyer. */
  openedBy: Party | null
  counterClaimed: boolean
  /** Who sits in the seat that the state waits for. */
  seat: { operatorId: string; opinionsSeen: boolean; takenAt: Date } | null
  /** A side is asked to answer and still has time to. */
  replyPending: boolean
  /** Since when the case waits for an arbitrator to sit down or to act; null while it waits for none. */
  waitsSince: Date | null
  ruling: RulingOutcome | null
  accepted: Record<Party, boolean>
  reviewDeadline: Date | null
}

type Step = NonNullable<ReturnType<typeof disputeMachine.step>>

/** How long a trade that was closed without a deal can be appealed. */
export const lateAppealDays = 7
/** How long a case waits for an arbitrator before an administrator appoints one. */
export const appointAfterHours = 24
/** How long somebody sits without an opinion, whatever they ask, before another can be appointed. */
export const sitAtMostHours = 96

const hoursAfter = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000)

/** From when an administrator appoints; null while the case waits for no arbitrator. */
export function appointFrom({
  waitsSince,
  seat,
}: Pick<DisputeFactsForMove, 'waitsSince' | 'seat'>): Date | null {
  const waited = waitsSince && hoursAfter(waitsSince, appointAfterHours)
  const sat = seat && hoursAfter(seat.takenAt, sitAtMostHours)
  return waited && sat && sat < waited ? sat : (waited ?? sat)
}

/** What keeps an arbitrator from a case, and how the lot goes round. */
export const tieRules = {
  /** At most so many invitations from a party is a tie … */
  hops: 3,
  /** … and at most so many one that never yields. */
  neverHops: 2,
  /** Who heard one of a party's last cases has a tie … */
  cases: 3,
  /** … until so many days after that case ended. */
  days: 90,
  /** A seat that was drawn and not taken comes to one more arbitrator after so many hours. */
  lotHours: 2,
} as const

/** Arbitrators who have signed in lately: with fewer nobody makes a trade that they might have to judge. */
export const arbitratorsNeeded = 3
/** With fewer than so many a case can come to who has a tie: administrators are warned. */
export const arbitratorsWanted = 5
/** How long after signing in an arbitrator counts as present. */
export const presentDays = 14

/** The step for an event by an actor now, or null. `operatorId` names the arbitrator who acts. */
export function decideDisputeMove(
  facts: DisputeFactsForMove,
  event: DisputeEvent,
  actor: DisputeActor,
  now: Date,
  operatorId: string | null = null,
): Step | null {
  const step = disputeMachine.step(facts.state, event, actor)
  if (!step || (step.guard && !guardHolds(step.guard, facts, actor, now, operatorId))) return null
  return step
}

function guardHolds(
  guard: DisputeGuard,
  facts: DisputeFactsForMove,
  actor: DisputeActor,
  now: Date,
  operatorId: string | null,
): boolean {
  const { openedBy, counterClaimed, seat, replyPending, ruling, accepted, reviewDeadline } = facts
  const from = appointFrom(facts)
  switch (guard) {
    case 'caseOfOther':
      return !counterClaimed && (openedBy ?? 'buyer') !== actor
    case 'ownCase':
      return !counterClaimed && openedBy === actor
    case 'uncontested':
      return !counterClaimed
    case 'seatFree':
      return seat === null
    case 'waitedTooLong':
      return from !== null && now >= from
    case 'seatHeld':
      return seat !== null && seat.operatorId === operatorId
    case 'heard':
      return seat !== null && seat.operatorId === operatorId && !replyPending
    case 'opinionsSeen':
      return seat?.operatorId === operatorId && seat.opinionsSeen && !replyPending
    case 'loses': {
      const inTime = reviewDeadline !== null && now < reviewDeadline
      const loser = losersOf(ruling ?? 'split').find(party => party === actor)
      return ruling !== null && inTime && loser !== undefined && !accepted[loser]
    }
    case 'reviewOver': {
      const timeIsOver = reviewDeadline !== null && now >= reviewDeadline
      return ruling !== null && (timeIsOver || losersOf(ruling).every(party => accepted[party]))
    }
  }
}

/** The parties' events that a screen may offer now; a statement and a settlement included. */
export const disputeMovesNow = (
  facts: DisputeFactsForMove,
  actor: DisputeActor,
  now: Date,
  operatorId: string | null = null,
): DisputeEvent[] =>
  disputeMachine
    .moves(facts.state, actor)
    .filter(event => decideDisputeMove(facts, event, actor, now, operatorId) !== null)
