import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, rule, wireId } from '../contract/wire.ts'
import { deviceCode } from '../sessions/inputs.ts'
import { operatorFactors, operatorRoles } from './roles.ts'

/** An operator's name in the console: `wei`, `case-desk-2`. */
export const operatorName = z
  .string(rule('required'))
  .regex(/^[a-z0-9][a-z0-9-]{1,31}$/, rule('operatorName'))

/** A password that an operator chooses: 12 to 128 characters of any kind. */
export const newOperatorPassword = z
  .string(rule('required'))
  .min(12, rule('operatorPassword'))
  .max(128, rule('tooLong'))

/** An operator's account, as they see it. */
export const operatorView = z.object({
  id: wireId('opr'),
  name: operatorName,
  role: z.enum(operatorRoles),
})

/** What an administrator must attend to, in the caller's language; empty for others. */
export const warnings = z.array(
  z.object({
    what: z.enum(['marketClosed', 'fewArbitrators', 'casesWait']),
    text: z.string(),
  }),
)

const signedIn = z.object({
  /** Opaque, `op1_…`; valid for operators' calls alone. */
  token: z.string(),
  operator: operatorView,
  warnings,
  /** The second factors of the account: where there are any, the session proves one first. */
  factors: z.array(z.enum(operatorFactors)),
  /** The session ends at this time in any case; earlier without activity. */
  expiresAt: instant,
})

/**
 * Names the device, which is known once the operator has signed in on it: wrong passwords from
 * other devices do not lock them out here.
 */
export const device = { deviceCode: deviceCode.optional() }

/** Chooses the password with the secret that the command printed once. */
export const operatorSetUp = endpoint({
  id: 'operator.setUp',
  method: 'POST',
  path: '/api/operator/set-up',
  access: 'public',
  summary: 'Choose the password of a new operator account with its one-time secret.',
  body: z.strictObject({
    name: operatorName,
    secret: z.string(rule('required')).min(1, rule('required')).max(100, rule('tooLong')),
    password: newOperatorPassword,
    ...device,
  }),
  answer: z.object({}),
  refusals: ['operatorSecretUnknown'],
})

export const operatorSignIn = endpoint({
  id: 'operator.signIn',
  method: 'POST',
  path: '/api/operator/session',
  access: 'public',
  summary: 'Sign in as an operator with a program; the answer has its token.',
  body: z.strictObject({
    name: operatorName,
    password: z.string(rule('required')).min(1, rule('required')).max(128, rule('tooLong')),
    ...device,
  }),
  answer: signedIn,
  refusals: ['operatorSignInFailed', 'operatorSignInLocked'],
})

export const operatorSignOut = endpoint({
  id: 'operator.signOut',
  proof: 'opened',
  method: 'POST',
  path: '/api/operator/session/end',
  access: 'operator',
  roles: operatorRoles,
  summary: 'End the session that the call is made with.',
  answer: z.object({}),
})

export const operatorMe = endpoint({
  id: 'operator.me',
  path: '/api/operator/me',
  access: 'operator',
  roles: operatorRoles,
  summary: 'The account that the call is made with.',
  answer: operatorView.extend({ warnings }),
})
