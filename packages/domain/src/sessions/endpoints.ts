import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, rule } from '../contract/wire.ts'
import { accountId } from '../identity/inputs.ts'
import { challengePurposes } from './challenge.ts'
import { deviceCode, nonce, publicKey, signature } from './inputs.ts'

/** What a login gives: the token is shown once and stored by the server as a hash only. */
export const sessionAnswer = z.object({
  token: z.string(),
  expiresAt: instant,
  user: z.object({ uuid: z.uuid(), accountId: z.string(), nickname: z.string() }),
})

/** Login by account ID. Unknown accounts answer like known ones. */
export const login = endpoint({
  id: 'auth.login',
  method: 'POST',
  path: '/api/session/login',
  access: 'public',
  summary: 'Log in by account ID and login password.',
  body: z.strictObject({
    accountId,
    loginPassword: z
      .string(rule('loginPasswordRequired'))
      .min(1, rule('loginPasswordRequired'))
      .max(256, rule('tooLong')),
    deviceCode,
  }),
  answer: sessionAnswer,
  refusals: ['loginFailed', 'loginLocked'],
})

/** A nonce to sign; any key gets one, so nothing can be learnt from asking. */
export const challenge = endpoint({
  id: 'auth.words.nonce',
  method: 'POST',
  path: '/api/session/challenge',
  access: 'public',
  summary: 'A single-use nonce for a public key and a purpose, good for 60 s.',
  body: z.strictObject({ publicKey, purpose: z.enum(challengePurposes, rule('choice')) }),
  answer: z.object({ nonce: z.string(), origin: z.string(), expiresAt: instant }),
})

/** Login by words: the device proves the key that the words make. */
export const loginByWords = endpoint({
  id: 'auth.words.login',
  method: 'POST',
  path: '/api/session/words',
  access: 'public',
  summary: 'Log in by a signature of the key that the words make.',
  body: z.strictObject({ publicKey, nonce, signature, deviceCode }),
  answer: sessionAnswer,
  refusals: ['wordsUnknown', 'challengeSpent'],
})

/** Ends the calling session. */
export const logout = endpoint({
  id: 'auth.logout',
  method: 'POST',
  path: '/api/session/logout',
  summary: 'End this session.',
  answer: z.object({}),
})
