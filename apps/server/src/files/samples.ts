import { type Box, Unreadable, u32, u64 } from './boxes.ts'

/** Bytes of a file, from the first to before the last. */
export interface Range {
  from: number
  to: number
}

/** Samples of one track: a minute of 240 pictures a second has 14,400. */
const MOST_SAMPLES = 200_000

/**
 * Where the samples of a track stand, chunk by chunk (ISO/IEC 14496-12, 8.7).
 * @throws Unreadable for tables that do not fit each other.
 */
export function bytesOfSamples(
  bytes: Buffer,
  { sizes, chunks, offsets }: { sizes: Box; chunks: Box; offsets: Box },
): Range[] {
  const sizeOf = sizesIn(bytes, sizes)
  const perChunk = chunksIn(bytes, chunks)
  const width = offsets.type === 'co64' ? 8 : 4
  const count = countIn(bytes, offsets, width)
  const ranges: Range[] = []
  let sample = 0
  for (let chunk = 1; chunk <= count; chunk++) {
    const at = offsets.body + 8 + (chunk - 1) * width
    const from = (width === 8 ? u64 : u32)(bytes, at, offsets)
    let to = from
    for (const end = sample + perChunk(chunk); sample < end; sample++) {
      if (sample >= sizeOf.count) throw new Unreadable('more samples than sizes')
      to += sizeOf.of(sample)
    }
    ranges.push({ from, to })
  }
  if (sample === 0 || sample !== sizeOf.count) throw new Unreadable('samples that are nowhere')
  return ranges
}

function sizesIn(bytes: Buffer, table: Box): { count: number; of: (sample: number) => number } {
  const same = u32(bytes, table.body + 4, table)
  const count = u32(bytes, table.body + 8, table)
  if (count > MOST_SAMPLES) throw new Unreadable('too many samples')
  if (same !== 0) return { count, of: () => same }
  const first = table.body + 12
  if (first + count * 4 > table.end) throw new Unreadable('stsz is too short')
  return { count, of: sample => bytes.readUInt32BE(first + sample * 4) }
}

/** How many samples a chunk has: each entry of the table says it from a chunk on. */
function chunksIn(bytes: Buffer, table: Box): (chunk: number) => number {
  const count = countIn(bytes, table, 12)
  const runs = Array.from({ length: count }, (_, entry) => {
    const at = table.body + 8 + entry * 12
    return { from: u32(bytes, at, table), samples: u32(bytes, at + 4, table) }
  })
  if (
    runs[0]?.from !== 1 ||
    runs.some((run, at) => at > 0 && run.from <= (runs[at - 1]?.from ?? 0))
  )
    throw new Unreadable('chunks out of order')
  let run = 0
  return chunk => {
    while (chunk >= (runs[run + 1]?.from ?? Number.POSITIVE_INFINITY)) run++
    return runs[run]?.samples ?? 0
  }
}

function countIn(bytes: Buffer, table: Box, width: number): number {
  const count = u32(bytes, table.body + 4, table)
  if (count > MOST_SAMPLES || table.body + 8 + count * width > table.end)
    throw new Unreadable(`${table.type} is too short`)
  return count
}

/** What of `wholes` none of the parts covers, in order. @throws Unreadable for a part outside of all. */
export function between(wholes: readonly Range[], parts: readonly Range[]): Range[] {
  const inOrder = [...parts].sort((one, other) => one.from - other.from)
  const isInside = (part: Range) => wholes.some(one => one.from <= part.from && part.to <= one.to)
  if (!inOrder.every(isInside)) throw new Unreadable('samples outside of the data')
  return wholes.flatMap(whole => {
    const gaps: Range[] = []
    let at = whole.from
    for (const part of inOrder) {
      if (part.to <= whole.from || part.from >= whole.to) continue
      if (part.from > at) gaps.push({ from: at, to: part.from })
      at = Math.max(at, part.to)
    }
    return at < whole.to ? [...gaps, { from: at, to: whole.to }] : gaps
  })
}
