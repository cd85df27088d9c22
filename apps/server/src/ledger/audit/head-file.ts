import { existsSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { tryLock } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Head, headOf, headsAfter } from './chain.ts'

/** The file in the data folder that keeps every head outside the database, one head a line. */
export const HEAD_FILE = 'ledger-heads.txt'

const PAGE = 1_000
/** Longer than two lines, so that the last complete line is always in it. */
const TAIL_BYTES = 512

/**
 * Appends the heads that the file does not have yet and returns how many. Workers do it one at a
 * time. Only committed heads are written, and a line that a power cut left incomplete is written
 * again.
 * @throws Error when the books do not have the head that the file ends with.
 */
export const exportHeads = (database: Database, file: string): Promise<number> =>
  database.transaction().execute(async tx => {
    if (!(await tryLock(tx, 'headExport'))) return 0
    const handle = await open(file, 'a+', 0o600)
    try {
      const last = await lastLine(handle)
      if (last && (await headOf(tx, last.batch))?.head !== last.head)
        throw new Error(
          `${file} ends with head ${last.head} of batch ${last.batch}, which the books do not have: run npm run ledger:verify`,
        )
      let written = 0
      for (let after = last?.batch ?? 0; ; ) {
        const heads = await headsAfter(tx, after, PAGE)
        if (heads.length > 0) await handle.appendFile(heads.map(lineOf).join(''))
        written += heads.length
        after = heads.at(-1)?.batch ?? after
        if (heads.length < PAGE) break
      }
      if (written > 0) await handle.datasync()
      return written
    } finally {
      await handle.close()
    }
  })

/**
 * After a restore to an earlier point the file ends with heads that the books no longer have.
 * Renames the file, as evidence of what the restore replaced, and writes a new one. Returns the
 * path of the old file, or null when the books have all its heads.
 */
export async function setHeadsAside(database: Database, file: string): Promise<string | null> {
  if (!existsSync(file)) return null
  const handle = await open(file, 'r+')
  const last = await lastLine(handle).finally(() => handle.close())
  if (!last || (await headOf(database, last.batch))?.head === last.head) return null
  const aside = `${file.replace(/\.txt$/, '')}-to-batch-${last.batch}-${last.head.slice(0, 8)}.txt`
  await rename(file, aside)
  return aside
}

/** `batch head instant transfers`: what `ledger:verify --from-file` reads. */
const lineOf = ({ batch, head, sealedAt, totalTransfers }: Head): string =>
  `${batch} ${head} ${sealedAt.toISOString()} ${totalTransfers}\n`

/** The last complete line; an unfinished line after it is cut off. */
async function lastLine(
  handle: Awaited<ReturnType<typeof open>>,
): Promise<{ batch: number; head: string } | null> {
  const { size } = await handle.stat()
  const length = Math.min(size, TAIL_BYTES)
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
  const end = buffer.lastIndexOf(0x0a) + 1
  if (end < length) await handle.truncate(size - length + end)
  const line = buffer.subarray(0, end).toString('latin1').trimEnd().split('\n').at(-1) ?? ''
  if (line === '') return null
  const match = /^(\d{1,15}) ([0-9a-f]{64}) /.exec(line)
  if (!match?.[1] || !match[2])
    throw new Error('the last line of the exported heads is not a head: put the file aside')
  return { batch: Number(match[1]), head: match[2] }
}
