import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import { newName } from './coming.ts'
import type { FileKeeper } from './keeper.ts'
import { isUploadName } from './sealed-file.ts'
import { type NamedAmong, noteUnknown } from './written-files.ts'

/** A page of names of files behind a name, in their order. */
export type FilesAfter = (
  database: Database,
  after: string,
  limit: number,
) => Promise<readonly string[]>

const PAGE = 500
const AT_ONCE = 8
const SAID_EVERY = 1_000

/** The files of uploads that are to be there: pictures, videos, documents, originals. */
export const uploadFiles: FilesAfter = async (database, after, limit) => {
  const { rows } = await sql<{ fileName: string }>`
    select file_name from (
      (select file_name from upload
        where file_name > ${after} and not files_gone and removed_at is null
        order by file_name limit ${limit})
      union all
      (select file_name from upload_original where file_name > ${after}
        order by file_name limit ${limit})) as files
    order by file_name limit ${limit}`.execute(database)
  return rows.map(({ fileName }) => fileName)
}

/** What a walk over all files found. */
export interface Walked {
  copied: number
  /** Were there already. */
  there: number
  missing: number
}

/**
 * Copies what rows name from one keeper to another, unless it is there with the same size. A file
 * that is missing is said, and the others go on.
 */
export async function copyFiles(
  database: Database,
  {
    from,
    to,
    kinds,
    coming,
  }: { from: FileKeeper; to: FileKeeper; kinds: readonly FilesAfter[]; coming: string },
  say: (line: string) => void,
): Promise<Walked> {
  const done: Walked = { copied: 0, there: 0, missing: 0 }
  // By way of a file: videos are large, and several are on their way.
  const copyOne = async (name: string, size: number) => {
    const path = newName(coming)
    try {
      await pipeline(from.part(name, 0, size - 1), createWriteStream(path, { mode: 0o600 }))
      await to.write(name, { path })
    } finally {
      await rm(path, { force: true })
    }
  }
  await eachFile(database, kinds, async name => {
    const [size, known] = await Promise.all([from.sizeOf(name), to.sizeOf(name)])
    if (size === known && size !== null) done.there++
    else if (size !== null) {
      await copyOne(name, size)
      if (++done.copied % SAID_EVERY === 0) say(`${done.copied} files copied`)
    } else if (known !== null) done.there++
    else {
      done.missing++
      say(`${name} is missing`)
    }
  })
  return done
}

/**
 * Compares what rows name with what is kept. Files that nothing knows are written down, so that
 * they are taken away a day later.
 */
export async function checkFiles(
  database: Database,
  { files, kinds, named }: { files: FileKeeper; kinds: readonly FilesAfter[]; named: NamedAmong[] },
  say: (line: string) => void,
): Promise<{ there: number; missing: number; unknown: number }> {
  const done = { there: 0, missing: 0, unknown: 0 }
  await eachFile(database, kinds, async name => {
    if ((await files.sizeOf(name)) !== null) return void done.there++
    done.missing++
    say(`${name} is missing`)
  })
  let some: string[] = []
  const note = async () => {
    done.unknown += await noteUnknown(database, some, named)
    some = []
  }
  for await (const name of files.names()) {
    if (isUploadName(name) && some.push(name) === PAGE) await note()
  }
  await note()
  return done
}

async function eachFile(
  database: Database,
  kinds: readonly FilesAfter[],
  work: (name: string) => Promise<void>,
): Promise<void> {
  for (const kind of kinds) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const names = await kind(database, after, PAGE)
      for (let at = 0; at < names.length; at += AT_ONCE)
        await Promise.all(names.slice(at, at + AT_ONCE).map(work))
      after = names.length === PAGE ? names.at(-1) : undefined
    }
  }
}
