import { createHmac, hash } from 'node:crypto'
import {
  type Asset,
  BALANCE_LIMIT,
  type LeafParts,
  memberCommitment,
  type PlatformLeafName,
  platformCommitment,
  SHARES,
} from '@banyan/domain'
import { sha256 } from '../../platform/sha256.ts'

/** The keys and parameters of one snapshot of the books. */
export interface ProofKeys {
  sid: Uint8Array
  /** K of security.md 4.14: its holder can tell whose leaf is whose. */
  key: Uint8Array
}

/** A member as frozen by a snapshot. Micro-units. */
export interface Owner {
  /** The sixteen bytes of the member's id. */
  account: Buffer
  /** Zeros for a member without a login key. */
  publicKey: Buffer
  balances: Record<Asset, bigint>
}

/** An account of the platform. */
export interface PlatformLeaf {
  name: PlatformLeafName
  amount: bigint
}

/** Bytes of an owner as stored in a snapshot: id, login key, and both balances. */
export const OWNER_BYTES = 80

/** Owners of one row. */
export const OWNERS_PER_ROW = 16

/**
 * Reads the owner at a place. A balance is two whole numbers of 63 bits, as the database writes it.
 */
export function ownerAt(rows: Buffer, place: number): Owner {
  const at = place * OWNER_BYTES
  const amount = (offset: number): bigint =>
    (rows.readBigInt64BE(at + offset) << 63n) + rows.readBigInt64BE(at + offset + 8)
  return {
    account: rows.subarray(at, at + 16),
    publicKey: rows.subarray(at + 16, at + 48),
    balances: { USDT: amount(48), LEAF: amount(64) },
  }
}

/** The secret by which only the member finds their leaves: HMAC of their account under the key. */
export const nonceOf = ({ key }: ProofKeys, owner: Owner): Buffer =>
  createHmac('sha256', key).update(owner.account).digest()

/** The owner of the leaves of a member, in every tree. */
export interface Identity {
  nonce: Buffer
  commitment: Uint8Array
}

export function identityOf(keys: ProofKeys, owner: Owner): Identity {
  const nonce = nonceOf(keys, owner)
  return { nonce, commitment: memberCommitment(sha256, keys.sid, owner.publicKey, nonce) }
}

/** The leaves of a member in one tree. Computing them again gives the same leaves. */
export function memberLeaves(
  keys: ProofKeys,
  asset: Asset,
  owner: Owner,
  { nonce, commitment }: Identity = identityOf(keys, owner),
): LeafParts[] {
  return cutBalance(owner.balances[asset], asset, nonce).map((amount, i) => ({
    sid: keys.sid,
    asset,
    commitment,
    i,
    k: SHARES,
    amount,
  }))
}

/** The single leaf of an account of the platform. */
export const platformLeaf = (keys: ProofKeys, asset: Asset, house: PlatformLeaf): LeafParts => ({
  sid: keys.sid,
  asset,
  i: 0,
  k: 1,
  amount: house.amount,
  commitment: platformCommitment(sha256, keys.sid, house.name),
})

/** A zero leaf that fills a tree: without the key it looks like a member's. */
export const paddingLeaf = (keys: ProofKeys, asset: Asset, number: number): LeafParts => ({
  sid: keys.sid,
  asset,
  i: number % SHARES,
  k: SHARES,
  amount: 0n,
  commitment: sha256(Buffer.concat([Buffer.from(`padding ${asset} ${number} `), keys.key])),
})

/**
 * Bytes of one random cut: so many bits more than a likely balance has that no share is likelier.
 */
const CUT_BYTES = 10

/**
 * Cuts a balance at three places drawn evenly from all of it: the shares sum to it exactly and none
 * is negative. The draw is SHA-256 of the member's nonce, so nothing of it needs to be stored, and
 * without the nonce a share reveals nothing.
 * @throws RangeError for a balance that no ledger can have.
 */
export function cutBalance(balance: bigint, asset: Asset, nonce: Uint8Array): bigint[] {
  if (balance < 0n || balance >= BALANCE_LIMIT) throw new RangeError('a balance out of range')
  if (balance === 0n) return [0n, 0n, 0n, 0n]
  const drawn = hash('sha256', Buffer.concat([Buffer.from(`share ${asset}`), nonce]), 'buffer')
  const cuts = Array.from({ length: SHARES - 1 }, (_, n) => {
    const part = BigInt(`0x${drawn.toString('hex', n * CUT_BYTES, (n + 1) * CUT_BYTES)}`)
    return (part * (balance + 1n)) >> BigInt(CUT_BYTES * 8)
  }).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return [...cuts, balance].map((cut, n) => cut - (cuts[n - 1] ?? 0n))
}
