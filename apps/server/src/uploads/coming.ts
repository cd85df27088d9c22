import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { refuse } from '../platform/refused.ts'

/** Longer than any picture takes: what is older was left by a process that died. */
const LEFT_BEHIND_MS = 3_600_000

/** Bytes on their way in: a file of a name that nobody chose, for as long as it is worked on. */
export interface Coming {
  /**
   * Writes what comes into a file for `work`, and takes the file away after it, or once `signal` says
   * that no more is read. Refuses `uploadTooLarge` what was cut at its limit.
   */
  receive<T>(
    bytes: Readable & { truncated: boolean },
    signal: AbortSignal,
    work: (path: string) => Promise<T>,
  ): Promise<T>
  /** Takes away what processes that died have left behind. */
  job(): Promise<void>
}

/** Keeps what comes in `folder`, which it makes. */
export function openComing(folder: string): Coming {
  mkdirSync(folder, { recursive: true })
  return {
    async receive(bytes, signal, work) {
      const path = join(folder, randomBytes(16).toString('hex'))
      try {
        const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
        await pipeline(bytes, file, { signal }).catch(error => {
          if (signal.aborted) refuse('uploadTooLarge')
          // A body that ends in the middle of a part, not a file that cannot be written.
          if (file.errored === null || file.errored === bytes.errored) refuse('malformed')
          throw error
        })
        if (bytes.truncated) refuse('uploadTooLarge')
        return await work(path)
      } finally {
        await rm(path, { force: true })
      }
    },
    async job() {
      for (const name of await readdir(folder)) {
        const path = join(folder, name)
        const found = await stat(path).catch(() => null)
        if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true })
      }
    },
  }
}
