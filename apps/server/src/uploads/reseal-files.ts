import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import { newName } from './coming.ts'
import type { FileKeeper } from './keeper.ts'
import { openOriginal, sealOriginal } from './originals.ts'
import { keyFor, openedFile, sealedName, sealFile, versionIn } from './sealed-file.ts'

/** What it takes to encrypt anew what uploads keep outside the database. */
export interface SealedFiles {
  database: Database
  files: FileKeeper
  fieldKey: KeyRing
  /** A folder for files that are being written. */
  coming: string
}

/** A sealed file with the row that names it: a video or document, or the original of a picture. */
interface Row {
  id: string
  fileName: string
  /** Null of an original. */
  bytes: number | null
}

const AT_ONCE = 100

/**
 * Encrypts videos, documents and originals anew that other keys than the current one have
 * encrypted: the new file is there before its row names it, and the old one stays until
 * `dropEarlierFiles`, for whoever is reading it. Can be killed and run again. Returns the number of files.
 */
export async function resealFiles(
  context: SealedFiles,
  progress: (files: number) => void = () => {},
): Promise<number> {
  let done = 0
  for await (const row of rowsOf(context.database)) {
    if (versionIn(row.fileName) === context.fieldKey.current.version) continue
    await resealOne(context, row)
    progress(++done)
  }
  return done
}

/** How many files are still encrypted with another key than the current one. */
export async function countFilesSealedOtherwise(context: SealedFiles): Promise<number> {
  let count = 0
  for await (const row of rowsOf(context.database))
    if (versionIn(row.fileName) !== context.fieldKey.current.version) count++
  return count
}

/** Takes away what `resealFiles` has left: the same files under other keys. */
export async function dropEarlierFiles({ database, files, fieldKey }: SealedFiles): Promise<void> {
  const { current, accepted } = fieldKey
  for await (const { fileName } of rowsOf(database)) {
    if (versionIn(fileName) !== current.version) continue
    for (const { version } of accepted)
      if (version !== current.version) await files.remove(sealedName(version, fileName))
  }
}

async function resealOne(context: SealedFiles, row: Row): Promise<void> {
  const { database, files, fieldKey, coming } = context
  const { id, bytes, fileName: name } = row
  const { version, key } = fieldKey.current
  const next = sealedName(version, name)
  if (bytes === null) {
    const raw = openOriginal(keyFor(fieldKey, name), id, await files.read(name))
    await files.write(next, sealOriginal(key, id, raw))
  } else {
    const path = newName(coming)
    const whole = { from: 0, to: bytes - 1 }
    try {
      const plain = openedFile(keyFor(fieldKey, name), { files, name }, { id, bytes }, whole)
      await sealFile(key, plain, path, { id, bytes })
      await files.write(next, { path })
    } finally {
      await rm(path, { force: true })
    }
  }
  const table = sql.table(bytes === null ? 'upload_original' : 'upload')
  const idColumn = sql.ref(bytes === null ? 'upload_id' : 'id')
  const { numAffectedRows = 0n } = await sql`
    update ${table} set file_name = ${next}
    where ${idColumn} = ${id} and file_name = ${name} and removed_at is null`.execute(database)
  if (numAffectedRows > 0n) return
  // It was deleted meanwhile, and its files go with it; or somebody else encrypted it anew, too, and
  // the row names this very file.
  const { rows } = await sql<object>`
    select from ${table} where ${idColumn} = ${id} and file_name = ${next}`.execute(database)
  if (rows.length === 0) await files.remove(next)
}

/** Every sealed file that a row names. */
async function* rowsOf(database: Database): AsyncGenerator<Row> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<Row & { original: string | null; kind: string }>`
      select upload.id, upload.kind, upload.file_name, upload.bytes::float8 as bytes,
        upload_original.file_name as original
      from upload left join upload_original on upload_original.upload_id = upload.id
      where upload.id > ${after} and not files_gone
      order by upload.id limit ${AT_ONCE}`.execute(database)
    for (const { id, kind, fileName, bytes, original } of rows) {
      if (kind !== 'picture') yield { id, fileName, bytes }
      if (original !== null) yield { id, fileName: original, bytes: null }
    }
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = last.id
  }
}
