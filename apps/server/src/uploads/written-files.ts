import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { refuse } from '../platform/refused.ts'
import type { FileKeeper } from './keeper.ts'

/** Those of these files that rows name. */
export type NamedAmong = (
  reader: Database | Tx,
  fileNames: readonly string[],
) => Promise<readonly string[]>

const AT_ONCE = 100
/** Longer than any upload takes. */
const UNNAMED_FOR = '1 day'

/**
 * A keeper that writes each name down before it keeps a file under it. A process that dies between
 * the file and the row that names it, or a store that keeps what it seemed to refuse, leaves a file
 * that only this note knows.
 */
export const notedFiles = (files: FileKeeper, database: Database): FileKeeper => ({
  ...files,
  async write(name, bytes) {
    await database
      .insertInto('uploadWritten')
      .values({ fileName: name })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await files.write(name, bytes)
  },
})

/**
 * In the transaction of the row that names them: these files are kept from now on. Refuses where
 * one of them is being taken away, so that a row never names what is gone.
 */
export async function claimFiles(tx: Tx, fileNames: readonly string[]): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('uploadWritten')
    .where('fileName', 'in', fileNames)
    .where('droppingAt', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows !== BigInt(fileNames.length)) refuse('notReady')
}

/** Those of these files that an upload names, also one whose file is gone. */
export const namedByUploads: NamedAmong = async (reader, fileNames) => {
  const { rows } = await sql<{ fileName: string }>`
    select file_name from upload where file_name = any(${[...fileNames]}::text[])
    union all
    select file_name from upload_original where file_name = any(${[...fileNames]}::text[])`.execute(
    reader,
  )
  return rows.map(({ fileName }) => fileName)
}

/**
 * Takes away files that were written down a day ago and that no row names, a batch in each turn.
 * Looks only at names that this database has written down, never at what else is in a folder or a
 * bucket. Several processes may do it at the same time. Returns how many files were taken away.
 */
export async function dropUnnamed(
  database: Database,
  files: FileKeeper,
  named: readonly NamedAmong[],
): Promise<number> {
  let dropped = 0
  for (;;) {
    const names = await beginDropping(database)
    if (names.length === 0) return dropped
    // A row that names one of them was there before: since it is marked, none can come.
    const known = new Set((await Promise.all(named.map(ask => ask(database, names)))).flat())
    for (const name of names.filter(one => !known.has(one))) {
      await files.remove(name)
      dropped++
    }
    await database.deleteFrom('uploadWritten').where('fileName', 'in', names).execute()
  }
}

/** Marks the next batch; one whose upload is being written down this moment is passed over. */
async function beginDropping(database: Database): Promise<string[]> {
  const { rows } = await sql<{ fileName: string }>`
    update upload_written set dropping_at = coalesce(dropping_at, house_now())
    where file_name in (
      select file_name from upload_written
      where written_at < house_now() - ${UNNAMED_FOR}::interval
      order by written_at limit ${AT_ONCE} for update skip locked)
    returning file_name`.execute(database)
  return rows.map(({ fileName }) => fileName)
}

/**
 * Writes down files that are kept and that nothing knows, as a restored backup leaves them: they
 * go a day later. Returns how many.
 */
export async function noteUnknown(
  database: Database,
  fileNames: readonly string[],
  named: readonly NamedAmong[],
): Promise<number> {
  if (fileNames.length === 0) return 0
  const known = new Set((await Promise.all(named.map(ask => ask(database, fileNames)))).flat())
  const unknown = fileNames.filter(name => !known.has(name))
  // What an upload claims meanwhile is written down all the same; its row keeps it from being taken away.
  const { numAffectedRows = 0n } = await sql`
    insert into upload_written (file_name) select unnest(${unknown}::text[])
    on conflict do nothing`.execute(database)
  return Number(numAffectedRows)
}
