import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { rule, wireId } from '../contract/wire.ts'
import { stepUpRefusals, withStepUp } from '../sessions/step-up.ts'
import { payTrade, trade } from './trade-endpoints.ts'
import { tradeIsElsewhere } from './trade-refusals.ts'

/** Who must answer first, or that nothing is proposed. */
const cancelRefusals = [
  'cancelNoProposal',
  'cancelProposedAlready',
  'cancelWaitsForOther',
  'cancelWaitsForBuyer',
] as const

const params = z.strictObject({ id: wireId('trd') })

/** The buyer paid in time but did not report it: in grace, the case goes to arbitration. */
export const claimLate = endpoint({
  id: 'otc.claimLate',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/late-claim',
  money: true,
  summary: 'Claim in grace that the payment was sent, with vouchers and hash: opens a case.',
  params,
  body: payTrade.body,
  answer: trade,
  refusals: [...tradeIsElsewhere, 'lateClaimTooLate', 'voucherUnknown', 'paymentOfAnotherTrade'],
})

/** Other vouchers, another hash, or both; earlier evidence stays readable. */
export const replaceEvidence = endpoint({
  id: 'otc.replaceEvidence',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/evidence',
  money: true,
  summary: 'Replace the vouchers and the hash of a paid trade; the old ones stay in its history.',
  params,
  body: payTrade.body,
  answer: trade,
  refusals: [...tradeIsElsewhere, 'voucherUnknown', 'evidenceUnchanged', 'paymentOfAnotherTrade'],
})

/** Proposes to end a paid trade without a deal. */
export const proposeCancel = endpoint({
  id: 'otc.proposeCancel',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/cancel/propose',
  money: true,
  summary: 'Propose to the other side to cancel a paid trade.',
  params,
  answer: trade,
  refusals: [...tradeIsElsewhere, ...cancelRefusals],
})

/** Takes back an own proposal, or refuses the other side's. */
export const dropCancel = endpoint({
  id: 'otc.dropCancel',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/cancel/drop',
  money: true,
  summary: 'Take back or refuse a proposal to cancel.',
  params,
  answer: trade,
  refusals: [...tradeIsElsewhere, ...cancelRefusals],
})

/** Accepts the other side's proposal; nothing moves before the buyer confirms. */
export const acceptCancel = endpoint({
  id: 'otc.acceptCancel',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/cancel/accept',
  money: true,
  summary: 'Accept a proposal to cancel.',
  params,
  answer: trade,
  refusals: [...tradeIsElsewhere, ...cancelRefusals],
})

/** The buyer confirms that the money came back, or that none was sent: the coin goes back. */
export const confirmCancel = endpoint({
  id: 'otc.confirmCancel',
  act: 'letGo',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/cancel/confirm',
  money: true,
  summary: 'Confirm as the buyer that the payment came back or was never sent, and cancel.',
  params,
  body: z.strictObject({
    because: z.enum(['refund_received', 'nothing_sent'], rule('choice')),
    ...withStepUp,
  }),
  answer: trade,
  refusals: [...tradeIsElsewhere, ...cancelRefusals, ...stepUpRefusals],
})
