import { hkdfSync } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { derived, type KeyRing } from '../platform/key-ring.ts'

/** The identity of the server for a push service (RFC 8292); base64url. */
export interface Vapid {
  subject: string
  publicKey: string
  privateKey: string
}

/** The key pair of a secret that has no other use (docs/decisions/push-key.md). */
export function openVapid(pushKey: Buffer, subject: string): Vapid {
  // 48 bytes give a uniform scalar (FIPS 186-5, A.2.1); the library takes them as its randomness.
  const seed = new Uint8Array(hkdfSync('sha256', pushKey, '', 'banyan web push v1', 48))
  const privateKey = p256.utils.randomSecretKey(seed)
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  return {
    subject,
    publicKey: text(p256.getPublicKey(privateKey, false)),
    privateKey: text(privateKey),
  }
}

/** The key pairs of every accepted push key, the current one first. */
export function vapidsOf(pushKey: KeyRing, subject: string): () => [Vapid, ...Vapid[]] {
  const pairs = derived(pushKey, key => openVapid(key, subject))
  return () => pairs.accepted()
}

/**
 * The contact for a push service: the app's address, or the sender of e-mails when the app has none
 * by https.
 */
export function contactOf(origins: readonly string[], mailFrom: string): string {
  const origin = origins.find(one => one.startsWith('https://'))
  return origin ?? `mailto:${/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`
}

/** True for a point of the curve; a message can only be encrypted for such a point. */
export function isPoint(p256dh: string): boolean {
  try {
    p256.Point.fromBytes(Buffer.from(p256dh, 'base64url')).assertValidity()
    return true
  } catch {
    return false
  }
}
