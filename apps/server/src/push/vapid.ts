import { hkdfSync } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'

/** How the server says who it is to a push service (RFC 8292); base64url. */
export interface Vapid {
  subject: string
  publicKey: string
  privateKey: string
}

/** The key pair of a secret that is there for it alone (docs/decisions/push-key.md). */
export function openVapid(pushKey: Buffer, subject: string): Vapid {
  // 48 bytes give an even scalar (FIPS 186-5, A.2.1); the library takes them as its randomness.
  const seed = new Uint8Array(hkdfSync('sha256', pushKey, '', 'banyan web push v1', 48))
  const privateKey = p256.utils.randomSecretKey(seed)
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  return {
    subject,
    publicKey: text(p256.getPublicKey(privateKey, false)),
    privateKey: text(privateKey),
  }
}

/** Whom a push service may write to: the app's address, or the sender of e-mails where it has none by https. */
export function contactOf(origins: readonly string[], mailFrom: string): string {
  const origin = origins.find(one => one.startsWith('https://'))
  return origin ?? `mailto:${/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`
}

/** True for a point of the curve, which alone a message can be encrypted for. */
export function isPoint(p256dh: string): boolean {
  try {
    p256.Point.fromBytes(Buffer.from(p256dh, 'base64url')).assertValidity()
    return true
  } catch {
    return false
  }
}
