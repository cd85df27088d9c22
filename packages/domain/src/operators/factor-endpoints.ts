import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, personText, rule, wireId } from '../contract/wire.ts'
import { operatorFactors, operatorRoles } from './roles.ts'

/** A second factor is proven, and the password was given before, in the session that asks. */
const own = { access: 'operator', roles: operatorRoles, proof: 'password' } as const

const bytes = (max: number) =>
  z
    .string(rule('required'))
    .regex(/^[A-Za-z0-9_-]+$/, rule('required'))
    .max(max, rule('tooLong'))
const passkeyAnswer = {
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal('public-key', rule('choice')),
  authenticatorAttachment: z.enum(['platform', 'cross-platform'], rule('choice')).optional(),
  clientExtensionResults: z.record(z.string().regex(/^[\w-]{1,60}$/), z.unknown()),
}

/** What a browser answers when it has made a passkey (WebAuthn Level 3, `toJSON`). */
export const passkeyRegistration = z.strictObject({
  ...passkeyAnswer,
  response: z.strictObject({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(12_000),
    authenticatorData: bytes(4_000).optional(),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/, rule('wrongType')))
      .max(10, rule('tooLong'))
      .optional(),
    publicKeyAlgorithm: z.int(rule('wrongType')).optional(),
    publicKey: bytes(4_000).optional(),
  }),
})

/** What a browser answers when a passkey has signed (WebAuthn Level 3, `toJSON`). */
export const passkeySigned = z.strictObject({
  ...passkeyAnswer,
  response: z.strictObject({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(4_000),
    userHandle: bytes(200).nullish(),
  }),
})

/** What the browser's WebAuthn call takes as it is, in JSON. */
const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })
const code = z.string(rule('required')).regex(/^\d{6}$/, rule('emailCodeFormat'))
const proven = z.object({ provenAt: instant })

export const operatorFactorList = endpoint({
  id: 'operator.factors',
  path: '/api/operator/factors',
  ...own,
  summary: "The caller's second factors.",
  answer: z.object({
    items: z.array(
      z.object({
        id: wireId('opf'),
        kind: z.enum(operatorFactors),
        /** The name that the operator gave it; an authenticator has none. */
        label: z.string().nullable(),
        addedAt: instant,
        usedAt: instant.nullable(),
      }),
    ),
    provenAt: instant.nullable(),
  }),
})

export const beginPasskey = endpoint({
  id: 'operator.beginPasskey',
  method: 'POST',
  path: '/api/operator/factors/passkeys/begin',
  ...own,
  summary:
    'Begin to add a passkey: the first factor soon after the sign-in, another with a factor that was just proven.',
  answer: passkeyOptions,
  refusals: ['operatorSignInStale', 'operatorFactorStale'],
})

export const addPasskey = endpoint({
  id: 'operator.addPasskey',
  method: 'POST',
  path: '/api/operator/factors/passkeys',
  ...own,
  summary: 'Add the passkey that the browser has just made for the options.',
  body: z.strictObject({ label: personText(60), made: passkeyRegistration }),
  answer: proven,
  refusals: [
    'operatorSignInStale',
    'operatorFactorStale',
    'operatorPasskeyWrong',
    'operatorFactorThere',
  ],
})

export const askPasskey = endpoint({
  id: 'operator.askPasskey',
  method: 'POST',
  path: '/api/operator/factors/passkeys/ask',
  ...own,
  summary: 'Begin to prove a passkey of the account.',
  answer: passkeyOptions,
  refusals: ['operatorFactorMissing'],
})

export const provePasskey = endpoint({
  id: 'operator.provePasskey',
  method: 'POST',
  path: '/api/operator/factors/passkeys/prove',
  ...own,
  summary: 'Prove a passkey with its signature over the options of just now, once.',
  body: z.strictObject({ signed: passkeySigned }),
  answer: proven,
  refusals: ['operatorPasskeyWrong'],
})

export const beginTotp = endpoint({
  id: 'operator.beginTotp',
  method: 'POST',
  path: '/api/operator/factors/totp/begin',
  ...own,
  summary: 'Begin to add an authenticator: its secret, which is shown this once.',
  answer: z.object({
    /** In Base32, to be typed into an authenticator. */
    secret: z.string(),
    /** The same as the address of a picture code (otpauth://). */
    uri: z.string(),
  }),
  refusals: ['operatorSignInStale', 'operatorFactorStale', 'operatorFactorThere'],
})

export const addTotp = endpoint({
  id: 'operator.addTotp',
  method: 'POST',
  path: '/api/operator/factors/totp',
  ...own,
  summary: 'Add the authenticator that was begun, with its first code.',
  body: z.strictObject({ code }),
  answer: proven,
  refusals: [
    'operatorSignInStale',
    'operatorFactorStale',
    'operatorFactorThere',
    'operatorCodeWrong',
    'operatorSignInLocked',
  ],
})

export const proveTotp = endpoint({
  id: 'operator.proveTotp',
  method: 'POST',
  path: '/api/operator/factors/totp/prove',
  ...own,
  summary: 'Prove the authenticator with its present code, once.',
  body: z.strictObject({ code }),
  answer: proven,
  refusals: [
    'operatorFactorMissing',
    'operatorCodeWrong',
    'operatorCodeUsed',
    'operatorSignInLocked',
  ],
})

export const removeFactor = endpoint({
  id: 'operator.removeFactor',
  method: 'POST',
  path: '/api/operator/factors/:id/remove',
  access: 'operator',
  roles: operatorRoles,
  proof: 'recentFactor',
  summary: 'Remove a second factor of the account; one remains.',
  params: z.strictObject({ id: wireId('opf') }),
  answer: z.object({}),
  refusals: ['operatorFactorLast'],
})
