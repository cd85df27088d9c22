import { defineMachine } from '../contract/machine.ts'

/** The specification's statuses of a trade (section 4). */
export const tradeStatuses = [
  'unpaid',
  'paid',
  'finished',
  'payment_timeout',
  'release_timeout',
  'in_arbitration',
  'arbitration_release',
  'arbitration_refund',
] as const
export type TradeStatus = (typeof tradeStatuses)[number]

/**
 * The stored state of a trade. A payment timeout is first in grace, its escrow still held.
 * Arbitration keeps the state it came from, because a withdrawn appeal returns to it. A trade that
 * was closed without a deal becomes `arbitration_from_closed` when a side appeals in time.
 */
export const tradeStates = [
  'unpaid',
  'payment_grace',
  'payment_timeout',
  'paid',
  'release_timeout',
  'arbitration_from_grace',
  'arbitration_from_paid',
  'arbitration_from_timeout',
  'arbitration_from_closed',
  'finished',
  'arbitration_release',
  'arbitration_refund',
] as const
export type TradeState = (typeof tradeStates)[number]

export const tradeEvents = [
  'pay',
  'giveUp',
  'paymentDeadline',
  'claimLate',
  'hashVerified',
  'paymentUnproven',
  'graceOver',
  'replaceEvidence',
  'release',
  'releaseVerified',
  'releaseDeadline',
  'appeal',
  'appealClosed',
  'escalate',
  'proposeCancel',
  'dropCancel',
  'acceptCancel',
  'confirmCancel',
  'counterClaim',
  'releaseAnyway',
  'concede',
  'withdrawAppeal',
  'rulingRelease',
  'rulingRefund',
  'rulingSplit',
] as const
export type TradeEvent = (typeof tradeEvents)[number]

/** `chain` is the hash check, `arbitrators` a ruling of two people whose time for review is over. */
export const tradeActors = ['buyer', 'seller', 'clock', 'chain', 'arbitrators'] as const
export type TradeActor = (typeof tradeActors)[number]
export type Party = 'buyer' | 'seller'
export const otherParty = (party: Party): Party => (party === 'buyer' ? 'seller' : 'buyer')

/**
 * What a step does with the coin: it leaves "held" exactly once. `held_again`: for a trade that was
 * closed, the seller's coin is held up to the available balance.
 */
export type EscrowMove = 'held' | 'back' | 'to_buyer' | 'to_seller' | 'split' | 'held_again'

/** Which absolute time of the trade limits a step. */
export const deadlineNames = [
  'payment',
  'grace',
  'appealFrom',
  'release',
  'escalation',
  'lateAppeal',
] as const
export type DeadlineName = (typeof deadlineNames)[number]

/** A step's conditions besides the state. */
export const tradeGuards = [
  /** Nobody has proposed to cancel. */
  'noProposal',
  /** This party has proposed, or the other party has; not yet confirmed. */
  'proposal',
  /** The other party has proposed and waits for an answer. */
  'proposedByOther',
  /** Both parties want to cancel; the buyer has not confirmed yet. */
  'agreed',
  /** The other party opened the case, and this party has not claimed anything yet. */
  'caseOfOther',
  /** This party opened the case, without a counter-claim and without a ruling. */
  'ownCaseOpen',
  /** This party has not appealed since the trade was closed. */
  'firstLateAppeal',
  /** No counter-claim and no ruling. */
  'uncontested',
  /** The case has a ruling, and its time for review is over. */
  'ruled',
  /**
   * The seller chose in the order that a verified payment is released, nobody proposes to cancel,
   * and no other open trade claims the same transaction.
   */
  'optedIn',
] as const
export type TradeGuard = (typeof tradeGuards)[number]

interface TradeStep {
  escrow: EscrowMove
  /** The step must come before this time. */
  before?: DeadlineName
  /** For these actors the step is possible only after this time. */
  after?: Partial<Record<TradeActor, DeadlineName>>
  guard?: TradeGuard
}

const held = { escrow: 'held' } as const
const releasingVerified = {
  releaseVerified: { by: ['chain'], to: 'finished', escrow: 'to_buyer', guard: 'optedIn' },
} as const
/**
 * The time to pay is over, and no hash that the buyer has shown is a payment: the trade continues
 * as without them. A made-up hash stops no deadline.
 */
const unproven = {
  paymentUnproven: {
    by: ['chain'],
    to: 'payment_grace',
    ...held,
    after: { chain: 'payment' },
    before: 'grace',
  },
} as const
const cancelling = (state: 'paid' | 'release_timeout') =>
  ({
    proposeCancel: { by: ['buyer', 'seller'], to: state, ...held, guard: 'noProposal' },
    dropCancel: { by: ['buyer', 'seller'], to: state, ...held, guard: 'proposal' },
    acceptCancel: { by: ['buyer', 'seller'], to: state, ...held, guard: 'proposedByOther' },
    confirmCancel: { by: ['buyer'], to: 'payment_timeout', escrow: 'back', guard: 'agreed' },
  }) as const
const arbitration = <S extends TradeState>(state: S) =>
  ({
    counterClaim: { by: ['buyer', 'seller'], to: state, ...held, guard: 'caseOfOther' },
    releaseAnyway: { by: ['seller'], to: 'arbitration_release', escrow: 'to_buyer' },
    concede: { by: ['buyer'], to: 'arbitration_refund', escrow: 'to_seller' },
    rulingRelease: {
      by: ['arbitrators'],
      to: 'arbitration_release',
      escrow: 'to_buyer',
      guard: 'ruled',
    },
    rulingRefund: {
      by: ['arbitrators'],
      to: 'arbitration_refund',
      escrow: 'to_seller',
      guard: 'ruled',
    },
    rulingSplit: {
      by: ['arbitrators'],
      to: 'arbitration_release',
      escrow: 'split',
      guard: 'ruled',
    },
  }) as const

/**
 * otc.md "Trade: one table, one machine". A missing answer never moves money to the buyer, and
 * never moves it in arbitration. A withdrawn appeal returns to the previous state; the clock then
 * acts at once on deadlines that have passed in the meantime, so no timer starts anew.
 */
export const tradeMachine = defineMachine<TradeState, TradeEvent, TradeActor, TradeStep>({
  unpaid: {
    pay: { by: ['buyer'], to: 'paid', ...held, before: 'payment' },
    giveUp: { by: ['buyer'], to: 'payment_timeout', escrow: 'back' },
    paymentDeadline: { by: ['clock'], to: 'payment_grace', ...held, after: { clock: 'payment' } },
  },
  payment_grace: {
    claimLate: { by: ['buyer'], to: 'arbitration_from_grace', ...held, before: 'grace' },
    hashVerified: { by: ['chain'], to: 'paid', ...held },
    graceOver: { by: ['clock'], to: 'payment_timeout', escrow: 'back', after: { clock: 'grace' } },
  },
  paid: {
    replaceEvidence: { by: ['buyer'], to: 'paid', ...held },
    release: { by: ['seller'], to: 'finished', escrow: 'to_buyer' },
    ...releasingVerified,
    ...unproven,
    releaseDeadline: { by: ['clock'], to: 'release_timeout', ...held, after: { clock: 'release' } },
    appeal: {
      by: ['buyer', 'seller'],
      to: 'arbitration_from_paid',
      ...held,
      after: { buyer: 'appealFrom' },
    },
    ...cancelling('paid'),
  },
  release_timeout: {
    release: { by: ['seller'], to: 'finished', escrow: 'to_buyer' },
    ...releasingVerified,
    ...unproven,
    appeal: { by: ['buyer', 'seller'], to: 'arbitration_from_timeout', ...held },
    escalate: {
      by: ['clock'],
      to: 'arbitration_from_timeout',
      ...held,
      after: { clock: 'escalation' },
    },
    ...cancelling('release_timeout'),
  },
  arbitration_from_grace: {
    hashVerified: { by: ['chain'], to: 'paid', ...held, guard: 'uncontested' },
    withdrawAppeal: { by: ['buyer'], to: 'payment_grace', ...held, guard: 'ownCaseOpen' },
    ...arbitration('arbitration_from_grace'),
  },
  arbitration_from_paid: {
    withdrawAppeal: { by: ['buyer', 'seller'], to: 'paid', ...held, guard: 'ownCaseOpen' },
    ...arbitration('arbitration_from_paid'),
  },
  arbitration_from_timeout: {
    withdrawAppeal: {
      by: ['buyer', 'seller'],
      to: 'release_timeout',
      ...held,
      guard: 'ownCaseOpen',
    },
    ...arbitration('arbitration_from_timeout'),
  },
  arbitration_from_closed: {
    withdrawAppeal: {
      by: ['buyer', 'seller'],
      to: 'payment_timeout',
      escrow: 'to_seller',
      guard: 'ownCaseOpen',
    },
    ...arbitration('arbitration_from_closed'),
  },
  payment_timeout: {
    appealClosed: {
      by: ['buyer', 'seller'],
      to: 'arbitration_from_closed',
      escrow: 'held_again',
      before: 'lateAppeal',
      guard: 'firstLateAppeal',
    },
  },
  finished: {},
  arbitration_release: {},
  arbitration_refund: {},
})

/** The state that a member reads. */
export const tradeStatusOf: Record<TradeState, TradeStatus> = {
  unpaid: 'unpaid',
  payment_grace: 'payment_timeout',
  payment_timeout: 'payment_timeout',
  paid: 'paid',
  release_timeout: 'release_timeout',
  arbitration_from_grace: 'in_arbitration',
  arbitration_from_paid: 'in_arbitration',
  arbitration_from_timeout: 'in_arbitration',
  arbitration_from_closed: 'in_arbitration',
  finished: 'finished',
  arbitration_release: 'arbitration_release',
  arbitration_refund: 'arbitration_refund',
}

/** The order-detail page that shows a state. */
export const tradeStages = ['topay', 'payed', 'appeal', 'closed'] as const
export type TradeStage = (typeof tradeStages)[number]
export const tradeStageOf: Record<TradeState, TradeStage> = {
  unpaid: 'topay',
  payment_grace: 'topay',
  paid: 'payed',
  release_timeout: 'payed',
  arbitration_from_grace: 'appeal',
  arbitration_from_paid: 'appeal',
  arbitration_from_timeout: 'appeal',
  arbitration_from_closed: 'appeal',
  payment_timeout: 'closed',
  finished: 'closed',
  arbitration_release: 'closed',
  arbitration_refund: 'closed',
}

/** Why a trade ended in its state; null for a plain deal. */
export const tradeReasons = [
  'gave_up',
  'unpaid',
  'mutual',
  'released_in_arbitration',
  'conceded',
  'ruling',
  'split',
] as const
export type TradeReason = (typeof tradeReasons)[number]

/** The reason that an event writes on the trade that it ends, if any. */
export const tradeReasonOf: Partial<Record<TradeEvent, TradeReason>> = {
  giveUp: 'gave_up',
  graceOver: 'unpaid',
  confirmCancel: 'mutual',
  releaseAnyway: 'released_in_arbitration',
  concede: 'conceded',
  rulingRelease: 'ruling',
  rulingRefund: 'ruling',
  rulingSplit: 'split',
}

/** States in which a trade is closed: nothing of it is in escrow. It can be appealed for a limited time. */
export const closedStates: readonly TradeState[] = [
  'payment_timeout',
  'finished',
  'arbitration_release',
  'arbitration_refund',
]
export const isClosed = (state: TradeState): boolean => closedStates.includes(state)

/** States in which a trade's coin is in escrow. */
export const heldStates: readonly TradeState[] = tradeStates.filter(state => !isClosed(state))

/** The states of arbitration: the coin waits for a decision by people. */
export const arbitrationStates: readonly TradeState[] = tradeStates.filter(
  state => tradeStatusOf[state] === 'in_arbitration',
)

/** The deadline at which the clock acts in a state, if any. */
export function clockDeadline(state: TradeState): DeadlineName | null {
  const event = clockEvent(state)
  return (event && tradeMachine.step(state, event, 'clock')?.after?.clock) ?? null
}

/** The clock's event in a state, if any: the job causes it when that deadline has passed. */
export function clockEvent(state: TradeState): TradeEvent | null {
  return tradeMachine.moves(state, 'clock')[0] ?? null
}

/** The facts of a trade that the machine needs besides its state. */
export interface TradeFactsForMove {
  state: TradeState
  /** Absolute times; null while the trade has not reached them. */
  deadlines: Record<DeadlineName, Date | null>
  /** Whether the seller has chosen in the order that a verified payment is released automatically. */
  autoRelease: boolean
  /** Another open trade claims the transaction that the chain found for this one. */
  claimedElsewhere: boolean
  /** Who proposed to cancel, and whether the other accepted. */
  cancel: { proposedBy: Party; agreed: boolean } | null
  /** Who has appealed since the trade was closed without a deal. */
  lateAppeals: Readonly<Record<Party, boolean>>
  /** The open case, in arbitration. */
  dispute: {
    /** Null when the clock opened it for the buyer. */
    openedBy: Party | null
    counterClaimed: boolean
    /** `pending` while the ruling can still be reviewed, `final` when its money may move. */
    ruling: 'none' | 'pending' | 'final'
  } | null
}

/** Why a step of the table does not happen. */
export type MoveRefusal = 'notInTable' | 'tooEarly' | 'tooLate' | 'guard'

type Step = NonNullable<ReturnType<typeof tradeMachine.step>>

/** Returns the step for an event by an actor now, or why there is none. The server's only guard. */
export function decideMove(
  facts: TradeFactsForMove,
  event: TradeEvent,
  actor: TradeActor,
  now: Date,
): { step: Step } | { refused: MoveRefusal; deadline?: Date } {
  const step = tradeMachine.step(facts.state, event, actor)
  if (!step) return { refused: 'notInTable' }
  const until = step.before && facts.deadlines[step.before]
  if (until && now >= until) return { refused: 'tooLate', deadline: until }
  const from = step.after?.[actor]
  if (from) {
    const at = facts.deadlines[from]
    if (!at) return { refused: 'tooEarly' }
    if (now < at) return { refused: 'tooEarly', deadline: at }
  }
  return step.guard && !guardHolds(step.guard, facts, actor) ? { refused: 'guard' } : { step }
}

function guardHolds(guard: TradeGuard, facts: TradeFactsForMove, actor: TradeActor): boolean {
  const { cancel, dispute } = facts
  const uncontested = dispute?.counterClaimed !== true && (dispute?.ruling ?? 'none') === 'none'
  switch (guard) {
    case 'noProposal':
      return cancel === null
    case 'proposal':
      return cancel !== null
    case 'proposedByOther':
      return cancel !== null && !cancel.agreed && cancel.proposedBy !== actor
    case 'agreed':
      return cancel?.agreed === true
    case 'caseOfOther':
      return uncontested && dispute !== null && (dispute.openedBy ?? 'buyer') !== actor
    case 'ownCaseOpen':
      return uncontested && dispute?.openedBy === actor
    case 'firstLateAppeal':
      return (actor === 'buyer' || actor === 'seller') && !facts.lateAppeals[actor]
    case 'uncontested':
      return uncontested
    case 'ruled':
      return dispute?.ruling === 'final'
    case 'optedIn':
      return facts.autoRelease && !facts.claimedElsewhere && cancel === null
  }
}

/** What an actor may do now: screens offer only these. */
export const movesNow = (facts: TradeFactsForMove, actor: TradeActor, now: Date): TradeEvent[] =>
  tradeMachine
    .moves(facts.state, actor)
    .filter(event => 'step' in decideMove(facts, event, actor, now))
