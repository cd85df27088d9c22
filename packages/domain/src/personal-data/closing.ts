import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, rule } from '../contract/wire.ts'
import { givenPaymentPassword } from '../identity/inputs.ts'
import { emailCode } from '../verification/inputs.ts'

/** How long after the confirmation a closing can be undone; then it is carried out. */
export const CLOSING_REST_DAYS = 7

/** What members see in place of the nickname of a closed account. */
export const CLOSED_NICKNAME = '已注销账户 · Closed account'

/** What must end before an account can be closed. */
export const closingHindrances = [
  'usdt',
  'coin',
  'positions',
  'subscriptions',
  'exchanges',
  'orders',
  'trades',
  'cases',
  'recharges',
  'withdrawals',
  'export',
  'freeze',
  'penalty',
] as const
export type ClosingHindrance = (typeof closingHindrances)[number]

/** Calls that write and are allowed while an account is being closed; every other one is refused. */
export const callsWhileClosing: ReadonlySet<string> = new Set([
  'closing.undo',
  'auth.logout',
  'user.removeFromDevice',
  'user.switch',
  'session.revoke',
  'session.revokeOthers',
  'email.requestCode',
  'notifications.read',
  'notices.read',
  'chat.read',
  'push.end',
  'service.write',
  'service.askPerson',
  'service.read',
  'service.rate',
  'personalData.askExport',
  'personalData.deletePicture',
])

export const closingStates = ['open', 'resting', 'stopped'] as const

export const closingView = z.object({
  /** `stopped`: an open matter was found at the time of closing, so nothing was closed. */
  state: z.enum(closingStates),
  /** Until when it can be undone; null unless `resting`. */
  dueAt: instant.nullable(),
  /** What must end first: how many, and for freezes, which end by themselves, until when. */
  hindrances: z.array(
    z.object({
      kind: z.enum(closingHindrances),
      count: z.number().int(),
      until: instant.nullable(),
    }),
  ),
  /** The amount that is too small to be withdrawn; null when nothing is left. */
  remainder: z.object({ usdt: decimal, coin: decimal }).nullable(),
  emailCodeNeeded: z.boolean(),
})
export type ClosingView = z.infer<typeof closingView>

export const accountClosing = endpoint({
  id: 'closing.view',
  path: '/api/closing',
  summary: 'What has to end before the caller can close the account, and where a closing stands.',
  answer: closingView,
})

export const askClosing = endpoint({
  id: 'closing.ask',
  act: 'redirect',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/closing',
  paymentPassword: true,
  emailCode: 'close-account',
  summary: 'Close the account of the caller after a time in which it can be undone.',
  body: z.strictObject({
    /** The remainder that is too small to be withdrawn is given up. */
    giveUpRemainder: z.boolean(rule('wrongType')),
    paymentPassword: givenPaymentPassword,
    /** Required when an e-mail address is bound. */
    emailCode: emailCode.optional(),
  }),
  answer: closingView,
  refusals: [
    ...(['closingHindered', 'closingRemainder', 'accountClosing', 'settingsFrozen'] as const),
    ...(['emailCodeNeeded', 'emailCodeWrong', 'emailCodeSpent'] as const),
    ...(['paymentPasswordWrong', 'paymentPasswordLocked'] as const),
    'paymentPasswordResetNeeded',
  ],
})

export const undoClosing = endpoint({
  id: 'closing.undo',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/closing/undo',
  summary: 'Undo a closing that has not been carried out.',
  answer: closingView,
})
