import { type FileHandle, open } from 'node:fs/promises'
import { fileLimits } from '@banyan/domain'
import { type Box, boxAt, Unreadable } from './boxes.ts'
import { cleanMovie } from './movie.ts'
import { between, type Range } from './samples.ts'

export type NoVideo = 'videoUnreadable' | 'videoTooLong'

/** Parts of a file; phones write fewer than ten. */
const MOST_PARTS = 256
const MOST_HEAD_BYTES = 4 * 1024 * 1024
const MOST_BRAND_BYTES = 256
/** Recorders that stop after a minute write a little more. */
const SLACK_SECONDS = 1
const ZEROS = Buffer.alloc(64 * 1024)

/**
 * Cleans an MP4 or QuickTime video where it lies, without moving a byte of it: all that is kept is its
 * picture, its sound and how to play them. The rest, where it was made among it, becomes zeros.
 */
export async function cleanVideo(path: string): Promise<{ seconds: number } | NoVideo> {
  const file = await open(path, 'r+')
  try {
    return await cleanIn(file)
  } catch (error) {
    if (error instanceof Unreadable) return 'videoUnreadable'
    throw error
  } finally {
    await file.close()
  }
}

async function cleanIn(file: FileHandle): Promise<{ seconds: number } | NoVideo> {
  const parts = await partsOf(file)
  const [brand, ...others] = parts
  const [head, second] = parts.filter(part => part.type === 'moov')
  const data = parts.filter(part => part.type === 'mdat')
  if (brand?.type !== 'ftyp' || others.some(part => part.type === 'ftyp' || part.type === 'moof'))
    throw new Unreadable('not the parts of a video')
  if (!head || second || head.end - head.start > MOST_HEAD_BYTES || data.length === 0)
    throw new Unreadable('not one head, or no data')
  await refuseOddBrands(file, brand)
  const bytes = await readPart(file, head)
  const { seconds, kept } = cleanMovie(bytes, moved(head, -head.start))
  if (!(seconds > 0) || seconds === Number.POSITIVE_INFINITY) throw new Unreadable('no length')
  if (seconds > fileLimits.maxVideoSeconds + SLACK_SECONDS) return 'videoTooLong'
  const gaps = between(
    data.map(part => ({ from: part.body, to: part.end })),
    kept,
  )
  await file.write(bytes, 0, bytes.length, head.start)
  for (const part of parts) {
    if (['ftyp', 'moov', 'mdat'].includes(part.type)) continue
    await file.write(Buffer.from('free', 'latin1'), 0, 4, part.start + 4)
    await zero(file, { from: part.body, to: part.end })
  }
  for (const gap of gaps) await zero(file, gap)
  return { seconds: Math.min(Math.ceil(seconds), fileLimits.maxVideoSeconds) }
}

/** The parts that a file is made of, from its first to its last byte. */
async function partsOf(file: FileHandle): Promise<Box[]> {
  const { size } = await file.stat()
  const parts: Box[] = []
  for (let at = 0; at < size; ) {
    if (parts.length >= MOST_PARTS) throw new Unreadable('too many parts')
    const head = Buffer.alloc(Math.min(16, size - at))
    await file.read(head, 0, head.length, at)
    const part = boxAt(head, at, size)
    parts.push(part)
    at = part.end
  }
  return parts
}

/** Names of formats are four plain characters each: nothing that another program takes for its own. */
async function refuseOddBrands(file: FileHandle, part: Box): Promise<void> {
  if (part.end - part.start > MOST_BRAND_BYTES) throw new Unreadable('too many brands')
  const brands = (await readPart(file, part)).subarray(part.body - part.start)
  const names = brands.toString('latin1', 0, 4) + brands.toString('latin1', 8)
  if (brands.length < 8 || !/^(?:[A-Za-z0-9 ._-]{4}|\0{4})+$/.test(names))
    throw new Unreadable('an odd brand')
}

const moved = (box: Box, by: number): Box => ({
  type: box.type,
  start: box.start + by,
  body: box.body + by,
  end: box.end + by,
})

async function readPart(file: FileHandle, part: Box): Promise<Buffer> {
  const bytes = Buffer.alloc(part.end - part.start)
  await file.read(bytes, 0, bytes.length, part.start)
  return bytes
}

async function zero(file: FileHandle, { from, to }: Range): Promise<void> {
  for (let at = from; at < to; at += ZEROS.length)
    await file.write(ZEROS, 0, Math.min(ZEROS.length, to - at), at)
}
