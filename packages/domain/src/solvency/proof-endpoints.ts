import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { digest, instant, pageOf, pageQuery, period } from '../contract/wire.ts'
import { assets } from '../money/amount.ts'
import { units } from '../proofs/wire.ts'
import { SHARES } from './format.ts'

/** Accounts of the house that are leaves of a tree by their names: rule book 2.1. */
export const platformLeafNames = {
  USDT: ['RESERVE', 'INCOME', 'POOL.static', 'POOL.dynamic', 'OPS', 'RISK', 'PAYOUTS'],
  LEAF: ['SEED', 'FEE.coin'],
} as const
const platformLeafName = z.enum([...platformLeafNames.USDT, ...platformLeafNames.LEAF])
export type PlatformLeafName = z.output<typeof platformLeafName>

/** One asset's tree of everything that is owed in it. */
const tree = z.object({
  asset: z.enum(assets),
  /** The root's hash; `total` is its sum. */
  root: digest,
  total: units,
  /** The tree has 2^depth leaves. */
  depth: z.number().int().min(0).max(32),
  /** What of the total is the house's own, one leaf each; the rest is owed to members. */
  house: z.array(z.object({ name: platformLeafName, amount: units })),
})

const published = z.object({
  /** The settlement that it was published at the end of. */
  period,
  /** SHA-256 of `domain`, `sequence`, `takenAt` and `blockHash`: see `sessionId`. */
  sid: digest,
  domain: z.string(),
  sequence: z.number().int(),
  /** The instant of the one look at the books. */
  takenAt: instant,
  /** The newest final block then; both null without a chain. */
  block: z.number().int().nullable(),
  blockHash: digest.nullable(),
  /** `root` of the settlement before; zeros for the first. */
  previous: digest,
  /** The one hash over all of it: see `periodRoot`. */
  root: digest,
  /** Members counted, with money or without: each has a leaf for every share in every tree. */
  members: z.number().int(),
  /** USDT, then LEAF. */
  trees: z.array(tree),
  /** Whether members can still be given their paths: the newest few can. */
  provable: z.boolean(),
})
/** What a settlement publishes of everything that is owed. */
export type PublishedRoot = z.output<typeof published>

/** From a leaf to its root: for each level the node beside, the leaf's own level first. */
const path = z.object({
  /** Micro-units of this leaf. */
  amount: units,
  /** The leaf's number, from 0; its lowest bit says on which side it stands, the next where the node above stands. */
  position: z.number().int(),
  beside: z.array(z.object({ hash: digest, sum: units })),
})
export type SolvencyPath = z.output<typeof path>

const memberProof = z.object({
  period,
  sid: digest,
  /** The root that it was made for: to be the same as the public list says without a token. */
  root: digest,
  nonce: digest,
  /** The login key that the leaves were made for; it counts only when it is the device's own. */
  publicKey: digest,
  /** USDT, then LEAF. Available, frozen, locked and in escrow together. */
  trees: z.array(
    z.object({ asset: z.enum(assets), balance: units, shares: z.array(path).length(SHARES) }),
  ),
})
/** What a member needs to see for themselves that they are counted. */
export type SolvencyProof = z.output<typeof memberProof>

const platformProof = z.object({
  period,
  sid: digest,
  root: digest,
  trees: z.array(
    z.object({ asset: z.enum(assets), leaves: z.array(path.extend({ name: platformLeafName })) }),
  ),
})
/** The named leaves of the house with their paths. */
export type SolvencyPlatformProof = z.output<typeof platformProof>

export const solvencyRoots = endpoint({
  id: 'solvency.roots',
  path: '/api/solvency/roots',
  access: 'public',
  summary:
    'What each settlement published of everything that is owed, newest first: docs/solvency-proof.md.',
  query: z.strictObject(pageQuery),
  answer: pageOf(published),
})

/** To be asked without a token: so nobody can be told another root than everyone. */
export const solvencySystem = endpoint({
  id: 'solvency.house',
  path: '/api/solvency/house',
  access: 'public',
  summary:
    "The house's own leaves in the trees of a settlement, with their paths; for the newest few.",
  query: z.strictObject({ period }),
  answer: platformProof,
  refusals: ['notFound'],
})

export const solvencyProof = endpoint({
  id: 'solvency.proof',
  path: '/api/solvency/proof',
  summary:
    "The caller's own leaves in the trees of a settlement, with their paths; for the newest few, and for who was a member then.",
  query: z.strictObject({ period }),
  answer: memberProof,
  refusals: ['notFound'],
})
