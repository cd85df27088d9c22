import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { locales } from '../contract/envelope.ts'
import { decimal, instant, personText, rule, wireId } from '../contract/wire.ts'
import { clauseNumbers } from './clauses.ts'
import {
  disputeActors,
  disputeEvents,
  disputeReasons,
  disputeStates,
  rulingOutcomes,
} from './dispute.ts'

/** Most characters of a statement, most pictures of one, most statements of one side. */
export const statementLimits = { characters: 1000, pictures: 9, perSide: 20 } as const

const side = z.enum(['buyer', 'seller'])
const clauseNumber = z.enum(clauseNumbers, rule('choice'))

/** A side's word in a case, as both sides and the arbitrators read it. */
export const statementView = z.object({
  id: wireId('sta'),
  by: side,
  kind: z.enum(['appeal', 'counter_claim', 'answer', 'review']),
  reason: z.enum(disputeReasons).nullable(),
  text: z.string(),
  /** As the chain writes it, lower-case without 0x. */
  hash: z.string().nullable(),
  pictures: z.array(wireId('img')),
  at: instant,
})

/** What two arbitrators have ruled. */
export const rulingView = z.object({
  outcome: z.enum(rulingOutcomes),
  /** What the buyer gets and what stays the seller's, LEAF. */
  releaseQuantity: decimal,
  refundQuantity: decimal,
  /** What the seller should send back of the payment, USDT; zero unless it is a split. */
  refundAmount: decimal,
  clause: clauseNumber,
  reasons: z.string(),
  ruledAt: instant,
  /** True for what a review has ruled: nothing comes after it. */
  isFinal: z.boolean(),
})

/** The case of a trade, as its two parties see it. Arbitrators are numbered, not named. */
export const disputeView = z.object({
  id: wireId('cas'),
  caseNumber: z.string(),
  state: z.enum(disputeStates),
  /** Who appealed; `house` when the clock did it for the buyer. */
  openedBy: z.enum(['buyer', 'seller', 'house']),
  counterClaimed: z.boolean(),
  openedAt: instant,
  closedAt: instant.nullable(),
  /** Until when each side is asked to answer; passing it flags the case and moves nothing. */
  replyBy: z.object({ buyer: instant.nullable(), seller: instant.nullable() }),
  missedReply: z.object({ buyer: z.boolean(), seller: z.boolean() }),
  /** What an arbitrator asked of a side and is not answered yet. */
  question: z.object({ to: side, text: z.string(), at: instant }).nullable(),
  statements: z.array(statementView),
  ruling: rulingView.nullable(),
  /** Until when a loser may ask for the review; the coin stays in escrow until then. */
  reviewDeadline: instant.nullable(),
  accepted: z.object({ buyer: z.boolean(), seller: z.boolean() }),
  timeline: z.array(
    z.object({ event: z.enum(['open', ...disputeEvents]), actor: z.enum(disputeActors), at: instant }),
  ),
  /** What the viewer may do now; a screen offers only these. */
  moves: z.array(z.enum(disputeEvents)),
})
export type DisputeView = z.infer<typeof disputeView>

/** The clauses that a ruling can cite. */
export const disputeClauses = endpoint({
  id: 'otc.clauses',
  path: '/api/otc/clauses',
  access: 'public',
  summary: 'The clauses that rulings cite, in both languages.',
  answer: z.object({
    items: z.array(
      z.object({ number: clauseNumber, text: z.record(z.enum(locales), z.string()) }),
    ),
  }),
})

/** How cases end, month by month. */
export const disputeStatistics = endpoint({
  id: 'otc.disputeStatistics',
  path: '/api/otc/dispute-statistics',
  access: 'public',
  summary: 'How disputes ended, month by month, and how often a review changed the outcome.',
  answer: z.object({
    months: z.array(
      z.object({
        /** `2026-11`, in the house's zone. */
        month: z.string(),
        opened: z.number().int(),
        closed: z.number().int(),
        /** Of those closed, by how they ended. */
        withdrawn: z.number().int(),
        releasedBySeller: z.number().int(),
        concededByBuyer: z.number().int(),
        verifiedOnChain: z.number().int(),
        ruledRelease: z.number().int(),
        ruledRefund: z.number().int(),
        ruledSplit: z.number().int(),
        /** Median from opening to the end; null without a closed case. */
        medianHours: z.number().nullable(),
        reviewed: z.number().int(),
        overturned: z.number().int(),
      }),
    ),
    /** Arbitrators by number: how many first rulings they agreed to, and how many a review changed. */
    arbitrators: z.array(
      z.object({
        arbitrator: z.number().int(),
        rulings: z.number().int(),
        reviewed: z.number().int(),
        overturned: z.number().int(),
      }),
    ),
  }),
})
