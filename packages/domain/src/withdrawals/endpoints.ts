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
import { shownReasons } from './rule-check.ts'
import {
  payoutPauses,
  signerCauses,
  withdrawalDecisions,
  withdrawalEnds,
  withdrawalStages,
  withdrawalStatuses,
  withdrawalWaits,
} from './withdrawal.ts'

/** One decision on a withdrawal, as its member reads it. */
export const withdrawalDecision = z.object({
  decision: z.enum(withdrawalDecisions),
  /** In which role; null for the automatic check, which has no person. */
  role: z.enum(['reviewer', 'treasurer']).nullable(),
  operator: z.string().nullable(),
  at: instant,
  /** What the operator wrote for the member. */
  note: z.string().nullable(),
  /** A shared loss has changed the amount since: it no longer counts. */
  overtaken: z.boolean(),
})

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
  stage: z.enum(withdrawalStages),
  /** What happens next, and from when where that is known; null once it has ended. */
  waits: z
    .object({
      for: z.enum(withdrawalWaits),
      until: instant.nullable(),
      /** Why payouts are paused, for `paused`. */
      cause: z.enum(payoutPauses).nullable(),
    })
    .nullable(),
  /** Why it ended unpaid. */
  reason: z.enum(withdrawalEnds).nullable(),
  /** What the operator who refused it wrote; null unless it was refused. */
  refusal: z.string().nullable(),
  /**
   * Why the signer refuses the order until a person changes something, and from when the money goes back
   * if it still does; after that, why it went back. Null in every other case.
   */
  refusedBySigner: z.object({ cause: z.enum(signerCauses), returnsFrom: instant }).nullable(),
  /** Its transaction: the one in a block, or until then the newest that was signed. */
  payout: z
    .object({
      transaction: z.string(),
      /** 0 until it is in a block. */
      confirmations: z.number().int(),
      needed: z.number().int(),
    })
    .nullable(),
  /** When it came to each stage, in order. */
  steps: z.array(z.object({ stage: z.enum(withdrawalStages), at: instant })),
  decisions: z.array(withdrawalDecision),
  /** What the rule check found, by which version of the rule book; null until it has looked, and where there is none. */
  ruleCheck: z
    .object({
      at: instant,
      version: z.number().int(),
      /** Why people decide; none where the check approved it. */
      reasons: z.array(z.enum(shownReasons)),
    })
    .nullable(),
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
  act: 'keep',
  stopsAt: 'never',
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
    /** The rolling time whose requests the limit counts. */
    windowMs: z.number().int(),
    leftToday: decimal,
    available: decimal,
    /** An e-mail address is bound: `withdraw.create` asks for a code of purpose `withdraw`. */
    emailCodeNeeded: z.boolean(),
    /** Until when withdrawals are frozen after a password reset. */
    frozenUntil: instant.nullable(),
    /**
     * False while custody lacks more than the platform's own accounts cover: requests are taken and wait,
     * and what a shared loss leaves of them is paid at one rate. Rule book 2.17.
     */
    paysInFull: z.boolean(),
    /** Why approved withdrawals are not paid out now; null while they are. Requests are taken and reviewed all the same. */
    payoutsPaused: z.enum(payoutPauses).nullable(),
    /** A new address waits this long from its first request on. */
    newAddressHours: z.number(),
    /** The numbers of the rule check that approves small withdrawals; null while people decide on all. */
    ruleCheck: z
      .object({
        largest: decimal,
        memberTotal: decimal,
        accountDays: z.number(),
        addressDays: z.number(),
        quietDays: z.number(),
      })
      .nullable(),
  }),
})

/** Freezes the amount and puts the request under review. */
export const createWithdrawal = endpoint({
  id: 'withdraw.create',
  act: 'takeOut',
  stopsAt: 'never',
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

/** Gives the frozen amount back until the request is approved, by two people or by the rule check. */
export const cancelWithdrawal = endpoint({
  id: 'withdraw.cancel',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/withdrawals/:id/cancel',
  money: true,
  summary: 'Cancel a withdrawal that has not been approved by two people or by the rule check.',
  params: z.strictObject({ id: wireId('wdr') }),
  answer: withdrawal,
  refusals: ['withdrawalSettled', 'lossBeingShared'],
})

/** One withdrawal order of one's own. */
export const getWithdrawal = endpoint({
  id: 'withdraw.read',
  path: '/api/withdrawals/:id',
  summary: 'One withdrawal order with its steps, decisions and transaction.',
  params: z.strictObject({ id: wireId('wdr') }),
  answer: withdrawal,
})

/** An address that the member asked to be paid at, and did not remove. */
export const withdrawalAddress = z.object({
  address: z.string(),
  label: z.string().nullable(),
  addedAt: instant,
  /** From then on a withdrawal to it can be approved. */
  usableFrom: instant,
  isUsable: z.boolean(),
  lastRequestedAt: instant,
  /** Finished withdrawals to it. */
  timesPaid: z.number().int(),
  /** False while a withdrawal to it is open. */
  removable: z.boolean(),
})

/** Own addresses, the one used last first. */
export const withdrawalAddressList = endpoint({
  id: 'withdraw.addresses',
  path: '/api/withdrawals/addresses',
  summary: 'Own known addresses, and from when each can be paid.',
  answer: z.object({ items: z.array(withdrawalAddress) }),
})

/** Names an address for its member alone; null takes the name away. */
export const labelWithdrawalAddress = endpoint({
  id: 'withdraw.labelAddress',
  act: 'redirect',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/withdrawals/addresses/label',
  summary: 'Give one of the own addresses a name, or take it away.',
  body: z.strictObject({ address: bscAddress, label: personText(40).nullable() }),
  answer: withdrawalAddress,
  refusals: ['withdrawalAddressUnknown'],
})

/** Forgets an address: the next withdrawal to it waits as one to a new address. */
export const removeWithdrawalAddress = endpoint({
  id: 'withdraw.removeAddress',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/withdrawals/addresses/remove',
  summary: 'Remove one of the own addresses; used again, it waits as a new one does.',
  body: z.strictObject({ address: bscAddress }),
  answer: z.object({}),
  refusals: ['withdrawalAddressUnknown', 'withdrawalAddressInUse'],
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
