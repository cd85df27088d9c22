import { z } from 'zod'
import { decimal, instant, rule, wireId } from '../contract/wire.ts'
import { sentFile } from '../uploads/files.ts'
import { clauseNumbers } from './clauses.ts'
import {
  disputeActors,
  disputeEvents,
  disputeReasons,
  disputeStates,
  rulingOutcomes,
} from './dispute.ts'

/** A side of a trade as a case names it. */
export const disputeSide = z.enum(['buyer', 'seller'])
export const clauseNumber = z.enum(clauseNumbers, rule('choice'))

/** A side's word in a case, as both sides and the arbitrators read it. */
export const statementView = z.object({
  id: wireId('sta'),
  by: disputeSide,
  kind: z.enum(['appeal', 'counter_claim', 'answer', 'review']),
  reason: z.enum(disputeReasons).nullable(),
  text: z.string(),
  /** As the chain writes it, lower-case without 0x. */
  hash: z.string().nullable(),
  pictures: z.array(wireId('img')),
  files: z.array(sentFile),
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

/** Whom a case waits for, and its place among all that wait. */
export const caseQueue = z.object({
  /** An arbitrator to sit down, or to act; a side to answer; an administrator, who appoints from `appointFrom` on. */
  awaited: z.enum(['draw', 'arbitrator', 'reply', 'administrator']),
  /** The first arbitrator, the second or the third. */
  seat: z.number().int(),
  since: instant,
  /** Among the cases whose seat is free, the oldest first; null where somebody sits in it. */
  place: z.number().int().nullable(),
  /** How many cases wait for somebody to sit down. */
  waiting: z.number().int(),
  /** To how many arbitrators the lot has come; null where somebody sits. */
  asked: z.number().int().nullable(),
  appointFrom: instant.nullable(),
})
export type CaseQueue = z.infer<typeof caseQueue>

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
  question: z.object({ to: disputeSide, text: z.string(), at: instant }).nullable(),
  statements: z.array(statementView),
  /** Null while the case waits for no arbitrator. */
  queue: caseQueue.nullable(),
  ruling: rulingView.nullable(),
  /** Until when a loser may ask for the review; the coin stays in escrow until then. */
  reviewDeadline: instant.nullable(),
  accepted: z.object({ buyer: z.boolean(), seller: z.boolean() }),
  timeline: z.array(
    z.object({
      event: z.enum(['open', ...disputeEvents]),
      actor: z.enum(disputeActors),
      at: instant,
    }),
  ),
  /** What the viewer may do now; a screen offers only these. */
  moves: z.array(z.enum(disputeEvents)),
})
export type DisputeView = z.infer<typeof disputeView>
