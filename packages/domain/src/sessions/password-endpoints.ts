import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, rule, wireId } from '../contract/wire.ts'
import { freezeCauses, stepUpFactors } from '../identity/freezes.ts'
import {
  accountId,
  givenPaymentPassword,
  loginPassword,
  newPaymentPassword,
} from '../identity/inputs.ts'
import { boundEmail, codeIssued } from '../verification/endpoints.ts'
import { emailAddress, emailCode } from '../verification/inputs.ts'
import { sessionAnswer } from './endpoints.ts'
import { givenLoginPassword, nonce, publicKey, signature, spokenToken } from './inputs.ts'

/** The two passwords of an account. */
export const passwordKinds = ['login', 'payment'] as const
export type PasswordKind = (typeof passwordKinds)[number]

/** How a member without the old password proves their identity. */
export const resetProofs = ['words', 'email'] as const
export type ResetProof = (typeof resetProofs)[number]

/** security.md 4.2: how long a reset freezes the acts of `freezeTable`. */
export const resetFreezeHours: Readonly<Record<ResetProof, number>> = { words: 24, email: 72 }

const proofByWords = { publicKey, nonce, signature }

/** The result of every reset: withdrawals and new sell orders are frozen until then. */
const resetDone = z.object({ accountId: z.string(), frozenUntil: instant })

/** Every session ends, the calling one too; the result is this device's new one. Nothing is frozen. */
export const changeLoginPassword = endpoint({
  id: 'password.changeLogin',
  // A known password can be changed by its owner; one that was reset stays until the freeze ends.
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/password/login/change',
  summary: 'Change the login password by the old one.',
  body: z.strictObject({ oldPassword: givenLoginPassword, newPassword: loginPassword }),
  answer: sessionAnswer,
  refusals: ['loginFailed', 'loginLocked', 'passwordTooCommon'],
})

/** Sessions stay. Nothing is frozen. */
export const changePaymentPassword = endpoint({
  id: 'password.changePayment',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/password/payment/change',
  summary: 'Change the payment password by the old one.',
  body: z.strictObject({ oldPassword: givenPaymentPassword, newPassword: newPaymentPassword }),
  answer: z.object({}),
  refusals: ['paymentPasswordWrong', 'paymentPasswordLocked', 'paymentPasswordResetNeeded'],
})

/** A challenge of purpose `reset-login` is signed. Every session ends; the member logs in anew. */
export const resetLoginByWords = endpoint({
  id: 'password.resetLoginByWords',
  act: 'enter',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/password/login/reset-by-words',
  access: 'public',
  summary: 'Reset the login password by a signature of the key that the words make.',
  body: z.strictObject({ ...proofByWords, newPassword: loginPassword }),
  answer: resetDone,
  refusals: ['challengeSpent', 'wordsUnknown', 'passwordTooCommon'],
})

/**
 * Sends a code of purpose `reset-login` when the address is the account's; otherwise nothing is
 * sent, and the response and every later refusal are the same.
 */
export const requestLoginResetCode = endpoint({
  id: 'password.resetLoginCode',
  act: 'anonymous',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/password/login/reset-code',
  access: 'public',
  summary: 'Send a code for resetting the login password, if the address is the one bound.',
  body: z.strictObject({ accountId, address: emailAddress }),
  answer: codeIssued,
  refusals: ['emailCodeTooSoon', 'emailCodeLimit', 'emailNotOffered'],
})

/** Every session ends; the member logs in anew. */
export const resetLoginByEmail = endpoint({
  id: 'password.resetLoginByEmail',
  act: 'enter',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/password/login/reset-by-email',
  access: 'public',
  summary: 'Reset the login password by a code sent to the bound address.',
  body: z.strictObject({
    accountId,
    address: emailAddress,
    code: emailCode,
    newPassword: loginPassword,
  }),
  answer: resetDone,
  refusals: ['emailCodeWrong', 'emailCodeSpent', 'passwordTooCommon'],
})

/** A challenge of purpose `reset-payment` is signed with the calling account's own key. */
export const resetPaymentByWords = endpoint({
  id: 'password.resetPaymentByWords',
  act: 'enter',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/password/payment/reset-by-words',
  summary: 'Reset the payment password by a signature of the key that the words make.',
  body: z.strictObject({ ...proofByWords, newPassword: newPaymentPassword }),
  answer: resetDone,
  refusals: ['challengeSpent', 'wordsOfAnother'],
})

/** By a code of purpose `reset-payment`. */
export const resetPaymentByEmail = endpoint({
  id: 'password.resetPaymentByEmail',
  act: 'enter',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/password/payment/reset-by-email',
  summary: 'Reset the payment password by a code sent to the bound address.',
  body: z.strictObject({ code: emailCode, newPassword: newPaymentPassword }),
  answer: resetDone,
  refusals: ['emailNotBound', 'emailDistrusted', 'emailCodeWrong', 'emailCodeSpent'],
})

/**
 * Undoes a reset from a session that was live when it was made: by that session's token and the
 * password that the reset replaced. The old password is valid again, every other session ends, and
 * the result is this device's new one. The freeze stays to its end.
 */
export const cancelReset = endpoint({
  id: 'password.cancelReset',
  act: 'enter',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/password/cancel-reset',
  access: 'public',
  summary: 'Undo a password reset from a session that is older than it.',
  body: z.strictObject({
    id: wireId('rst'),
    token: spokenToken,
    replacedPassword: z.string(rule('required')).min(1, rule('required')).max(256, rule('tooLong')),
  }),
  answer: sessionAnswer,
  refusals: [
    'resetNotCancellable',
    'loginFailed',
    'loginLocked',
    'paymentPasswordWrong',
    'paymentPasswordLocked',
    'paymentPasswordResetNeeded',
  ],
})

export const freeze = z.object({ until: instant, cause: z.enum(freezeCauses) })

/** Everything that a security page shows besides the sessions. */
export const security = endpoint({
  id: 'password.security',
  path: '/api/password/security',
  summary: 'Bound e-mail, freezes, and password resets that can still be undone.',
  answer: z.object({
    email: boundEmail.nullable(),
    freezes: z.object({
      withdrawals: freeze.nullable(),
      /** Own sell orders too: nobody can take them until then. */
      sells: freeze.nullable(),
      /** The receiving account and the bound e-mail address. */
      settings: freeze.nullable(),
      /** The further factor that a release, and other irrevocable acts in a trade, require. */
      letsGo: freeze.extend({ factor: z.enum(stepUpFactors) }).nullable(),
    }),
    resets: z.array(
      z.object({
        id: wireId('rst'),
        password: z.enum(passwordKinds),
        proof: z.enum(resetProofs),
        madeAt: instant,
        /** As long as the freeze lasts. */
        cancellableUntil: instant,
        /** True when the calling session is older than the reset. */
        cancellableHere: z.boolean(),
      }),
    ),
  }),
})
