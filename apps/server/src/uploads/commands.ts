import { ConfigError } from '../platform/config.ts'
import type { Database } from '../platform/database/connect.ts'
import { checkFiles, copyFiles, type FilesAfter, uploadFiles, type Walked } from './copy-uploads.ts'
import { checkStore, openKeptFiles, type Place } from './kept-files.ts'
import { type NamedAmong, namedByUploads } from './written-files.ts'

interface Commanded {
  database: Database
  place: Place
  /** What other modules keep here: their files, and which of some files their rows name. */
  others: { files: FilesAfter; named: NamedAmong }
  say(line: string): void
}

/**
 * Copies every file that a row names from the folder to the store of the settings, or back; run
 * again, it goes on with what is not there yet. Nothing is deleted.
 * @throws ConfigError where no store is set, or it cannot be used.
 */
export async function copyUploads(
  { database, place, others, say }: Commanded,
  way: 'to-store' | 'to-folder',
): Promise<Walked> {
  const { folder, store, comingPath: coming } = openKeptFiles(place)
  if (!store)
    throw new ConfigError('No store of uploads is set: set S3_ENDPOINT and what belongs to it.')
  for (const what of await checkStore(store, database))
    say(`The store of uploads does not say ${what}.`)
  const [from, to] = way === 'to-store' ? [folder, store] : [store, folder]
  try {
    return await copyFiles(database, { from, to, kinds: [uploadFiles, others.files], coming }, say)
  } finally {
    store.close()
  }
}

/** Compares what rows name with what is kept: `checkFiles`. */
export async function checkUploads({ database, place, others, say }: Commanded) {
  const { files, store } = openKeptFiles(place)
  const named = [namedByUploads, others.named]
  try {
    return await checkFiles(database, { files, kinds: [uploadFiles, others.files], named }, say)
  } finally {
    store?.close()
  }
}
