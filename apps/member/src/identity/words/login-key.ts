import { LOGIN_KEY_INFO } from '@banyan/domain'

/** The key that is derived from the words: it proves their ownership without disclosing them. */
export interface LoginKey {
  /** Hex, 32 bytes. */
  readonly publicKey: string
  /** Ed25519 over the UTF-8 of a text; hex, 64 bytes. */
  sign(text: string): Promise<string>
}

/** Browsers provide cryptography only over HTTPS and on localhost. */
export const hasCryptography = (): boolean => globalThis.crypto?.subtle !== undefined

/** The prefix of the 32 bytes of an Ed25519 seed in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Uint8Array.from([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
])

/**
 * The login key of an entropy (security.md 4.1): Ed25519 seed = HKDF-SHA-256(entropy, no salt,
 * LOGIN_KEY_INFO). Uses the browser's Ed25519 if it has one, else a library that is loaded then.
 */
export async function loginKeyOf(
  entropy: Uint8Array,
  subtle: SubtleCrypto = crypto.subtle,
): Promise<LoginKey> {
  const seed = await seedOf(entropy, subtle)
  try {
    return await platformKey(seed, subtle)
  } catch {
    return libraryKey(seed)
  }
}

async function seedOf(entropy: Uint8Array, subtle: SubtleCrypto): Promise<Uint8Array> {
  const material = await subtle.importKey('raw', own(entropy), 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode(LOGIN_KEY_INFO)
  const salt = new Uint8Array()
  return new Uint8Array(
    await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, material, 256),
  )
}

/** @throws the browser's error when it does not support Ed25519. */
async function platformKey(seed: Uint8Array, subtle: SubtleCrypto): Promise<LoginKey> {
  const pkcs8 = new Uint8Array([...PKCS8_HEAD, ...seed])
  // The browser returns the public half of an exportable key only; the signing key is not
  // exportable.
  const whole = await subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign'])
  const { x } = await subtle.exportKey('jwk', whole)
  if (x === undefined) throw new Error('the browser returned no public key')
  const key = await subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign'])
  pkcs8.fill(0)
  seed.fill(0)
  return {
    publicKey: hex(bytesOfBase64Url(x)),
    sign: async text => {
      const bytes = new TextEncoder().encode(text)
      return hex(new Uint8Array(await subtle.sign('Ed25519', key, bytes)))
    },
  }
}

async function libraryKey(seed: Uint8Array): Promise<LoginKey> {
  const { ed25519 } = await import('@noble/curves/ed25519.js')
  return {
    publicKey: hex(ed25519.getPublicKey(seed)),
    sign: async text => hex(ed25519.sign(new TextEncoder().encode(text), seed)),
  }
}

/** A copy on memory of its own, as the browser's types require. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

const bytesOfBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), sign => sign.charCodeAt(0))
