import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder in memory, where the system has one. */
const inMemory = '/dev/shm'

/** What a whole run keeps there at once, with a margin. */
const wantedBytes = 6 * 2 ** 30

/**
 * Returns a new folder for data of this run: in memory when there is enough of it, otherwise in the
 * system's temporary folder. Databases create and delete thousands of files, which costs a file
 * system on disk more than all that the tests do with them. What survives kill -9 survives it there
 * too.
 */
export function scratchFolder(prefix: string): string {
  return mkdtempSync(join(hasSpace() ? inMemory : tmpdir(), prefix))
}

function hasSpace(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= wantedBytes
  } catch {
    return false
  }
}
