import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import {
  amountText,
  decimal,
  instant,
  pageOf,
  pageQuery,
  personText,
  rule,
  wireId,
} from '../contract/wire.ts'
import { operatorName } from '../operators/endpoints.ts'
import { disputeEvents, disputeReasons, disputeStates, rulingOutcomes } from './dispute.ts'
import { caseQueue, clauseNumber, disputeSide, rulingView, statementView } from './dispute-view.ts'
import { networkField } from './network-fields.ts'
import { trade } from './trade-endpoints.ts'

/** Administrators see who hears cases and which wait, and appoint where no arbitrator takes the seat. */
const appointing = { access: 'operator', roles: ['administrator'] } as const

/** Only arbitrators hear cases: deny by default. */
const hearing = { access: 'operator', roles: ['arbitrator'] } as const
const params = z.strictObject({ id: wireId('cas') })

/** A picture or a file of a case. */
const evidenceId = wireId('(?:img|fil)')

/** A case in the queue: without anything that identifies the parties, so that nobody picks a friend's. */
export const queuedCase = z.object({
  id: wireId('cas'),
  caseNumber: z.string(),
  state: z.enum(disputeStates),
  /** The open seat to be taken or filled: first, second or third arbitrator. */
  seat: z.number().int().nullable(),
  round: z.number().int(),
  openedAt: instant,
  reason: z.enum(disputeReasons).nullable(),
  missedReply: z.object({ buyer: z.boolean(), seller: z.boolean() }),
  mine: z.boolean(),
  /** The lot for its free seat has come to the caller: they can take it. */
  drawn: z.boolean(),
})

/** Cases that wait for an arbitrator, oldest first, and one's own. */
export const caseList = endpoint({
  id: 'operator.cases',
  path: '/api/operator/cases',
  ...hearing,
  summary: 'Open cases that wait for an arbitrator, or that the caller hears.',
  query: z.strictObject({
    ...pageQuery,
    mine: z.enum(['true', 'false'], rule('choice')).optional(),
  }),
  answer: pageOf(queuedCase),
})

const opinionView = z.object({
  round: z.number().int(),
  seat: z.number().int(),
  outcome: z.enum(rulingOutcomes),
  releaseQuantity: decimal,
  clause: clauseNumber,
  reasons: z.string(),
  at: instant,
})

/** All evidence of a case, as its arbitrator reads it: names masked, sides and amounts in clear. */
export const fullCase = queuedCase.extend({
  openedBy: z.enum(['buyer', 'seller', 'house']),
  counterClaimed: z.boolean(),
  replyBy: z.object({ buyer: instant.nullable(), seller: instant.nullable() }),
  trade: trade
    .pick({
      matchingId: true,
      state: true,
      dealQuantity: true,
      dealPrice: true,
      dealAmount: true,
      fee: true,
      concessionQuantity: true,
      paymentAmount: true,
      payTo: true,
      payFrom: true,
      payment: true,
      earlierPayments: true,
      dealtAt: true,
      paymentDeadline: true,
      graceDeadline: true,
      releaseDeadline: true,
      timeline: true,
    })
    .extend({ network: networkField, buyer: z.string(), seller: z.string() }),
  statements: z.array(statementView),
  question: z.object({ to: disputeSide, text: z.string(), at: instant }).nullable(),
  /** Of the earlier rounds, and of this one once they have been requested. */
  opinions: z.array(opinionView),
  /** Opinions of this round that exist but have not been shown to the caller yet. */
  hiddenOpinions: z.number().int(),
  /**
   * Pictures and files of statements and payments that the caller has not opened. Opinions are
   * neither shown nor given while there are any.
   */
  unopened: z.array(evidenceId),
  ruling: rulingView.nullable(),
  moves: z.array(z.enum(disputeEvents)),
  serverNow: instant,
})
export type FullCase = z.infer<typeof fullCase>

export const getCase = endpoint({
  id: 'operator.case',
  path: '/api/operator/cases/:id',
  ...hearing,
  summary: 'A case in full, for an arbitrator who hears it.',
  params,
  answer: fullCase,
  refusals: ['caseNotYours'],
})

/** Takes the open seat of the case, when the lot has come to the caller. */
export const takeCase = endpoint({
  id: 'operator.takeCase',
  method: 'POST',
  path: '/api/operator/cases/:id/take',
  ...hearing,
  money: true,
  summary: 'Take the free seat of a case.',
  params,
  answer: fullCase,
  refusals: ['caseHasATie', 'caseNotDrawn', 'caseMoveNotAllowed'],
})

export const handBackCase = endpoint({
  id: 'operator.handBackCase',
  method: 'POST',
  path: '/api/operator/cases/:id/hand-back',
  ...hearing,
  money: true,
  summary: 'Leave a seat before giving an opinion.',
  params,
  body: z.strictObject({ reason: personText(500) }),
  answer: z.object({}),
  refusals: ['caseNotYours', 'caseMoveNotAllowed'],
})

/** Asks one side a question; it has 24 hours from now to answer. */
export const askStatement = endpoint({
  id: 'operator.askStatement',
  method: 'POST',
  path: '/api/operator/cases/:id/ask',
  ...hearing,
  money: true,
  summary: 'Ask a side of the case for a statement.',
  params,
  body: z.strictObject({ to: z.enum(['buyer', 'seller'], rule('choice')), text: personText(500) }),
  answer: fullCase,
  refusals: ['caseNotYours', 'caseMoveNotAllowed'],
})

const opinion = z.strictObject({
  outcome: z.enum(rulingOutcomes, rule('choice')),
  /** For a split: the LEAF that goes to the buyer. */
  releaseQuantity: amountText(6).optional(),
  clause: clauseNumber,
  reasons: personText(1000),
})
const seatRefusals = ['caseNotYours', 'caseMoveNotAllowed', 'caseEvidenceUnopened'] as const
const opinionRefusals = [...seatRefusals, 'splitOutside'] as const

/** The caller has opened a piece of evidence; the audit log says so. */
export const openCaseEvidence = endpoint({
  id: 'operator.openCaseEvidence',
  method: 'POST',
  path: '/api/operator/cases/:id/evidence/open',
  ...hearing,
  summary:
    'Open one piece of evidence of a case: nobody sees or gives an opinion before all are opened.',
  params,
  body: z.strictObject({ evidence: evidenceId }),
  answer: fullCase,
  refusals: ['caseNotYours'],
})

/** The first arbitrator's opinion. */
export const giveOpinion = endpoint({
  id: 'operator.giveOpinion',
  method: 'POST',
  path: '/api/operator/cases/:id/opinion',
  ...hearing,
  money: true,
  summary: 'Give the first opinion in a case.',
  params,
  body: opinion,
  answer: fullCase,
  refusals: [...opinionRefusals],
})

/** Returns the opinions of the others in this round, after the evidence has been seen. */
export const showOpinions = endpoint({
  id: 'operator.showOpinions',
  method: 'POST',
  path: '/api/operator/cases/:id/show-opinions',
  ...hearing,
  money: true,
  summary: 'See the opinions of this round, after the evidence.',
  params,
  answer: fullCase,
  refusals: ['caseNotYours', 'caseEvidenceUnopened'],
})

/** The second arbitrator agrees: the case is ruled. */
export const agreeWithOpinion = endpoint({
  id: 'operator.agree',
  method: 'POST',
  path: '/api/operator/cases/:id/agree',
  ...hearing,
  money: true,
  proof: 'recentFactor',
  summary: 'Agree with the first opinion: the case is ruled.',
  params,
  body: z.strictObject({ reasons: personText(1000) }),
  answer: fullCase,
  refusals: [...seatRefusals],
})

/** The second arbitrator disagrees: a third will decide. */
export const disagreeWithOpinion = endpoint({
  id: 'operator.disagree',
  method: 'POST',
  path: '/api/operator/cases/:id/disagree',
  ...hearing,
  money: true,
  summary: 'Disagree with the first opinion, giving another one.',
  params,
  body: opinion,
  answer: fullCase,
  refusals: [...opinionRefusals],
})

/** The third arbitrator decides between the two opinions: the case is ruled. */
export const decideCase = endpoint({
  id: 'operator.rule',
  method: 'POST',
  path: '/api/operator/cases/:id/rule',
  ...hearing,
  money: true,
  proof: 'recentFactor',
  summary: 'Decide as the third arbitrator for one of the two opinions.',
  params,
  body: z.strictObject({
    /** The seat whose opinion becomes the ruling. */
    opinionOf: z.union([z.literal(1), z.literal(2)], rule('choice')),
    reasons: personText(1000),
  }),
  answer: fullCase,
  refusals: [...seatRefusals],
})

/** What excludes an arbitrator from a case, from nothing to an absolute exclusion. */
export const tieRanks = ['none', 'lately', 'near', 'never'] as const
export type TieRank = (typeof tieRanks)[number]

/** Who can hear cases, and which cases wait for whom. */
export const hearingDesk = endpoint({
  id: 'operator.hearingDesk',
  path: '/api/operator/hearing-desk',
  ...appointing,
  summary:
    'Arbitrators with their last sign-in, and the cases that wait for one, the oldest first.',
  answer: z.object({
    arbitrators: z.array(
      z.object({
        name: operatorName,
        signedInAt: instant.nullable(),
        /** Signed in within the days that count. */
        present: z.boolean(),
      }),
    ),
    present: z.number().int(),
    needed: z.number().int(),
    wanted: z.number().int(),
    /** Whether members publish and take: `present` is at least `needed`. */
    marketOpen: z.boolean(),
    cases: z.array(
      z.object({
        id: wireId('cas'),
        caseNumber: z.string(),
        state: z.enum(disputeStates),
        round: z.number().int(),
        queue: caseQueue,
        /** The arbitrator for the open seat of the case. */
        held: operatorName.nullable(),
        /** What excludes each arbitrator. `never` cannot be appointed. */
        ties: z.array(z.object({ name: operatorName, tie: z.enum(tieRanks), asked: z.boolean() })),
      }),
    ),
  }),
})

/** Puts an arbitrator into the open seat of a case, also in place of an inactive one. */
export const appointArbitrator = endpoint({
  id: 'operator.appointArbitrator',
  method: 'POST',
  path: '/api/operator/cases/:id/appoint',
  ...appointing,
  money: true,
  summary: 'Appoint an arbitrator for a case that has waited for one for a day.',
  params,
  body: z.strictObject({ arbitrator: operatorName, reason: personText(500) }),
  answer: z.object({
    id: wireId('cas'),
    caseNumber: z.string(),
    state: z.enum(disputeStates),
    round: z.number().int(),
    seat: z.number().int(),
    arbitrator: operatorName,
  }),
  refusals: [
    'caseNotWaiting',
    'caseMoveNotAllowed',
    'arbitratorUnknown',
    'arbitratorHasATie',
    'appointerHasATie',
    'appointedByYou',
  ],
})
