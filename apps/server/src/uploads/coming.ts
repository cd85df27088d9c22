import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { uploadLimits } from '@banyan/domain'
import { Refused, refuse } from '../platform/refused.ts'

/** Longer than any upload takes: what is older was left by a process that died. */
const LEFT_BEHIND_MS = 3_600_000
/** So many first bytes tell how large the rest may be. */
const HEAD_BYTES = 12

/** How large something may be, and how a larger one is refused. */
export interface Bound {
  most: number
  refused: () => Refused
}

export const pictureBound: Bound = {
  most: uploadLimits.maxBytes,
  refused: () => new Refused('uploadTooLarge'),
}

/** What is known of bytes on their way. */
interface OnTheWay {
  /** Says that no more is read. */
  signal: AbortSignal
  bound: Bound
  /** The bound of what begins like this; refuses what is not taken in at all. */
  boundOf?: ((head: Buffer) => Bound) | undefined
}

/** Bytes on their way in: a file of a name that nobody chose, for as long as it is worked on. */
export interface Coming {
  /**
   * Writes what comes into a file for `work`, and takes the file away after it, or once `signal` says
   * that no more is read. Refuses as its bound does what is larger.
   */
  receive<T>(
    bytes: Readable & { truncated: boolean },
    way: OnTheWay,
    work: (path: string) => Promise<T>,
  ): Promise<T>
  /** Takes away what processes that died have left behind. */
  job(): Promise<void>
}

/** A new path in a folder for what is being written. */
export const newName = (folder: string): string => join(folder, randomBytes(16).toString('hex'))

/** Keeps what comes in `folder`, which it makes. `create` opens a file to be written. */
export function openComing(folder: string, create = createWriteStream): Coming {
  mkdirSync(folder, { recursive: true })
  return {
    async receive(bytes, { signal, bound, boundOf }, work) {
      const path = newName(folder)
      const file = create(path, { flags: 'wx', mode: 0o600 })
      const closed = new Promise<void>(resolve => file.once('close', resolve))
      try {
        const written = boundOf
          ? pipeline(bytes, source => bounded(source, boundOf), file, { signal })
          : pipeline(bytes, file, { signal })
        await written.catch(error => {
          if (error instanceof Refused) throw error
          if (signal.aborted) throw bound.refused()
          // A body that ends in the middle of a part, not a file that cannot be written.
          if (file.errored === null || file.errored === bytes.errored) refuse('malformed')
          throw error
        })
        if (bytes.truncated) throw bound.refused()
        return await work(path)
      } finally {
        // What is refused by its first bytes may be refused before the file is there: it would be made
        // after it was removed.
        file.destroy()
        await closed
        await rm(path, { force: true })
      }
    },
    async job() {
      for (const name of await readdir(folder)) {
        const path = join(folder, name)
        const stats = await stat(path).catch(() => null)
        if (stats && Date.now() - stats.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true })
      }
    },
  }
}

/** Passes bytes on as long as they are within the bound that their beginning tells. */
async function* bounded(source: AsyncIterable<Buffer>, boundOf: (head: Buffer) => Bound) {
  let head = Buffer.alloc(0)
  let bound: Bound | undefined
  let bytes = 0
  for await (const chunk of source) {
    if (!bound) {
      head = Buffer.concat([head, chunk])
      if (head.length >= HEAD_BYTES) bound = boundOf(head)
    }
    bytes += chunk.length
    if (bound && bytes > bound.most) throw bound.refused()
    yield chunk
  }
  if (!bound) boundOf(head)
}
