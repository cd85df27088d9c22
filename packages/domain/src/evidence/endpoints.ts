import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, wireId } from '../contract/wire.ts'

/**
 * What the chain says of a hash as the payment of a trade: docs/otc-payments.md. `near` is another
 * amount that may be this payment after an exchange's fee; `other_trade` exactly another trade's;
 * `contested` fits two trades. `unavailable` says that nobody could be asked, never that nothing was
 * paid; `not_checked` that no node of this chain is connected here.
 */
export const hashFindings = [
  'verified',
  'pending',
  'not_found',
  'wrong_recipient',
  'wrong_token',
  'wrong_amount',
  'near',
  'other_trade',
  'wrong_payer',
  'contested',
  'before_take',
  'outside_window',
  'used_before',
  'unavailable',
  'not_checked',
] as const
export type HashFinding = (typeof hashFindings)[number]

/** Evidence that was shown in another trade too: the hash, the very same picture or file, or a picture that looks the same. */
export const reuseKinds = ['hash', 'picture', 'similar_picture', 'file'] as const
export type ReuseKind = (typeof reuseKinds)[number]

const shownFinding = z.object({
  finding: z.enum(hashFindings),
  /** Of a payment that waits for its confirmations: how many there are, and how many it takes. */
  confirmations: z.number().int().nullable(),
  needed: z.number().int().nullable(),
  /** When the payment was written into the chain. */
  blockAt: instant.nullable(),
  /** USDT that reached the agreed address by it. */
  received: decimal.nullable(),
  /** The address that it came from. */
  payer: z.string().nullable(),
  at: instant,
})

export const tradeEvidence = z.object({
  hashes: z.array(
    z.object({
      /** As the chain writes it, lower-case without 0x. */
      hash: z.string(),
      /** Null until the chain has been asked for the first time. */
      now: shownFinding.nullable(),
      /** Every finding so far, the first one first. */
      history: z.array(shownFinding),
    }),
  ),
  /** What of this trade's evidence was shown in another trade too. */
  reused: z.array(z.enum(reuseKinds)),
})
export type TradeEvidence = z.infer<typeof tradeEvidence>

/** What the platform has found out about the payment of a trade, for its two parties. */
export const getEvidence = endpoint({
  id: 'evidence.trade',
  path: '/api/evidence/:id',
  summary: "The chain's findings about a trade's payment hashes, and evidence used elsewhere.",
  params: z.strictObject({ id: wireId('trd') }),
  answer: tradeEvidence,
})
