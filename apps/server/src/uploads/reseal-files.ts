import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import { newName } from './coming.ts'
import type { FileKeeper } from './keeper.ts'
import { openOriginal, sealOriginal } from './originals.ts'
import { isSealedName, keyFor, openedFile, sealedName, sealFile, versionIn } from './sealed-file.ts'
import { claimFiles, notedFiles } from './written-files.ts'

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
const DROPPED_AT_ONCE = 1000

/**
 * Encrypts videos, documents and originals anew that other keys than the current one have
 * encrypted: the new file is there before its row names it, and the old one stays until
 * `dropEarlierFiles`, for a request that is reading it. Can be killed and run again. Returns the number of files.
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

/**
 * Takes away what was encrypted with other keys than the current one and what no row names any
 * more: what `resealFiles` has left, also of uploads that were deleted meanwhile.
 */
export async function dropEarlierFiles({ database, files, fieldKey }: SealedFiles): Promise<void> {
  const { version } = fieldKey.current
  let some: string[] = []
  const drop = async () => {
    const named = await namedAmong(database, some)
    for (const name of some) if (!named.has(name)) await files.remove(name)
    some = []
  }
  for await (const name of files.names()) {
    if (!isSealedName(name) || versionIn(name) === version) continue
    if (some.push(name) === DROPPED_AT_ONCE) await drop()
  }
  await drop()
}

/** Those of these files that rows name. */
async function namedAmong(database: Database, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select file_name as name from upload where file_name = any(${names}) and not files_gone
    union all select file_name from upload_original where file_name = any(${names})`.execute(
    database,
  )
  return new Set(rows.map(({ name }) => name))
}

async function resealOne(context: SealedFiles, row: Row): Promise<void> {
  const { database, fieldKey, coming } = context
  const files = notedFiles(context.files, database)
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
  const isNamed = await inTransaction(database, async tx => {
    const { numAffectedRows = 0n } = await sql`
      update ${table} set file_name = ${next}
      where ${idColumn} = ${id} and file_name = ${name} and removed_at is null`.execute(tx)
    if (numAffectedRows > 0n) await claimFiles(tx, [next])
    return numAffectedRows > 0n
  })
  if (isNamed) return
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
