import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder in memory, where the system has one. */
const inMemory = '/dev/shm'

/** What a whole run keeps there at once, with room to spare. */
const wantedBytes = 6 * 2 ** 30

/**
 * A new folder for data that goes with the run: in memory where there is room for it, else in the
 * system's folder for such things. Databases make and delete thousands of files, which costs a file
 * system on disk more than all that the tests do with them. What survives kill -9 survives it there too.
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
