import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import type { FileKeeper } from './keeper.ts'
import { keyFor, removeFile, sealedName } from './sealed-file.ts'
import { dueOriginals, findOriginal, markRemoved, putOffOriginals } from './store.ts'

/** An original is checked again after this long, and deleted when nothing needs it any more. */
export const KEPT_DAYS = 90
const IV_BYTES = 12
const MAC_BYTES = 16
const AT_ONCE = 100

/** The original bytes, encrypted: only for cases. */
export interface Originals {
  /** Writes the bytes of a picture, encrypted; returns the name of the file. */
  keep(uploadId: string, raw: Buffer): Promise<string>
  /** The original bytes; null when they are deleted. */
  read(reader: Database, uploadId: string): Promise<{ bytes: Buffer; mediaType: string } | null>
  /** Deletes originals that are older than 90 days and that nothing needs. */
  job(database: Database): Promise<void>
}

const keyOf = (fieldKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', fieldKey, '', 'banyan originals v1', 32))

/** AES-256-GCM with a key of its own; the bytes are bound to their picture. */
export function sealOriginal(fieldKey: Buffer, uploadId: string, raw: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(fieldKey), iv).setAAD(Buffer.from(uploadId))
  const body = Buffer.concat([cipher.update(raw), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** @throws when the bytes were changed, or are another picture's. */
export function openOriginal(fieldKey: Buffer, uploadId: string, sealed: Buffer): Buffer {
  const iv = sealed.subarray(0, IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(fieldKey), iv, {
    authTagLength: MAC_BYTES,
  })
  decipher.setAAD(Buffer.from(uploadId)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + MAC_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + MAC_BYTES)), decipher.final()])
}

/** Keeps, shows and at last deletes originals. */
export function openOriginals(
  files: FileKeeper,
  fieldKey: KeyRing,
  stillNeeded: (reader: Database | Tx, uploadIds: readonly string[]) => Promise<Set<string>>,
): Originals {
  return {
    async keep(uploadId, raw) {
      const { version, key } = fieldKey.current
      const name = sealedName(version)
      await files.write(name, sealOriginal(key, uploadId, raw))
      return name
    },
    async read(reader, uploadId) {
      const row = await findOriginal(reader, uploadId)
      if (!row?.fileName) return null
      const sealed = await files.read(row.fileName)
      const bytes = openOriginal(keyFor(fieldKey, row.fileName), uploadId, sealed)
      return { bytes, mediaType: row.mediaType }
    },
    async job(database) {
      const due = await dueOriginals(database, AT_ONCE)
      if (due.length === 0) return
      const needed = await stillNeeded(
        database,
        due.map(one => one.uploadId),
      )
      await putOffOriginals(database, [...needed])
      for (const { uploadId, fileName } of due.filter(one => !needed.has(one.uploadId))) {
        if (!fileName) continue
        // Deletes the file first: a row that still names one is tried again.
        await removeFile(files, fieldKey, fileName)
        await markRemoved(database, { uploadId, fileName })
      }
    },
  }
}
