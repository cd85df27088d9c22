import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ReachedPoint } from './crash-points.ts'
import { type JournalRecord, journalRecord } from './records.ts'
import { CannotWork } from './refusal.ts'

/**
 * The file that is written before anything is done. Each line is a checksum and a record; the
 * checksum covers the one of the line before, so that nothing can be changed, removed or inserted.
 * A line that a crash cut short is the last one, and was never acted upon.
 */
export interface Journal {
  /** Everything that it contained when it was opened. */
  readonly records: readonly JournalRecord[]
  /** Resolves when the record is on the disk. Records reach the disk in the order of these calls. */
  append(record: JournalRecord): Promise<void>
  /** Resolves when everything that was appended so far is on the disk. */
  stored(): Promise<void>
  close(): Promise<void>
}

interface OpenJournal {
  file: string
  /**
   * Called when the disk fails: from then on the content of the file is unknown, so the process
   * must end.
   */
  failed: (error: unknown) => void
  reached: ReachedPoint
}

/** The checksum before the first line. */
const BEGINNING = '0'.repeat(64)

/**
 * Opens the journal, or creates one.
 * @throws CannotWork when a line other than the last one is damaged.
 */
export async function openJournal({ file, failed, reached }: OpenJournal): Promise<Journal> {
  const isNew = !existsSync(file)
  const { records, bytes, checksum, torn } = isNew
    ? { records: [], bytes: 0, checksum: BEGINNING, torn: undefined }
    : readLines(file, readFileSync(file))
  const handle = await open(file, isNew ? 'ax' : 'r+', 0o600)
  if (isNew) await syncFolder(dirname(file))
  if (torn !== undefined) {
    writeFileSync(`${file}.torn-${Date.now()}`, torn, { mode: 0o600 })
    await handle.truncate(bytes)
    await handle.sync()
  }
  return { records, ...writer({ handle, position: bytes, checksum, failed, reached }) }
}

interface Writer {
  handle: FileHandle
  position: number
  checksum: string
  failed: (error: unknown) => void
  reached: ReachedPoint
}

/** Lines that arrive while the disk is busy are written together in its next write. */
function writer({ handle, position, checksum, failed, reached }: Writer) {
  let last = checksum
  let end = position
  let waiting: { line: string; done: () => void }[] = []
  let flushing: Promise<void> | undefined

  /** After a failure the promises of its lines stay open: nothing may follow from them. */
  async function flush(): Promise<void> {
    // Lines that are appended in the same tick of the program are written together.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const bytes = Buffer.from(batch.map(one => one.line).join(''))
      const half = Math.floor(bytes.length / 2)
      await writeWhole(handle, bytes.subarray(0, half), end)
      reached('half-written')
      await writeWhole(handle, bytes.subarray(half), end + half)
      end += bytes.length
      await handle.datasync()
      for (const one of batch) one.done()
    }
    // In the same tick as the last check for waiting lines: a line that comes next starts a new
    // write.
    flushing = undefined
  }

  return {
    append: (record: JournalRecord) =>
      new Promise<void>(done => {
        const text = JSON.stringify(record)
        last = checksumOf(last, text)
        waiting.push({ line: `${last} ${text}\n`, done })
        flushing ??= flush().catch(failed)
      }),
    stored: async () => {
      await flushing
    },
    close: async () => {
      await flushing
      await handle.close()
    },
  }
}

/** A full disk accepts a part without an error. */
async function writeWhole(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  const { bytesWritten } = await handle.write(bytes, 0, bytes.length, position)
  if (bytesWritten !== bytes.length) throw new Error('the journal could not be written whole')
}

function readLines(file: string, content: Buffer) {
  const records: JournalRecord[] = []
  let checksum = BEGINNING
  let bytes = 0
  while (bytes < content.length) {
    const end = content.indexOf(0x0a, bytes)
    const line = end === -1 ? undefined : content.toString('utf8', bytes, end)
    const record = line === undefined ? undefined : recordOf(line, checksum)
    if (line === undefined || record === undefined) {
      const isLast = end === -1 || end === content.length - 1
      if (!isLast)
        throw new CannotWork(
          `${file} is damaged at line ${records.length + 1}: put a whole copy of it in its place and let the signer reconcile (docs/signer.md).`,
        )
      return { records, bytes, checksum, torn: content.subarray(bytes) }
    }
    records.push(record)
    checksum = line.slice(0, 64)
    bytes = end + 1
  }
  return { records, bytes, checksum, torn: undefined }
}

function recordOf(line: string, before: string): JournalRecord | undefined {
  const text = line.slice(65)
  if (line.slice(0, 64) !== checksumOf(before, text)) return undefined
  return journalRecord.parse(JSON.parse(text))
}

const checksumOf = (before: string, text: string): string =>
  createHash('sha256').update(`${before} ${text}`).digest('hex')

/** A new file exists after a power cut only when its folder is on the disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
