import type { WordList } from '../words/words.ts'

/** The stored content: the entropy of the words, and the list that they are shown in. */
export interface KeptWords {
  readonly entropy: Uint8Array
  readonly list: WordList
}

/** Words that were sealed twice. Without the password and this device's key it discloses nothing. */
export interface SealedWords {
  readonly version: 1
  /** Rounds of PBKDF2-SHA-256. */
  readonly rounds: number
  readonly salt: Uint8Array<ArrayBuffer>
  readonly innerNonce: Uint8Array<ArrayBuffer>
  readonly outerNonce: Uint8Array<ArrayBuffer>
  readonly data: Uint8Array<ArrayBuffer>
}

/** The inputs of both seals. */
export interface SealKeys {
  /** Bound into the seals: a box of one account opens for no other. */
  readonly accountId: string
  readonly loginPassword: string
  /** The outer seal's key; it cannot leave this browser. */
  readonly deviceKey: CryptoKey
}

/** security.md 4.1. */
const PBKDF2_ROUNDS = 600_000
/** The most rounds that a box of a later version may require. */
const MOST_ROUNDS = 10_000_000
const SALT_BYTES = 16
const NONCE_BYTES = 12

/** The names of the lists, as the first byte of the sealed content. Never renumber. */
const listBytes: Readonly<Record<WordList, number>> = { zh: 1, en: 2 }

/** The key of the outer seal: made and used here, and not readable by anybody, this code included. */
export const newDeviceKey = (subtle: SubtleCrypto = crypto.subtle): Promise<CryptoKey> =>
  subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/** Seals words: inside by the login password, outside by the device's key, each AES-256-GCM. */
export async function sealWords(
  words: KeptWords,
  keys: SealKeys,
  { subtle = crypto.subtle, rounds = PBKDF2_ROUNDS } = {},
): Promise<SealedWords> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const innerNonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const outerNonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const passwordKey = await keyOfPassword(keys.loginPassword, { salt, rounds }, subtle)
  const plain = new Uint8Array([listBytes[words.list], ...words.entropy])
  try {
    const inner = await subtle.encrypt(gcm(innerNonce, keys, 'inner'), passwordKey, plain)
    const outer = await subtle.encrypt(gcm(outerNonce, keys, 'outer'), keys.deviceKey, inner)
    return { version: 1, rounds, salt, innerNonce, outerNonce, data: new Uint8Array(outer) }
  } finally {
    plain.fill(0)
  }
}

/** The words of a box, or null: it belongs to another password or account, or is damaged. */
export async function openSealed(
  box: SealedWords,
  keys: SealKeys,
  subtle: SubtleCrypto = crypto.subtle,
): Promise<KeptWords | null> {
  if (box.version !== 1 || box.rounds > MOST_ROUNDS) return null
  try {
    const inner = await subtle.decrypt(gcm(box.outerNonce, keys, 'outer'), keys.deviceKey, box.data)
    const passwordKey = await keyOfPassword(keys.loginPassword, box, subtle)
    const plain = new Uint8Array(
      await subtle.decrypt(gcm(box.innerNonce, keys, 'inner'), passwordKey, inner),
    )
    const list = plain[0] === listBytes.zh ? 'zh' : 'en'
    const entropy = plain.slice(1)
    plain.fill(0)
    return { entropy, list }
  } catch {
    // There is no reason to return: authenticated decryption only detects a mismatch.
    return null
  }
}

const gcm = (iv: Uint8Array<ArrayBuffer>, { accountId }: SealKeys, seal: 'inner' | 'outer') => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`banyan vault v1\n${seal}\n${accountId}`),
})

/** The same password with another encoding of its accents is the same password, as on the server. */
async function keyOfPassword(
  password: string,
  { salt, rounds }: Pick<SealedWords, 'salt' | 'rounds'>,
  subtle: SubtleCrypto,
): Promise<CryptoKey> {
  const typed = new TextEncoder().encode(password.normalize('NFC'))
  const material = await subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey'])
  typed.fill(0)
  return subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
