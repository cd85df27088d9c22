import { createReadStream } from 'node:fs'
import { open, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newName } from './coming.ts'

/**
 * Where the bytes of uploads are kept, under names that nobody chose. Only the server reads it: who
 * may see an upload is decided before.
 */
export interface FileKeeper {
  /** Keeps bytes under a name, whole or not at all; those of a file at `path` are taken over. */
  write(name: string, bytes: Buffer | { path: string }): Promise<void>
  /** @throws where there is none. */
  read(name: string): Promise<Buffer>
  /** The bytes from one place to another, both included. */
  part(name: string, from: number, to: number): AsyncIterable<Buffer>
  /** Takes away what is there; where there is nothing, it does nothing. */
  remove(name: string): Promise<void>
  /** The names of all files. */
  names(): AsyncIterable<string>
}

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
    read: name => readFile(join(folder, name)),
    part: (name, from, to) => createReadStream(join(folder, name), { start: from, end: to }),
    remove: name => rm(join(folder, name), { force: true }),
    async *names() {
      for await (const entry of await opendir(folder)) if (entry.isFile()) yield entry.name
    },
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
