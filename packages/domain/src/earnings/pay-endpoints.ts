import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { digest, pageOf, pageQuery, period, wireId } from '../contract/wire.ts'
import { units } from '../proofs/wire.ts'

const published = z.object({
  period,
  /** See `payRunId`: made of `domain`, `period` and the hashes of the settlement. */
  pid: digest,
  domain: z.string(),
  inputHash: digest,
  resultHash: digest,
  positions: z.number().int().min(0),
  /** D, what the settlement offered. Amounts are whole micro-units. */
  released: units,
  /** W, the weight of all positions. */
  weight: units,
  /** The pay of all positions together. */
  paid: units,
  /** All outstanding coins at the cut-off: positions cannot weigh more. */
  coins: units,
  /** The top of the tree over all positions; its sums are `weight` and `paid`. It has 2^depth leaves. */
  tree: digest,
  depth: z.number().int().min(0).max(32),
  /** The one hash over all of it: see `payRoot`. */
  root: digest,
})
/** The published figures of a settlement's static pay. */
export type PublishedPay = z.output<typeof published>

const leaf = z.object({
  position: wireId('pos'),
  nonce: digest,
  weight: units,
  pay: units,
  /** What its cap had left before. */
  capLeft: units,
  /** The leaf's index, from 0. */
  place: z.number().int(),
  /** The sibling node of each level, the leaf's own level first. */
  beside: z.array(z.object({ hash: digest, weight: units, pay: units })),
})
/** An own position in the tree. */
export type PayLeaf = z.output<typeof leaf>

const own = {
  period,
  pid: digest,
  /** The root that it was made for; must equal the published one. */
  root: digest,
  /** The login key that the leaves were made for; accepted only when it is the device's own. */
  publicKey: digest,
}
/** What a member needs to check the own pay of a settlement. */
export type PayProof = z.output<z.ZodObject<typeof own>> & { leaves: readonly PayLeaf[] }

/** Requested without a token, so that nobody can get a different root. */
export const payRootOf = endpoint({
  id: 'earnings.payRoot',
  path: '/api/earnings/pay-root',
  access: 'public',
  summary:
    'What a settlement published of its static pay: D, W, the sum paid and their root. docs/pay-proof.md.',
  query: z.strictObject({ period }),
  answer: published,
  refusals: ['notFound'],
})

export const payProof = endpoint({
  id: 'earnings.payProof',
  path: '/api/earnings/pay-proof',
  summary: "The caller's own positions in the tree of a settlement's static pay, with their paths.",
  query: z.strictObject({ ...pageQuery, period }),
  answer: pageOf(leaf).extend(own),
  refusals: ['notFound'],
})
