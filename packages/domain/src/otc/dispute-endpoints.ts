import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { locales } from '../contract/envelope.ts'
import { personText, rule, wireId } from '../contract/wire.ts'
import { givenPaymentPassword } from '../identity/inputs.ts'
import { stepUpRefusals, withStepUp } from '../sessions/step-up.ts'
import { fileIds } from '../uploads/files.ts'
import { disputeReasons } from './dispute.ts'
import { clauseNumber } from './dispute-view.ts'
import { trade, transactionHash } from './trade-endpoints.ts'
import { tradeIsElsewhere } from './trade-refusals.ts'

/** Most characters of a statement, most pictures of one, most statements of one side. */
export const statementLimits = { characters: 1000, pictures: 9, perSide: 20 } as const

const params = z.strictObject({ id: wireId('trd') })
const statement = {
  text: personText(statementLimits.characters),
  pictures: z
    .array(wireId('img'), rule('wrongType'))
    .max(statementLimits.pictures, rule('voucherTooMany'))
    .default([]),
  files: fileIds,
  /** Needed of a buyer whose trade has none. */
  hash: transactionHash.optional(),
}
const statementRefusals = [
  'disputeHashRequired',
  'disputePictureUnknown',
  'statementLimit',
  'paymentOfAnotherTrade',
] as const

/**
 * Asks for arbitration. When the other side has appealed already, this is the counter-claim of the
 * same case: both appeals make one.
 */
export const appealTrade = endpoint({
  id: 'otc.appeal',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/appeal',
  money: true,
  summary: 'Appeal, or counter-claim where the other side has appealed.',
  params,
  body: z.strictObject({ reason: z.enum(disputeReasons, rule('choice')), ...statement }),
  answer: trade,
  refusals: [
    ...tradeIsElsewhere,
    'appealTooEarly',
    'disputeReasonNotYours',
    'lateReasonBuyer',
    'lateReasonSeller',
    'lateAppealOver',
    'lateAppealMade',
    'counterClaimMade',
    'lateEvidenceNeeded',
    ...statementRefusals,
  ],
})

/** Answers the other side or an arbitrator's question, with more evidence. */
export const stateInDispute = endpoint({
  id: 'otc.state',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/statements',
  money: true,
  summary: 'Make a statement in the case of an own trade.',
  params,
  body: z.strictObject(statement),
  answer: trade,
  refusals: ['disputeMoveNotAllowed', 'caseOver', 'caseRuled', ...statementRefusals],
})

/** The opener takes the appeal back: the trade is where it was, with the time that is left. */
export const withdrawAppeal = endpoint({
  id: 'otc.withdrawAppeal',
  act: 'letGo',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/withdraw-appeal',
  money: true,
  summary: 'Withdraw an own appeal.',
  params,
  body: z.strictObject(withStepUp),
  answer: trade,
  refusals: [...tradeIsElsewhere, 'appealNotWithdrawable', ...stepUpRefusals],
})

/** The buyer gives way: the coin goes back to the seller. */
export const concedeTrade = endpoint({
  id: 'otc.concede',
  act: 'letGo',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/concede',
  money: true,
  paymentPassword: true,
  summary: 'Concede as the buyer: the coin goes back to the seller.',
  params,
  body: z.strictObject({ paymentPassword: givenPaymentPassword, ...withStepUp }),
  answer: trade,
  refusals: [
    ...tradeIsElsewhere,
    'paymentPasswordWrong',
    'paymentPasswordLocked',
    ...stepUpRefusals,
  ],
})

/** The seller gives way: the coin goes to the buyer. */
export const releaseAnyway = endpoint({
  id: 'otc.releaseAnyway',
  act: 'letGo',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/release-anyway',
  money: true,
  paymentPassword: true,
  summary: 'Release in arbitration as the seller: the coin goes to the buyer.',
  params,
  body: z.strictObject({ paymentPassword: givenPaymentPassword, ...withStepUp }),
  answer: trade,
  refusals: [
    ...tradeIsElsewhere,
    'paymentPasswordWrong',
    'paymentPasswordLocked',
    ...stepUpRefusals,
  ],
})

/** A side that loses by the ruling accepts it; when all have, its money moves at once. */
export const acceptRuling = endpoint({
  id: 'otc.acceptRuling',
  act: 'letGo',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/accept-ruling',
  money: true,
  summary: 'Accept a ruling without waiting for the time for review.',
  params,
  body: z.strictObject(withStepUp),
  answer: trade,
  refusals: ['disputeMoveNotAllowed', 'caseOver', 'caseRuled', ...stepUpRefusals],
})

/** A side that loses by the ruling asks once for other arbitrators. */
export const askReview = endpoint({
  id: 'otc.askReview',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/review',
  money: true,
  summary: 'Ask for the one review of a ruling, before its deadline.',
  params,
  body: z.strictObject(statement),
  answer: trade,
  refusals: ['reviewNotPossible', ...statementRefusals],
})

/** The clauses that a ruling can cite. */
export const disputeClauses = endpoint({
  id: 'otc.clauses',
  path: '/api/otc/clauses',
  access: 'public',
  summary: 'The clauses that rulings cite, in both languages.',
  answer: z.object({
    items: z.array(z.object({ number: clauseNumber, text: z.record(z.enum(locales), z.string()) })),
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
        /** `2026-11`, in the platform's time zone. */
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
        /** Seats in which an administrator put somebody, because nobody sat down or acted for a day. */
        appointed: z.number().int(),
      }),
    ),
    /** Cases that wait for an arbitrator now, the longest wait, and who has signed in lately. */
    now: z.object({
      waiting: z.number().int(),
      longestHours: z.number().nullable(),
      arbitrators: z.number().int(),
      needed: z.number().int(),
    }),
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
