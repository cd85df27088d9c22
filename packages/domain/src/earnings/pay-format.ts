import {
  bytesOfHex,
  joined,
  numberBytes,
  type Sha256,
  SUM_LIMIT,
  sumBytes,
  textBytes,
  writeSum,
  writeSumIn,
} from '../proofs/bytes.ts'

/*
 * The bytes of the proof of static pay, exactly as docs/pay-proof.md describes them: a tree over
 * all positions of a settlement, with two sums in every node, coins and pay.
 */

/** The parts of a tree's id. */
export interface PayRunParts {
  /** The origin of the platform, as members open it. */
  domain: string
  /** The settlement: ten characters, 2026-03-02. */
  period: string
  /** The hashes of the settlement's input and result, 32 bytes each. */
  inputHash: Uint8Array
  resultHash: Uint8Array
}

/**
 * `pid = SHA-256("pay-v1" || domain || period || input hash || result hash)`. It is in every leaf,
 * so a leaf of another settlement does not fit into this tree, and no two leaves have the same
 * hash.
 */
export const payRunId = (sha256: Sha256, parts: PayRunParts): Uint8Array =>
  sha256(
    joined([
      textBytes('pay-v1'),
      textBytes(parts.domain),
      textBytes(parts.period),
      parts.inputHash,
      parts.resultHash,
    ]),
  )

/** A position in a settlement. */
export interface PayLeafParts {
  pid: Uint8Array
  /** Its owner's login key; zeros where there is none. */
  publicKey: Uint8Array
  /** The sixteen bytes of its id. */
  position: Uint8Array
  /** Known only to the platform and the owner. */
  nonce: Uint8Array
  /** Its coins in the units of the settlement, micro-LEAF. */
  weight: bigint
  /** Its pay, micro-USDT. */
  pay: bigint
}

/** A leaf or a node: its hash, and the weight and pay of everything below it. */
export interface PayNode {
  hash: Uint8Array
  weight: bigint
  pay: bigint
}

/** The first byte of the hashed bytes of a leaf and of a node: none is a leaf or a node of another proof. */
const LEAF = 2
export const PAY_NODE = 3

const LEAF_BYTES = 145
/** The offsets of weight and pay in the hashed bytes of a leaf; pay is last. */
export const PAY_LEAF_SUMS = 113

/**
 * Writes the hashed bytes of leaves into one reused buffer, because there are millions of them:
 * `0x02 || pid || P 32 B || position 16 B || nonce 32 B || weight 16 B || pay 16 B`. The returned
 * function throws a RangeError when weight or pay is negative or does not fit.
 */
export function payLeafWriter(): (leaf: PayLeafParts) => Uint8Array {
  const bytes = new Uint8Array(LEAF_BYTES)
  const view = new DataView(bytes.buffer)
  bytes[0] = LEAF
  return ({ pid, publicKey, position, nonce, weight, pay }) => {
    if (weight < 0n || pay < 0n || weight >= SUM_LIMIT || pay >= SUM_LIMIT)
      throw new RangeError('weight or pay out of range')
    bytes.set(pid, 1)
    bytes.set(publicKey, 33)
    bytes.set(position, 65)
    bytes.set(nonce, 81)
    writeSumIn(view, PAY_LEAF_SUMS, weight)
    writeSumIn(view, PAY_LEAF_SUMS + 16, pay)
    return bytes
  }
}

/** @throws RangeError when weight or pay is negative or does not fit. */
export const payLeafNode = (sha256: Sha256, leaf: PayLeafParts): PayNode => ({
  hash: sha256(payLeafWriter()(leaf)),
  weight: leaf.weight,
  pay: leaf.pay,
})

/**
 * Returns the parent of two nodes: `SHA-256(0x03 || l.hash || l.weight || l.pay || r.hash ||
 * r.weight || r.pay)`, sums in 16 bytes.
 * @throws RangeError when a sum is negative, or a total does not fit.
 */
export function payParentOf(sha256: Sha256, left: PayNode, right: PayNode): PayNode {
  const [weight, pay] = [left.weight + right.weight, left.pay + right.pay]
  const sums = [left.weight, left.pay, right.weight, right.pay]
  if (sums.some(sum => sum < 0n) || weight >= SUM_LIMIT || pay >= SUM_LIMIT)
    throw new RangeError('a sum out of range')
  const bytes = new Uint8Array(129)
  bytes[0] = PAY_NODE
  for (const [at, node] of [
    [1, left],
    [65, right],
  ] as const) {
    bytes.set(node.hash, at)
    writeSum(bytes, at + 32, node.weight)
    writeSum(bytes, at + 48, node.pay)
  }
  return { hash: sha256(bytes), weight, pay }
}

/** The parts of a settlement's root. Amounts are micro-units. */
export interface PayRootParts {
  pid: Uint8Array
  /** D, the amount that the settlement offered. */
  released: bigint
  /** W, all weights: the tree's own sum. */
  weight: bigint
  /** All pay: the tree's own sum. */
  paid: bigint
  /** All outstanding coins at the cut-off. */
  coins: bigint
  positions: number
  /** The top of the tree, of 2^depth leaves. */
  tree: Uint8Array
  depth: number
}

/**
 * `SHA-256("pay-root-v1" || pid || D 16 B || W 16 B || paid 16 B || coins 16 B || positions 4 B || tree 32 B || depth 1 B)`.
 */
export const payRoot = (sha256: Sha256, parts: PayRootParts): Uint8Array =>
  sha256(
    joined([
      textBytes('pay-root-v1'),
      parts.pid,
      ...[parts.released, parts.weight, parts.paid, parts.coins].map(sumBytes),
      numberBytes(parts.positions, 4),
      parts.tree,
      numberBytes(parts.depth, 1),
    ]),
  )

/** Returns the sixteen bytes of a position's id on the wire. */
export const positionBytes = (id: string): Uint8Array => bytesOfHex(id.slice('pos_'.length))
