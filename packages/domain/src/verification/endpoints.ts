import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, rule } from '../contract/wire.ts'
import { givenPaymentPassword } from '../identity/inputs.ts'
import { emailAddress, emailCode } from './inputs.ts'
import { memberCodePurposes } from './purposes.ts'

/** The address bound to an account, as its member sees it: `a***e@example.org`. */
export const boundEmail = z.object({ address: z.string(), boundAt: instant })

/** What a page needs for the countdown and to request the code. */
export const codeIssued = z.object({
  /** Masked. The address that was typed, or the bound one. */
  sentTo: z.string(),
  length: z.number().int(),
  /** From the sending, which a busy or unavailable mail server can delay. */
  validMinutes: z.number().int(),
  /** The instant from which the next code can be requested. */
  resendAt: instant,
})

export const emailStatus = endpoint({
  id: 'email.status',
  path: '/api/email',
  summary: 'The e-mail address bound to the account, masked.',
  answer: z.object({
    /** False where this deployment sends no mail. */
    offered: z.boolean(),
    bound: boundEmail.nullable(),
  }),
})

/**
 * Sends a code for one purpose. `bind` goes to the address given here; the others go to the bound
 * one. Another request for the same purpose and address invalidates the previous code.
 */
export const requestEmailCode = endpoint({
  id: 'email.requestCode',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/email/code',
  summary: 'Send a code to the address to be bound, or to the bound one.',
  body: z
    .strictObject({
      purpose: z.enum(memberCodePurposes, rule('choice')),
      address: emailAddress.optional(),
    })
    .refine(body => body.purpose !== 'bind' || body.address !== undefined, {
      ...rule('emailRequired'),
      path: ['address'],
    }),
  answer: codeIssued,
  refusals: [
    'emailCodeTooSoon',
    'emailCodeLimit',
    'emailNotBound',
    'emailSame',
    'emailDistrusted',
    'emailNotOffered',
  ],
})

/** Binds an address, or replaces the bound one: then the old one's code is required too. */
export const bindEmail = endpoint({
  id: 'email.bind',
  act: 'redirect',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/email/bind',
  paymentPassword: true,
  summary: 'Bind an e-mail address by the code that was sent to it.',
  body: z.strictObject({
    address: emailAddress,
    code: emailCode,
    /** Of purpose `rebind-old`; required when an address is bound already. */
    oldCode: emailCode.optional(),
    paymentPassword: givenPaymentPassword,
  }),
  answer: boundEmail,
  refusals: [
    'emailCodeWrong',
    'emailCodeSpent',
    'emailOldCodeNeeded',
    'emailSame',
    'paymentPasswordWrong',
    'paymentPasswordLocked',
  ],
})
