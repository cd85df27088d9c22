import { createCipheriv } from 'node:crypto'
import { PAY_LEAF_SUMS, PAY_NODE, type PayLeafParts, payLeafWriter } from '@banyan/domain'
import { sha256 } from '../../platform/sha256.ts'
import { nodeBytes, type TreeFormat } from '../../platform/sum-tree.ts'

/** The tree of a settlement's static pay: each node carries coins and pay. */
export const payTree: TreeFormat = { prefix: PAY_NODE, sums: 2 }

/** The keys and data from which the leaves of one settlement are computed. */
export interface PayKeys {
  pid: Uint8Array
  /** The secret: its holder can tell whose a leaf is. */
  key: Uint8Array
}

/** A position of the settlement, or nothing: empty leaves fill the tree. Micro-units. */
export interface PaidLeaf {
  publicKey: Uint8Array
  position: Uint8Array
  weight: bigint
  pay: bigint
}

const NONCE_BYTES = 32
const CIPHER_BLOCKS = BigInt(NONCE_BYTES / 16)

/**
 * The nonces of a number of leaves from an index on: a cipher stream, so each can be computed
 * independently.
 */
export function noncesFrom({ key }: PayKeys, first: number, count: number): Buffer {
  const counter = Buffer.alloc(16)
  counter.writeBigUInt64BE(BigInt(first) * CIPHER_BLOCKS, 8)
  return createCipheriv('aes-256-ctr', key, counter).update(Buffer.alloc(count * NONCE_BYTES))
}

export const nonceAt = (nonces: Buffer, n: number): Buffer =>
  nonces.subarray(n * NONCE_BYTES, (n + 1) * NONCE_BYTES)

const nobody = new Uint8Array(32)
const nothing: PaidLeaf = {
  publicKey: nobody,
  position: new Uint8Array(16),
  weight: 0n,
  pay: 0n,
}

/** The hashed content of a leaf; without the nonce nobody can tell a filling leaf from another. */
export const leafParts = (
  { pid }: PayKeys,
  nonce: Uint8Array,
  paid: PaidLeaf = nothing,
): PayLeafParts => ({ pid, nonce, ...paid })

/** Packs leaves, as they are hashed in the nodes above, into one row. */
export function leafPacker(): (leaf: PayLeafParts, row: Buffer, at: number) => void {
  const write = payLeafWriter()
  return (leaf, row, at) => {
    const bytes = write(leaf)
    row.set(sha256(bytes), at)
    row.set(bytes.subarray(PAY_LEAF_SUMS), at + 32)
  }
}

export function packedLeaf(leaf: PayLeafParts): Buffer {
  const node = Buffer.alloc(nodeBytes(payTree))
  leafPacker()(leaf, node, 0)
  return node
}
