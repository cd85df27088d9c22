import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, rule, wireId } from '../contract/wire.ts'
import { accountId } from '../identity/inputs.ts'
import { challengePurposes } from './challenge.ts'
import {
  deviceCode,
  givenLoginPassword,
  nonce,
  publicKey,
  signature,
  spokenToken,
} from './inputs.ts'
import { stepUpRefusals, withStepUp } from './step-up.ts'

/** The result of a login: the token is shown once and stored by the server as a hash only. */
export const sessionAnswer = z.object({
  token: z.string(),
  expiresAt: instant,
  user: z.object({ uuid: z.uuid(), accountId: z.string(), nickname: z.string() }),
})

/** Login by account ID. Unknown accounts get the same response as known ones. */
export const login = endpoint({
  id: 'auth.login',
  act: 'enter',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/session/login',
  access: 'public',
  summary: 'Log in by account ID and login password.',
  body: z.strictObject({
    accountId,
    loginPassword: givenLoginPassword,
    deviceCode,
  }),
  answer: sessionAnswer,
  refusals: ['loginFailed', 'loginLocked', 'accountClosed'],
})

/** A nonce to sign; any key gets one, so the call discloses nothing. */
export const challenge = endpoint({
  id: 'auth.words.nonce',
  act: 'anonymous',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/session/challenge',
  access: 'public',
  summary: 'A single-use nonce for a public key and a purpose, good for 60 s.',
  body: z.strictObject({ publicKey, purpose: z.enum(challengePurposes, rule('choice')) }),
  answer: z.object({ nonce: z.string(), origin: z.string(), expiresAt: instant }),
})

/** Login by words: the device proves the key that is derived from them. */
export const loginByWords = endpoint({
  id: 'auth.words.login',
  act: 'enter',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/session/words',
  access: 'public',
  summary: 'Log in by a signature of the key that the words make.',
  body: z.strictObject({ publicKey, nonce, signature, deviceCode }),
  answer: sessionAnswer,
  refusals: ['wordsUnknown', 'challengeSpent', 'accountClosed'],
})

/** Ends the calling session. */
export const logout = endpoint({
  id: 'auth.logout',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/session/logout',
  summary: 'End this session.',
  answer: z.object({}),
})

/** The kinds of a device that a page has a picture for. */
export const deviceKinds = ['phone', 'tablet', 'desktop', 'unknown'] as const

/** A live session as its member sees it. Names are those of products, so they need no translation. */
export const liveSession = z.object({
  id: wireId('ses'),
  device: z.object({
    kind: z.enum(deviceKinds),
    /** `Chrome`, `Safari`, `Firefox`, `Edge`…; null when the device did not report it. */
    browser: z.string().nullable(),
    /** `Android`, `iOS`, `Windows`, `macOS`, `Linux`…; null when the device did not report it. */
    system: z.string().nullable(),
  }),
  openedAt: instant,
  /** To the minute. */
  usedAt: instant,
  current: z.boolean(),
})

/** At most five: the calling one first, then the one used last. */
export const sessionList = endpoint({
  id: 'session.list',
  path: '/api/session/list',
  summary: 'Own live sessions.',
  answer: z.object({ items: z.array(liveSession) }),
})

/** Ends one of the own sessions; ending the calling one is a logout. */
export const revokeSession = endpoint({
  id: 'session.revoke',
  act: 'endSessions',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/session/list/:id/revoke',
  summary: 'End one of the own sessions.',
  params: z.strictObject({ id: wireId('ses') }),
  body: z.strictObject(withStepUp),
  answer: z.object({}),
  refusals: stepUpRefusals,
})

/** Ends every own session but the calling one. */
export const revokeOtherSessions = endpoint({
  id: 'session.revokeOthers',
  act: 'endSessions',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/session/revoke-others',
  summary: 'End all own sessions but this one.',
  body: z.strictObject(withStepUp),
  refusals: stepUpRefusals,
  answer: z.object({ ended: z.number().int() }),
})

/** Why a session has ended; `live` when it has not. */
export const sessionEnds = [
  'live',
  'expired',
  'logout',
  'revoked',
  'removed',
  'replaced',
  'passwordChanged',
  'passwordReset',
  'resetCancelled',
  'accountClosed',
  'operator',
] as const

/**
 * What a device may learn after 20001: why, and whether a reset of the login password that it does
 * not know of can still be cancelled. Only the holder of the token may learn it.
 */
export const sessionEnd = endpoint({
  id: 'session.end',
  act: 'anonymous',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/session/end',
  access: 'public',
  summary: 'Why the session of a token ended.',
  body: z.strictObject({ token: spokenToken }),
  answer: z.object({
    why: z.enum(sessionEnds),
    /** To be passed to `password.cancelReset`. */
    reset: z.object({ id: wireId('rst'), cancellableUntil: instant }).nullable(),
  }),
})
