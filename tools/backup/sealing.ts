import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { join } from 'node:path'
import { StartRefused } from '../bootstrap/refusal.ts'

/**
 * Sealing to a public key: X25519 with a key of its own for each message, HKDF-SHA-256 and
 * AES-256-GCM. Anybody with the public key can seal; only the private key opens.
 *
 * A sealed message is the mark, the message's public key (32 bytes), the tag (16) and the ciphertext.
 */
const MARK = Buffer.from('BANYAN-SEALED-1\n')
const KEY_BYTES = 32
const TAG_BYTES = 16
/** Each message has a key of its own, so its nonce may be any that is used once. */
const NONCE = Buffer.alloc(12)

const prefixes = { public: 'banyan-backup-public-', private: 'banyan-backup-PRIVATE-' } as const
type Kind = keyof typeof prefixes

/** A key pair as texts: the public key stays with the product, the private key is kept elsewhere. */
export interface BackupKeys {
  publicKey: string
  privateKey: string
}

/** The file of the public key. */
export const publicKeyFile = (dataDir: string): string => join(dataDir, 'backup-key.txt')

export function makeBackupKeys(): BackupKeys {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  return {
    publicKey: textOf('public', rawOf(publicKey, 'x')),
    privateKey: textOf('private', rawOf(privateKey, 'd')),
  }
}

/** @throws StartRefused when the text is not a public key. */
export function seal(message: Buffer, publicKeyText: string): Buffer {
  const publicKey = bytesOf('public', publicKeyText)
  const own = generateKeyPairSync('x25519')
  const ownPublic = rawOf(own.publicKey, 'x')
  const shared = diffieHellman({ privateKey: own.privateKey, publicKey: publicKeyOf(publicKey) })
  const cipher = createCipheriv('aes-256-gcm', keyOf(shared, ownPublic, publicKey), NONCE)
  cipher.setAAD(MARK)
  const body = Buffer.concat([cipher.update(message), cipher.final()])
  return Buffer.concat([MARK, ownPublic, cipher.getAuthTag(), body])
}

/** @throws StartRefused when the key is wrong or the message was changed. */
export function unseal(sealed: Buffer, privateKeyText: string): Buffer {
  const privateKey = privateKeyOf(bytesOf('private', privateKeyText))
  const publicKey = rawOf(createPublicKey(privateKey), 'x')
  const theirs = sealed.subarray(MARK.length, MARK.length + KEY_BYTES)
  const bodyAt = MARK.length + KEY_BYTES + TAG_BYTES
  try {
    if (!sealed.subarray(0, MARK.length).equals(MARK)) throw new Error('another format')
    const shared = diffieHellman({ privateKey, publicKey: publicKeyOf(theirs) })
    const key = keyOf(shared, theirs, publicKey)
    const decipher = createDecipheriv('aes-256-gcm', key, NONCE, { authTagLength: TAG_BYTES })
    decipher.setAAD(MARK).setAuthTag(sealed.subarray(MARK.length + KEY_BYTES, bodyAt))
    return Buffer.concat([decipher.update(sealed.subarray(bodyAt)), decipher.final()])
  } catch {
    throw new StartRefused(
      'The private key does not open the secrets of this backup: give the one whose public key the backup was made with.',
    )
  }
}

/** @throws StartRefused when the text is not a public key of `npm run backup-key`. */
export const requirePublicKey = (text: string): void => void bytesOf('public', text)

const keyOf = (shared: Buffer, messageKey: Buffer, recipient: Buffer): Buffer =>
  Buffer.from(
    hkdfSync('sha256', shared, Buffer.concat([messageKey, recipient]), 'banyan backup v1', 32),
  )

const rawOf = (key: KeyObject, part: 'x' | 'd'): Buffer =>
  Buffer.from(key.export({ format: 'jwk' })[part] ?? '', 'base64url')

const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') },
    format: 'jwk',
  })

/** The PKCS #8 form of an X25519 key is this prefix and the 32 bytes. */
const privateKeyOf = (raw: Buffer): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), raw]),
    format: 'der',
    type: 'pkcs8',
  })

/** The key and four bytes of its hash, which reveal a typing error. */
function textOf(kind: Kind, raw: Buffer): string {
  return prefixes[kind] + Buffer.concat([raw, checksumOf(kind, raw)]).toString('hex')
}

function bytesOf(kind: Kind, text: string): Buffer {
  const trimmed = text.trim()
  const hex = trimmed.startsWith(prefixes[kind]) ? trimmed.slice(prefixes[kind].length) : ''
  const bytes = Buffer.from(/^[0-9a-f]{72}$/.test(hex) ? hex : '', 'hex')
  const raw = bytes.subarray(0, KEY_BYTES)
  if (bytes.length > 0 && checksumOf(kind, raw).equals(bytes.subarray(KEY_BYTES))) return raw
  throw new StartRefused(
    `What was given is no ${kind} key of a backup: it begins with ${prefixes[kind]} and is printed by npm run backup-key.`,
  )
}

const checksumOf = (kind: Kind, raw: Buffer): Buffer =>
  createHash('sha256').update(kind).update(raw).digest().subarray(0, 4)
