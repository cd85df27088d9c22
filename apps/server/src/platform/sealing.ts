import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { derived, type KeyRing } from './key-ring.ts'

/**
 * Encryption of single fields, so that a copy of the database reveals nobody's address (security.md
 * T28). `place` names the content and owner of an encrypted text. It can be decrypted for this
 * place only, so a person who can write to the database cannot swap rows.
 */
export interface Sealing {
  seal(text: string, place: string): Buffer
  /** @throws when the text was encrypted for another place or by another key, or was changed. */
  open(sealed: Buffer, place: string): string
  /** Returns the same value for the same text; without the key it reveals nothing. For look-ups. */
  index(text: string, place: string): Buffer
  /** The same under every accepted key, the current one first: what was stored may have any of them. */
  indexes(text: string, place: string): [Buffer, ...Buffer[]]
}

/**
 * As `open`, for a value that is emptied when the account of its member is closed: an empty one
 * reads as no text.
 */
export const openUnlessErased = (sealing: Sealing, sealed: Buffer, place: string): string =>
  sealed.length === 0 ? '' : sealing.open(sealed, place)

const IV_BYTES = 12
const MAC_BYTES = 16

/**
 * AES-256-GCM and HMAC-SHA-256, each with a key of its own drawn from the field key. The first byte
 * of an encrypted text is the version of its key.
 */
export function openSealing(fieldKey: KeyRing): Sealing {
  const keys = derived(fieldKey, key => {
    const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `banyan ${use} v1`, 32))
    return { sealing: keyFor('field sealing'), index: keyFor('blind index') }
  })
  const indexWith = (key: { index: Buffer }, text: string, place: string) =>
    createHmac('sha256', key.index).update(`${place}\n${text}`).digest()
  return {
    seal(text, place) {
      const { version, value: key } = keys.current()
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key.sealing, iv).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body])
    },
    open(sealed, place) {
      const key = keys.at(sealed[0] ?? 0)
      if (!key) throw new Error('an encrypted field has an unknown tag')
      const iv = sealed.subarray(1, 1 + IV_BYTES)
      const mac = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + MAC_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key.sealing, iv, {
        authTagLength: MAC_BYTES,
      })
      decipher.setAAD(Buffer.from(place)).setAuthTag(mac)
      const body = sealed.subarray(1 + IV_BYTES + MAC_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
    index: (text, place) => indexWith(keys.current().value, text, place),
    indexes: (text, place) => {
      const [first, ...others] = keys.accepted()
      const of = (key: { index: Buffer }) => indexWith(key, text, place)
      return [of(first), ...others.map(of)]
    },
  }
}
