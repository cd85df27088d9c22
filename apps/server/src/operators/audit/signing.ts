import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

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

export interface RootSigner {
  /** The 32 bytes of an Ed25519 public key. */
  publicKey: Buffer
  sign(facts: RootFacts): Buffer
}

/** What stands before the 32 bytes of a key in its DER form (RFC 8410). */
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex')

/** The key pair of a secret that has no other use. */
export function openRootSigner(auditKey: Buffer): RootSigner {
  const der = Buffer.concat([PRIVATE, auditKey])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { publicKey, sign: facts => sign(null, textOf(facts), key) }
}

const keyOf = (publicKey: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC, publicKey]), format: 'der', type: 'spki' })

/** Whether a root was signed with the key. */
export const isSigned = (facts: RootFacts, publicKey: Buffer, signature: Buffer): boolean =>
  verify(null, textOf(facts), keyOf(publicKey), signature)
