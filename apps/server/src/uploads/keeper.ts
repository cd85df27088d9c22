import { createReadStream } from 'node:fs'
import { open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newName } from './coming.ts'

/**
 * Where the bytes of uploads are kept, under names that nobody chose. Only the server reads it: who
 * may see an upload is decided before.
 */
export interface FileKeeper {
  /** Keeps bytes under a name, whole or not at all; those of a file at `path` are taken over. */
  write(name: string, bytes: Buffer | { path: string }): Promise<void>
  /** @throws MissingFile where there is none. */
  read(name: string): Promise<Buffer>
  /**
   * The bytes from one place to another, both included.
   * @throws MissingFile where there is no file.
   */
  part(name: string, from: number, to: number): AsyncIterable<Buffer>
  /** How many bytes a file has; null where there is none. */
  sizeOf(name: string): Promise<number | null>
  /** Takes away what is there; where there is nothing, it does nothing. */
  remove(name: string): Promise<void>
  /** The names of all files. */
  names(): AsyncIterable<string>
}

/** A row names a file, and it is not there. */
export class MissingFile extends Error {
  constructor(name: string) {
    super(`the file ${name} of an upload is not there`)
  }
}

/** Where files are kept does not answer, or refuses; the message says it in the words of the log. */
export class StoreAway extends Error {}

/** Keeps uploads in a folder; `coming` is a folder of the same disk for what is not whole yet. */
export function openFolder(folder: string, coming: string): FileKeeper {
  const placed = async (path: string, name: string) => {
    await flush(path)
    await rename(path, join(folder, name))
    await flush(folder)
  }
  return {
    async write(name, bytes) {
      if (!Buffer.isBuffer(bytes)) return placed(bytes.path, name)
      const path = newName(coming)
      await writeFile(path, bytes, { mode: 0o600, flag: 'wx' })
      await placed(path, name)
    },
    read: name => readFile(join(folder, name)).catch(missing(name)),
    async *part(name, from, to) {
      try {
        yield* createReadStream(join(folder, name), { start: from, end: to })
      } catch (error) {
        missing(name)(error)
      }
    },
    sizeOf: async name => {
      try {
        return (await stat(join(folder, name))).size
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    remove: name => rm(join(folder, name), { force: true }),
    async *names() {
      for await (const entry of await opendir(folder)) if (entry.isFile()) yield entry.name
    },
  }
}

const isAbsent = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT'

const missing =
  (name: string) =>
  (error: unknown): never => {
    throw isAbsent(error) ? new MissingFile(name) : error
  }

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
