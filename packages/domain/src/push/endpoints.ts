import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { rule } from '../contract/wire.ts'
import { pushKinds } from './kinds.ts'

const chosen = z
  .array(z.enum(pushKinds))
  .max(pushKinds.length)
  .refine(kinds => new Set(kinds).size === kinds.length, rule('wrongType'))

/** Push on the calling device. */
const state = z.object({
  /** The server's VAPID key (RFC 8292), which the browser subscribes with: base64url. */
  publicKey: z.string(),
  /** Kinds that this session's device receives; null while it has no subscription. */
  kinds: z.array(z.enum(pushKinds)).nullable(),
})
export type PushState = z.infer<typeof state>

export const pushState = endpoint({
  id: 'push.state',
  path: '/api/push',
  summary:
    'Whether this device is sent push messages, of which kinds, and the key to subscribe with.',
  answer: state,
})

/** Subscribes the device of the calling session, or changes its kinds. */
export const subscribeToPush = endpoint({
  id: 'push.subscribe',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/push/subscribe',
  summary: 'Send this device push messages of the kinds named, by the push service of its browser.',
  body: z.strictObject({
    endpoint: z
      .string(rule('required'))
      .max(1_000, rule('tooLong'))
      .regex(/^https?:\/\/[!-~]+$/, rule('wrongType')),
    keys: z.strictObject({
      /** A point of P-256, uncompressed: 65 bytes. */
      p256dh: z.string(rule('required')).regex(/^B[A-Za-z0-9_-]{86}$/, rule('wrongType')),
      auth: z.string(rule('required')).regex(/^[A-Za-z0-9_-]{22}$/, rule('wrongType')),
    }),
    /** The `publicKey` that the browser subscribed with; without it, the present one. */
    serverKey: z
      .string()
      .regex(/^B[A-Za-z0-9_-]{86}$/, rule('wrongType'))
      .optional(),
    kinds: chosen,
  }),
  answer: state,
  refusals: ['pushServiceUnknown', 'pushKeyUnusable'],
})

/** Ends the subscription of the calling session's device; succeeds also when there was none. */
export const endPush = endpoint({
  id: 'push.end',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/push/end',
  summary: 'Send this device no push messages any more.',
  answer: state,
})
