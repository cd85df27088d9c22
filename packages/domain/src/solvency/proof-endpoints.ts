import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { digest, instant, pageOf, pageQuery, period } from '../contract/wire.ts'
import { assets } from '../money/amount.ts'
import { units } from '../proofs/wire.ts'
import { SHARES } from './format.ts'

/** House accounts that are leaves of a tree by their names: rule book 2.1. */
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
  /** The house accounts' part of the total, one leaf each; the rest is owed to members. */
  house: z.array(z.object({ name: platformLeafName, amount: units })),
})

const published = z.object({
  /** The settlement at whose end it was published. */
  period,
  /** SHA-256 of `domain`, `sequence`, `takenAt` and `blockHash`: see `sessionId`. */
  sid: digest,
  domain: z.string(),
  sequence: z.number().int(),
  /** The instant of the snapshot of the books. */
  takenAt: instant,
  /** The newest final block then; both null without a chain. */
  block: z.number().int().nullable(),
  blockHash: digest.nullable(),
  /** `root` of the previous settlement; zeros for the first. */
  previous: digest,
  /** The one hash over all of it: see `periodRoot`. */
  root: digest,
  /** Number of members, with money or without: each has a leaf for every share in every tree. */
  members: z.number().int(),
  /** USDT, then LEAF. */
  trees: z.array(tree),
  /** Whether members can still get their paths: only for the newest few. */
  provable: z.boolean(),
})
/** What a settlement publishes of everything that is owed. */
export type PublishedRoot = z.output<typeof published>

/** From a leaf to its root: the sibling node of each level, the leaf's own level first. */
const path = z.object({
  /** Micro-units of this leaf. */
  amount: units,
  /** The leaf's index, from 0; its lowest bit gives its side, the next bit the side of its parent. */
  position: z.number().int(),
  beside: z.array(z.object({ hash: digest, sum: units })),
})
export type SolvencyPath = z.output<typeof path>

const memberProof = z.object({
  period,
  sid: digest,
  /** The root that it was made for; must equal the one of the public list, fetched without a token. */
  root: digest,
  nonce: digest,
  /** The login key that the leaves were made for; accepted only when it is the device's own. */
  publicKey: digest,
  /** USDT, then LEAF. Available, frozen, locked and in escrow together. */
  trees: z.array(
    z.object({ asset: z.enum(assets), balance: units, shares: z.array(path).length(SHARES) }),
  ),
})
/** What a member needs to check that they are counted. */
export type SolvencyProof = z.output<typeof memberProof>

const platformProof = z.object({
  period,
  sid: digest,
  root: digest,
  trees: z.array(
    z.object({ asset: z.enum(assets), leaves: z.array(path.extend({ name: platformLeafName })) }),
  ),
})
/** The named house leaves with their paths. */
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

/** Requested without a token, so that nobody can get a different root. */
export const solvencySystem = endpoint({
  id: 'solvency.house',
  path: '/api/solvency/house',
  access: 'public',
  summary:
    "The platform's own leaves in the trees of a settlement, with their paths; for the newest few.",
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
