import { describe, expect, it } from 'vitest'
import {
  clockDeadline,
  clockEvent,
  closedStates,
  type DeadlineName,
  decideMove,
  isClosed,
  movesNow,
  type TradeActor,
  type TradeEvent,
  type TradeFactsForMove,
  type TradeState,
  tradeActors,
  tradeEvents,
  tradeMachine,
  tradeReasonOf,
  tradeStageOf,
  tradeStates,
  tradeStatusOf,
} from './trade.ts'

/** The table of otc.md, written again by hand: what is not a line here must be refused. */
const cancelling = (state: string) => [
  `${state} proposeCancel buyer → ${state} held if noProposal`,
  `${state} proposeCancel seller → ${state} held if noProposal`,
  `${state} dropCancel buyer → ${state} held if proposal`,
  `${state} dropCancel seller → ${state} held if proposal`,
  `${state} acceptCancel buyer → ${state} held if proposedByOther`,
  `${state} acceptCancel seller → ${state} held if proposedByOther`,
  `${state} confirmCancel buyer → payment_timeout back if agreed`,
]
const arbitration = (state: string) => [
  `${state} counterClaim buyer → ${state} held if caseOfOther`,
  `${state} counterClaim seller → ${state} held if caseOfOther`,
  `${state} releaseAnyway seller → arbitration_release to_buyer`,
  `${state} concede buyer → arbitration_refund to_seller`,
  `${state} rulingRelease arbitrators → arbitration_release to_buyer if ruled`,
  `${state} rulingRefund arbitrators → arbitration_refund to_seller if ruled`,
  `${state} rulingSplit arbitrators → arbitration_release split if ruled`,
]
const allowed = [
  'unpaid pay buyer → paid held before payment',
  'unpaid giveUp buyer → payment_timeout back',
  'unpaid paymentDeadline clock → payment_grace held after payment',
  'payment_grace claimLate buyer → arbitration_from_grace held before grace',
  'payment_grace hashVerified chain → paid held',
  'payment_grace graceOver clock → payment_timeout back after grace',
  'paid replaceEvidence buyer → paid held',
  'paid release seller → finished to_buyer',
  'paid releaseVerified chain → finished to_buyer if optedIn',
  'paid paymentUnproven chain → payment_grace held before grace after payment',
  'paid releaseDeadline clock → release_timeout held after release',
  'paid appeal buyer → arbitration_from_paid held after appealFrom',
  'paid appeal seller → arbitration_from_paid held',
  ...cancelling('paid'),
  'release_timeout release seller → finished to_buyer',
  'release_timeout releaseVerified chain → finished to_buyer if optedIn',
  'release_timeout paymentUnproven chain → payment_grace held before grace after payment',
  'release_timeout appeal buyer → arbitration_from_timeout held',
  'release_timeout appeal seller → arbitration_from_timeout held',
  'release_timeout escalate clock → arbitration_from_timeout held after escalation',
  ...cancelling('release_timeout'),
  'arbitration_from_grace hashVerified chain → paid held if uncontested',
  'arbitration_from_grace withdrawAppeal buyer → payment_grace held if ownCaseOpen',
  ...arbitration('arbitration_from_grace'),
  'arbitration_from_paid withdrawAppeal buyer → paid held if ownCaseOpen',
  'arbitration_from_paid withdrawAppeal seller → paid held if ownCaseOpen',
  ...arbitration('arbitration_from_paid'),
  'arbitration_from_timeout withdrawAppeal buyer → release_timeout held if ownCaseOpen',
  'arbitration_from_timeout withdrawAppeal seller → release_timeout held if ownCaseOpen',
  ...arbitration('arbitration_from_timeout'),
  'arbitration_from_closed withdrawAppeal buyer → payment_timeout to_seller if ownCaseOpen',
  'arbitration_from_closed withdrawAppeal seller → payment_timeout to_seller if ownCaseOpen',
  ...arbitration('arbitration_from_closed'),
  'payment_timeout appealClosed buyer → arbitration_from_closed held_again before lateAppeal if firstLateAppeal',
  'payment_timeout appealClosed seller → arbitration_from_closed held_again before lateAppeal if firstLateAppeal',
]

const everything = tradeStates.flatMap(state =>
  tradeEvents.flatMap(event => tradeActors.map(actor => ({ state, event, actor }))),
)

function lineOf(state: TradeState, event: TradeEvent, actor: TradeActor): string | null {
  const step = tradeMachine.step(state, event, actor)
  if (!step) return null
  const before = step.before ? ` before ${step.before}` : ''
  const after = step.after?.[actor] ? ` after ${step.after[actor]}` : ''
  const guard = step.guard ? ` if ${step.guard}` : ''
  return `${state} ${event} ${actor} → ${step.to} ${step.escrow}${before}${after}${guard}`
}

describe('the trade machine', () => {
  it('allows exactly the steps of the table: every event in every state by every actor', () => {
    const steps = everything.flatMap(({ state, event, actor }) => lineOf(state, event, actor) ?? [])
    expect(steps.sort()).toEqual([...allowed].sort())
  })

  it('lets the coin leave escrow exactly when a trade ends', () => {
    for (const steps of Object.values(tradeMachine.table))
      for (const step of Object.values(steps))
        expect(!['held', 'held_again'].includes(step.escrow)).toBe(isClosed(step.to))
  })

  it('holds coin again only for a trade that was closed without a deal', () => {
    for (const state of tradeStates)
      expect(tradeMachine.step(state, 'appealClosed', 'buyer')?.escrow).toBe(
        state === 'payment_timeout' ? 'held_again' : undefined,
      )
    expect(closedStates.filter(state => !tradeMachine.isFinal(state))).toEqual(['payment_timeout'])
  })

  it('never lets a clock give coin to the buyer, nor end an arbitration', () => {
    for (const [state, steps] of Object.entries(tradeMachine.table))
      for (const step of Object.values(steps)) {
        if (!step.by.includes('clock')) continue
        expect(['held', 'back']).toContain(step.escrow)
        expect(state).not.toContain('arbitration')
      }
  })

  it('writes a reason for every end but a plain deal', () => {
    for (const steps of Object.values(tradeMachine.table))
      for (const [event, step] of Object.entries(steps))
        if (isClosed(step.to))
          // A withdrawn appeal closes a trade for the reason that it was closed for before.
          expect(tradeReasonOf[event as TradeEvent] === undefined).toBe(
            ['release', 'releaseVerified', 'withdrawAppeal'].includes(event),
          )
  })

  it('has at most one clock event in a state, at the deadline that counts down there', () => {
    for (const state of tradeStates) {
      expect(tradeMachine.moves(state, 'clock').length).toBeLessThan(2)
      expect(clockDeadline(state) !== null).toBe(clockEvent(state) !== null)
    }
  })

  it('shows every state on a page and under a status of the specification', () => {
    expect(
      tradeStates.map(state => `${state}: ${tradeStatusOf[state]} on ${tradeStageOf[state]}`),
    ).toEqual([
      'unpaid: unpaid on topay',
      'payment_grace: payment_timeout on topay',
      'payment_timeout: payment_timeout on closed',
      'paid: paid on payed',
      'release_timeout: release_timeout on payed',
      'arbitration_from_grace: in_arbitration on appeal',
      'arbitration_from_paid: in_arbitration on appeal',
      'arbitration_from_timeout: in_arbitration on appeal',
      'arbitration_from_closed: in_arbitration on appeal',
      'finished: finished on closed',
      'arbitration_release: arbitration_release on closed',
      'arbitration_refund: arbitration_refund on closed',
    ])
  })
})

const NOON = new Date('2026-11-22T12:00:00Z')
const at = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)
const times: Record<DeadlineName, Date> = {
  payment: at(30),
  grace: at(45),
  appealFrom: at(10),
  release: at(30),
  escalation: at(750),
  lateAppeal: at(10_080),
}
const facts = (state: TradeState, more: Partial<TradeFactsForMove> = {}): TradeFactsForMove => ({
  state,
  deadlines: times,
  autoRelease: false,
  claimedElsewhere: false,
  cancel: null,
  lateAppeals: { buyer: false, seller: false },
  dispute: null,
  ...more,
})
const verdict = (
  given: TradeFactsForMove,
  event: TradeEvent,
  actor: TradeActor,
  now: Date,
): string => {
  const move = decideMove(given, event, actor, now)
  return 'step' in move ? move.step.to : move.refused
}

describe('the time of a step', () => {
  it.each([
    ['pay', 'unpaid', 'buyer', 'payment', 'paid', 'tooLate'],
    ['claimLate', 'payment_grace', 'buyer', 'grace', 'arbitration_from_grace', 'tooLate'],
    ['paymentDeadline', 'unpaid', 'clock', 'payment', 'tooEarly', 'payment_grace'],
    ['graceOver', 'payment_grace', 'clock', 'grace', 'tooEarly', 'payment_timeout'],
    ['releaseDeadline', 'paid', 'clock', 'release', 'tooEarly', 'release_timeout'],
    ['escalate', 'release_timeout', 'clock', 'escalation', 'tooEarly', 'arbitration_from_timeout'],
    ['paymentUnproven', 'paid', 'chain', 'payment', 'tooEarly', 'payment_grace'],
    ['paymentUnproven', 'release_timeout', 'chain', 'grace', 'payment_grace', 'tooLate'],
    [
      'appealClosed',
      'payment_timeout',
      'buyer',
      'lateAppeal',
      'arbitration_from_closed',
      'tooLate',
    ],
    ['appeal', 'paid', 'buyer', 'appealFrom', 'tooEarly', 'arbitration_from_paid'],
    ['appeal', 'paid', 'seller', 'appealFrom', 'arbitration_from_paid', 'arbitration_from_paid'],
  ] as const)('%s of a trade that is %s, by the %s: before and at %s', (...claim) => {
    const [event, state, actor, deadline, before, then] = claim
    const when = times[deadline]
    const justBefore = new Date(when.getTime() - 1)
    expect(verdict(facts(state), event, actor, justBefore)).toBe(before)
    expect(verdict(facts(state), event, actor, when)).toBe(then)
  })
})

describe('a trade that was closed without a deal', () => {
  it('is appealed once by each side', () => {
    const lateAppeals = { buyer: true, seller: false }
    const moves = (actor: TradeActor) =>
      movesNow(facts('payment_timeout', { lateAppeals }), actor, NOON)
    expect(moves('buyer')).toEqual([])
    expect(moves('seller')).toEqual(['appealClosed'])
  })
})

describe('a proposal to cancel', () => {
  const proposed = { cancel: { proposedBy: 'seller', agreed: false } } as const
  const agreed = { cancel: { proposedBy: 'seller', agreed: true } } as const
  const cancels = (given: Partial<TradeFactsForMove>, actor: TradeActor) =>
    movesNow(facts('paid', given), actor, NOON).filter(event => event.endsWith('Cancel'))
  it('is made by one, accepted by the other, confirmed by the buyer; either may withdraw it', () => {
    expect(cancels({}, 'buyer')).toEqual(['proposeCancel'])
    expect(cancels({}, 'seller')).toEqual(['proposeCancel'])
    expect(cancels(proposed, 'seller')).toEqual(['dropCancel'])
    expect(cancels(proposed, 'buyer')).toEqual(['dropCancel', 'acceptCancel'])
    expect(cancels(agreed, 'seller')).toEqual(['dropCancel'])
    expect(cancels(agreed, 'buyer')).toEqual(['dropCancel', 'confirmCancel'])
  })
})

describe('arbitration', () => {
  const dispute = (more: Partial<NonNullable<TradeFactsForMove['dispute']>> = {}) => ({
    dispute: {
      openedBy: 'seller' as const,
      counterClaimed: false,
      ruling: 'none' as const,
      ...more,
    },
  })
  const moves = (given: Partial<TradeFactsForMove>, actor: TradeActor) =>
    movesNow(facts('arbitration_from_paid', given), actor, NOON)
  it('is left by its opener until there is a counter-claim or a ruling', () => {
    expect(moves(dispute(), 'seller')).toEqual(['withdrawAppeal', 'releaseAnyway'])
    expect(moves(dispute(), 'buyer')).toEqual(['counterClaim', 'concede'])
    for (const more of [{ counterClaimed: true }, { ruling: 'pending' as const }]) {
      expect(moves(dispute(more), 'seller')).toEqual(['releaseAnyway'])
      expect(moves(dispute(more), 'buyer')).toEqual(['concede'])
    }
  })
  it('that the platform opened for the buyer is withdrawn by nobody', () => {
    const opened = dispute({ openedBy: null })
    expect(moves(opened, 'buyer')).toEqual(['concede'])
    expect(moves(opened, 'seller')).toEqual(['counterClaim', 'releaseAnyway'])
  })
  it('moves the coin by a ruling only when the ruling is final', () => {
    for (const ruling of ['none', 'pending'] as const)
      expect(moves(dispute({ ruling }), 'arbitrators')).toEqual([])
    expect(moves(dispute({ ruling: 'final' }), 'arbitrators')).toEqual([
      'rulingRelease',
      'rulingRefund',
      'rulingSplit',
    ])
  })
})

describe('a verified payment', () => {
  const released = (more: Partial<TradeFactsForMove>) =>
    verdict(facts('paid', more), 'releaseVerified', 'chain', NOON)

  it('is released when the seller has chosen it, and never while somebody proposes to cancel or another trade claims it', () => {
    expect(released({})).toBe('guard')
    expect(released({ autoRelease: true })).toBe('finished')
    expect(released({ autoRelease: true, claimedElsewhere: true })).toBe('guard')
    const cancel = { proposedBy: 'buyer', agreed: false } as const
    expect(released({ autoRelease: true, cancel })).toBe('guard')
  })
})
