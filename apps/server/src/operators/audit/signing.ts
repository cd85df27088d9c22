import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { derived, type KeyRing } from '../../platform/key-ring.ts'

/** A root of the audit log as it is signed. */
export interface RootFacts {
  /** Counts the roots from 1. */
  number: number
  /** The number of acts that it covers. */
  size: number
  root: Buffer
  at: Date
}

/** The signed text of a root: docs/audit-log.md. */
const textOf = ({ number, size, root, at }: RootFacts): Buffer =>
  Buffer.from(
    ['banyan-audit-root-1', number, size, root.toString('hex'), at.toISOString(), ''].join('\n'),
  )

/** Where a new key begins: the number of its first root, and the key of the root before. */
export interface KeyChange {
  number: number
  before: Buffer
  after: Buffer
}

/** What the key before signs for the one that follows it: docs/audit-log.md. */
const changeTextOf = ({ number, before, after }: KeyChange): Buffer =>
  Buffer.from(
    ['banyan-audit-key-1', number, before.toString('hex'), after.toString('hex'), ''].join('\n'),
  )

export interface RootSigner {
  /** The 32 bytes of an Ed25519 public key. */
  publicKey: Buffer
  sign(facts: RootFacts): Buffer
  signChange(change: KeyChange): Buffer
}

/** What stands before the 32 bytes of a key in its DER form (RFC 8410). */
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex')

/** The signers of every accepted key, the current one first. */
export function rootSignersOf(auditKey: KeyRing): () => [RootSigner, ...RootSigner[]] {
  const signers = derived(auditKey, openRootSigner)
  return () => signers.accepted()
}

/** The key pair of a secret that has no other use. */
export function openRootSigner(auditKey: Buffer): RootSigner {
  const der = Buffer.concat([PRIVATE, auditKey])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    publicKey,
    sign: facts => sign(null, textOf(facts), key),
    signChange: change => sign(null, changeTextOf(change), key),
  }
}

const keyOf = (publicKey: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC, publicKey]), format: 'der', type: 'spki' })

/** Whether a root was signed with the key. */
export const isSigned = (facts: RootFacts, publicKey: Buffer, signature: Buffer): boolean =>
  verify(null, textOf(facts), keyOf(publicKey), signature)

/** Whether the key before has signed that another one follows it. */
export const isSignedChange = (change: KeyChange, signature: Buffer): boolean =>
  verify(null, changeTextOf(change), keyOf(change.before), signature)
