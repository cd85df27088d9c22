import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { FileStorage } from '@flystorage/file-storage'
import type { Database, Tx } from '../platform/database/connect.ts'
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

/** AES-256-GCM with a key of its own; each file is bound to its picture. */
export function openOriginals(
  files: FileStorage,
  fieldKey: Buffer,
  stillNeeded: (reader: Database | Tx, uploadIds: readonly string[]) => Promise<Set<string>>,
): Originals {
  const key = Buffer.from(hkdfSync('sha256', fieldKey, '', 'banyan originals v1', 32))
  return {
    async keep(uploadId, raw) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(uploadId))
      const body = Buffer.concat([cipher.update(raw), cipher.final()])
      const name = `${randomBytes(16).toString('hex')}.sealed`
      await files.write(name, Buffer.concat([iv, cipher.getAuthTag(), body]))
      return name
    },
    async read(reader, uploadId) {
      const row = await findOriginal(reader, uploadId)
      if (!row?.fileName) return null
      const sealed = await files.readToBuffer(row.fileName)
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
        authTagLength: MAC_BYTES,
      })
      decipher
        .setAAD(Buffer.from(uploadId))
        .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + MAC_BYTES))
      const body = sealed.subarray(IV_BYTES + MAC_BYTES)
      return {
        bytes: Buffer.concat([decipher.update(body), decipher.final()]),
        mediaType: row.mediaType,
      }
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
        // Deletes the file first: a row that still names it is tried again.
        if (fileName) await files.deleteFile(fileName)
        await markRemoved(database, uploadId)
      }
    },
  }
}
