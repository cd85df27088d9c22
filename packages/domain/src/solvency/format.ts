import type { Asset } from '../money/amount.ts'
import {
  joined,
  numberBytes,
  type Sha256,
  SUM_LIMIT,
  sumBytes,
  textBytes,
  writeSum,
} from '../proofs/bytes.ts'

/** The exact bytes of the proof of solvency: security.md 4.14, described in docs/solvency-proof.md. */

/** The number of shares of a balance, so that nobody who sees a neighbouring leaf sees a balance. */
export const SHARES = 4
/** A balance is below this: the sums of the tree of any real platform stay far below `SUM_LIMIT`. */
export const BALANCE_LIMIT = 1n << 120n

/** The parts of a session id: the one instant and the one platform that its trees describe. */
export interface SessionParts {
  /** The origin of the platform, as members open it. */
  domain: string
  /** No transaction of the ledger with this number or a later one is in the trees. */
  sequence: number
  /** Milliseconds since 1970 UTC. */
  time: number
  /** The newest final block of the chain of the recharge addresses, 32 bytes; null without a chain. */
  blockHash: Uint8Array | null
}

/**
 * `sid = SHA-256("sol-v1" || domain || sequence 8 B || time 8 B || blockHash 32 B)`; without a
 * chain the hash is 32 zero bytes. It is in every leaf, so a leaf of another day does not fit into
 * today's tree.
 */
export const sessionId = (sha256: Sha256, parts: SessionParts): Uint8Array =>
  sha256(
    joined([
      textBytes('sol-v1'),
      textBytes(parts.domain),
      numberBytes(parts.sequence, 8),
      numberBytes(parts.time, 8),
      parts.blockHash ?? new Uint8Array(32),
    ]),
  )

/**
 * The owner of a leaf: `C = SHA-256("sol-uid-v1" || sid || P || nonce)`, with P the public half of
 * the member's own login key (32 zero bytes for the first inviter, who has none) and a nonce that
 * only the platform and the member know.
 */
export const memberCommitment = (
  sha256: Sha256,
  sid: Uint8Array,
  publicKey: Uint8Array,
  nonce: Uint8Array,
): Uint8Array => sha256(joined([textBytes('sol-uid-v1'), sid, publicKey, nonce]))

/** A house account by its name: `C = SHA-256("sol-house-v1" || sid || name)`. */
export const platformCommitment = (sha256: Sha256, sid: Uint8Array, name: string): Uint8Array =>
  sha256(joined([textBytes('sol-house-v1'), sid, textBytes(name)]))

/** One leaf: share `i` of the `k` of one owner in one tree. A house leaf is not divided: share 0 of 1. */
export interface LeafParts {
  sid: Uint8Array
  asset: Asset
  commitment: Uint8Array
  i: number
  k: number
  /** Micro-units. */
  amount: bigint
}

/** A leaf or a node of a tree: its hash and the sum of everything below it, micro-units. */
export interface SumNode {
  hash: Uint8Array
  sum: bigint
}

/**
 * `SHA-256(0x00 || sid || asset || C || i || k || amount 16 B)`; the asset is its four letters, i
 * and k have a byte each.
 * @throws RangeError when the amount is negative or too large for a balance.
 */
export function leafHash(sha256: Sha256, leaf: LeafParts): Uint8Array {
  if (leaf.amount < 0n || leaf.amount >= BALANCE_LIMIT) throw new RangeError('a share out of range')
  const bytes = new Uint8Array(87)
  bytes.set(leaf.sid, 1)
  for (let at = 0; at < 4; at++) bytes[33 + at] = leaf.asset.charCodeAt(at)
  bytes.set(leaf.commitment, 37)
  bytes[69] = leaf.i
  bytes[70] = leaf.k
  writeSum(bytes, 71, leaf.amount)
  return sha256(bytes)
}

/**
 * Returns the parent of two nodes: `SHA-256(0x01 || l.hash || l.sum 16 B || r.hash || r.sum 16 B)`.
 * Both sums are bound: binding only their total would let a platform hide what it owes.
 * @throws RangeError when a sum is negative, or the total does not fit 16 bytes.
 */
export function parentOf(sha256: Sha256, left: SumNode, right: SumNode): SumNode {
  const sum = left.sum + right.sum
  if (left.sum < 0n || right.sum < 0n || sum >= SUM_LIMIT)
    throw new RangeError('a sum out of range')
  const bytes = new Uint8Array(97)
  bytes[0] = 1
  bytes.set(left.hash, 1)
  writeSum(bytes, 33, left.sum)
  bytes.set(right.hash, 49)
  writeSum(bytes, 81, right.sum)
  return { hash: sha256(bytes), sum }
}

/** One published tree: 2^depth leaves. */
export interface TreeRoot {
  asset: Asset
  root: Uint8Array
  /** Micro-units. */
  total: bigint
  depth: number
}

/**
 * The one hash that a settlement publishes, chained to the one before it:
 * `SHA-256("sol-root-v1" || sid || previous || members 4 B || per tree (asset || root || total 16 B || depth 1 B))`,
 * trees in the order USDT, LEAF. Before the first one `previous` is 32 zero bytes.
 */
export const periodRoot = (
  sha256: Sha256,
  sid: Uint8Array,
  previous: Uint8Array,
  members: number,
  trees: readonly TreeRoot[],
): Uint8Array =>
  sha256(
    joined([
      textBytes('sol-root-v1'),
      sid,
      previous,
      numberBytes(members, 4),
      ...trees.flatMap(tree => [
        textBytes(tree.asset),
        tree.root,
        sumBytes(tree.total),
        numberBytes(tree.depth, 1),
      ]),
    ]),
  )
