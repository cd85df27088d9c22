import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, pageOf, pageQuery, rule, wireId } from '../contract/wire.ts'
import { givenPaymentPassword } from '../identity/inputs.ts'
import { ruleVersionNumber } from '../rules/endpoints.ts'
import { stepUpRefusals, withStepUp } from '../sessions/step-up.ts'
import { uploadLimits } from '../uploads/endpoints.ts'
import { disputeView } from './dispute-view.ts'
import { networkField as network } from './network-fields.ts'
import {
  tradeActors,
  tradeEvents,
  tradeReasons,
  tradeStages,
  tradeStates,
  tradeStatuses,
} from './trade.ts'
import { tradeIsElsewhere } from './trade-refusals.ts'

const party = z.object({ nickname: z.string(), finishedTrades: z.number().int() })

const shownPayment = z.object({ hash: z.string(), vouchers: z.array(wireId('img')) })

/** A trade as one of its two parties sees it. */
export const trade = z.object({
  id: wireId('trd'),
  matchingId: z.string(),
  /** The viewer's side: the buyer pays USDT, the seller releases LEAF. */
  side: z.enum(['buy', 'sell']),
  state: z.enum(tradeStates),
  status: z.enum(tradeStatuses),
  stage: z.enum(tradeStages),
  /** Why the trade ended as it did; null while it lives and for a plain deal. */
  reason: z.enum(tradeReasons).nullable(),
  dealQuantity: decimal,
  /** What the buyer pays for one LEAF: the concession is taken off. */
  dealPrice: decimal,
  /** Quantity × the order's price, before the concession. */
  dealAmount: decimal,
  /** Paid by the seller in LEAF, on success only. */
  fee: decimal,
  concessionQuantity: decimal,
  paymentAmount: decimal,
  refundQuantity: decimal.nullable(),
  refundAmount: decimal.nullable(),
  network,
  /** The version of the rule book that the trade was made by. */
  ruleVersion: ruleVersionNumber,
  payTo: z.string(),
  /** The address that the buyer named at the take as the only one they pay from. */
  payFrom: z.string().nullable(),
  contact: z.string().nullable(),
  buyer: party,
  seller: party,
  /** What the buyer shows now. */
  payment: shownPayment.extend({ paidAt: instant }).nullable(),
  /** What the buyer showed before, the first one first: nothing is taken away. */
  earlierPayments: z.array(shownPayment.extend({ shownAt: instant })),
  /** A proposal to cancel: who made it, and whether the other accepted; the buyer then confirms. */
  cancel: z.object({ proposedBy: z.enum(['buyer', 'seller']), agreed: z.boolean() }).nullable(),
  dealtAt: instant,
  paymentDeadline: instant,
  graceDeadline: instant,
  releaseDeadline: instant.nullable(),
  /** From when the buyer may appeal while the seller's time runs. */
  appealFrom: instant.nullable(),
  /** When the platform opens a case for the buyer because the seller does not answer. */
  escalationDeadline: instant.nullable(),
  closedAt: instant.nullable(),
  /** Until when a trade that was closed without a deal can be appealed. */
  lateAppealUntil: instant.nullable(),
  /** Of a trade that was closed and appealed: the seller's LEAF that could be held for the case. */
  heldAgain: decimal.nullable(),
  /** The deadline that counts down now, if any. */
  deadline: instant.nullable(),
  timeline: z.array(
    z.object({ event: z.enum(['take', ...tradeEvents]), actor: z.enum(tradeActors), at: instant }),
  ),
  /** What the viewer may do now; a screen offers only these. */
  moves: z.array(z.enum(tradeEvents)),
  /** The newest case of the trade, open or closed. */
  dispute: disputeView.nullable(),
  serverNow: instant,
})
export type TradeView = z.infer<typeof trade>

/** One trade, for its two parties only. */
export const getTrade = endpoint({
  id: 'otc.trade',
  path: '/api/otc/trades/:id',
  summary: 'One own trade.',
  params: z.strictObject({ id: wireId('trd') }),
  answer: trade,
})

/** Own trades, newest first. */
export const tradeList = endpoint({
  id: 'otc.trades',
  path: '/api/otc/trades',
  summary: 'Own trades by side and status, newest first.',
  query: z.strictObject({
    ...pageQuery,
    side: z.enum(['buy', 'sell'], rule('side')).optional(),
    status: z.enum(tradeStatuses, rule('choice')).optional(),
    open: z.enum(['true', 'false'], rule('choice')).optional(),
  }),
  answer: pageOf(trade),
})

/** The transaction hash as both chains write it; stored lower-case without 0x. */
export const transactionHash = z
  .string(rule('transactionHash'))
  .transform(text => text.replace(/\s+/g, '').toLowerCase().replace(/^0x/, ''))
  .pipe(z.string().regex(/^[0-9a-f]{64}$/, rule('transactionHash')))

/** The buyer says that the payment was sent, with its picture and hash. */
export const payTrade = endpoint({
  id: 'otc.pay',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/pay',
  money: true,
  summary: 'Mark a trade as paid, with voucher pictures and transaction hash.',
  params: z.strictObject({ id: wireId('trd') }),
  body: z.strictObject({
    vouchers: z
      .array(wireId('img'), rule('voucherRequired'))
      .min(1, rule('voucherRequired'))
      .max(uploadLimits.maxPerCall, rule('voucherTooMany')),
    hash: transactionHash,
  }),
  answer: trade,
  refusals: [...tradeIsElsewhere, 'paymentWindowOver', 'voucherUnknown', 'paymentOfAnotherTrade'],
})

/** The buyer gives up and confirms that nothing was sent. */
export const giveUpTrade = endpoint({
  id: 'otc.giveUp',
  act: 'letGo',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/give-up',
  money: true,
  summary: 'Give up an unpaid trade, confirming that nothing was sent.',
  params: z.strictObject({ id: wireId('trd') }),
  body: z.strictObject({ nothingSent: z.literal(true, rule('consentRequired')), ...withStepUp }),
  answer: trade,
  refusals: [...tradeIsElsewhere, ...stepUpRefusals],
})

/** The seller has the money and lets the coin go. */
export const releaseTrade = endpoint({
  id: 'otc.release',
  act: 'letGo',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/otc/trades/:id/release',
  money: true,
  paymentPassword: true,
  summary: 'Release the coin to the buyer.',
  params: z.strictObject({ id: wireId('trd') }),
  body: z.strictObject({ paymentPassword: givenPaymentPassword, ...withStepUp }),
  answer: trade,
  refusals: [
    ...tradeIsElsewhere,
    'paymentPasswordWrong',
    'paymentPasswordLocked',
    ...stepUpRefusals,
  ],
})
