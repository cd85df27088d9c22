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
import { bscAddress, givenPaymentPassword } from '../identity/inputs.ts'
import { emailCode } from '../verification/inputs.ts'
import { withdrawalStatuses } from './withdrawal.ts'

export const withdrawal = z.object({
  id: wireId('wdr'),
  orderNumber: z.string(),
  address: z.string(),
  amount: decimal,
  /** What was asked for, where a shared loss has cut the amount since; else null. */
  asked: decimal.nullable(),
  fee: decimal,
  /** What arrives: amount − fee. */
  expected: decimal,
  remarks: z.string().nullable(),
  status: z.enum(withdrawalStatuses),
  /** Why it was refused; `cancelled` is the member's own doing, `lossShared` left less than the fee of it. */
  reason: z.string().nullable(),
  /** A new address cannot be approved before this instant. */
  approvableFrom: instant,
  requestedAt: instant,
  cancellable: z.boolean(),
})

const request = {
  address: bscAddress,
  amount: amountText(2),
}

/** What would arrive, and everything that would stop it. */
export const withdrawalQuote = endpoint({
  id: 'withdraw.quote',
  method: 'POST',
  path: '/api/withdrawals/quote',
  summary: 'Fee, expected amount, limits and checks of a withdrawal, without asking for it.',
  body: z.strictObject(request),
  answer: z.object({
    address: z.string(),
    amount: decimal,
    fee: decimal,
    expected: decimal,
    newAddress: z.boolean(),
    leftToday: decimal,
  }),
  refusals: [
    'withdrawalAddressChecksum',
    'withdrawalAddressUnusable',
    'withdrawalAddressOwn',
    'withdrawalBelowMinimum',
    'withdrawalOverLimit',
    'insufficientBalance',
  ],
})

/** What every withdrawal is held to. */
export const withdrawalTerms = endpoint({
  id: 'withdraw.terms',
  path: '/api/withdrawals/terms',
  summary: 'Minimum, fee, limit and what is available.',
  answer: z.object({
    minimum: decimal,
    fee: decimal,
    dailyLimit: decimal,
    leftToday: decimal,
    available: decimal,
    /** An e-mail address is bound: `withdraw.create` asks for a code of purpose `withdraw`. */
    emailCodeNeeded: z.boolean(),
    /** Until when withdrawals are frozen after a password reset. */
    frozenUntil: instant.nullable(),
    /**
     * False while custody lacks more than the house's own accounts cover: requests are taken and wait,
     * and what a shared loss leaves of them is paid at one rate. Rule book 2.17.
     */
    paysInFull: z.boolean(),
  }),
})

/** Freezes the amount and puts the request under review. */
export const createWithdrawal = endpoint({
  id: 'withdraw.create',
  method: 'POST',
  path: '/api/withdrawals',
  money: true,
  paymentPassword: true,
  emailCode: 'withdraw',
  summary: 'Ask for a withdrawal to a BSC address.',
  body: z.strictObject({
    ...request,
    remarks: personText(140).nullable(),
    paymentPassword: givenPaymentPassword,
    /** Needed where an e-mail address is bound; of purpose `withdraw`. */
    emailCode: emailCode.optional(),
  }),
  answer: withdrawal,
  refusals: [
    'emailCodeNeeded',
    'emailCodeWrong',
    'emailCodeSpent',
    'withdrawalsFrozen',
    'withdrawalAddressChecksum',
    'withdrawalAddressUnusable',
    'withdrawalAddressOwn',
    'withdrawalBelowMinimum',
    'withdrawalOverLimit',
    'insufficientBalance',
    'paymentPasswordWrong',
    'paymentPasswordLocked',
    'lossBeingShared',
  ],
})

/** Gives the frozen amount back while the request is under review. */
export const cancelWithdrawal = endpoint({
  id: 'withdraw.cancel',
  method: 'POST',
  path: '/api/withdrawals/:id/cancel',
  money: true,
  summary: 'Cancel a withdrawal under review.',
  params: z.strictObject({ id: wireId('wdr') }),
  answer: withdrawal,
  refusals: ['withdrawalSettled', 'lossBeingShared'],
})

/** Own withdrawal orders, newest first. */
export const withdrawalList = endpoint({
  id: 'withdraw.list',
  path: '/api/withdrawals',
  summary: 'Own withdrawal orders, newest first.',
  query: z.strictObject({
    ...pageQuery,
    status: z.enum(withdrawalStatuses, rule('choice')).optional(),
  }),
  answer: pageOf(withdrawal),
})
