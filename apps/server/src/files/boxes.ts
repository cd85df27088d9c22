/** A box of an ISO base media file (ISO/IEC 14496-12): a type, and where its content stands. */
export interface Box {
  type: string
  /** Where the box begins, where its content does, and where both end. */
  start: number
  body: number
  end: number
}

const HEADER_BYTES = 8
const LONG_HEADER_BYTES = 16

/** What cannot be read as boxes, or holds what a video of a phone does not. */
export class Unreadable extends Error {}

/**
 * Reads the head of the box at `start`, which has to end at `limit` or before.
 * @throws Unreadable for a size of zero, one that is less than its own head, or one beyond the limit.
 */
export function boxAt(head: Buffer, start: number, limit: number): Box {
  if (head.length < HEADER_BYTES) throw new Unreadable('a box has no head')
  const short = head.readUInt32BE(0)
  const isLong = short === 1
  if (isLong && head.length < LONG_HEADER_BYTES) throw new Unreadable('a long box has no head')
  const size = isLong ? Number(head.readBigUInt64BE(8)) : short
  const headBytes = isLong ? LONG_HEADER_BYTES : HEADER_BYTES
  if (size < headBytes || start + size > limit) throw new Unreadable('a box of an impossible size')
  return { type: head.toString('latin1', 4, 8), start, body: start + headBytes, end: start + size }
}

/** The boxes that fill a part of `bytes` from its first to its last byte. */
export function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at < to; ) {
    const box = boxAt(bytes.subarray(at, Math.min(at + LONG_HEADER_BYTES, to)), at, to)
    boxes.push(box)
    at = box.end
  }
  return boxes
}

/** Makes a box free space of the same size: what it said is gone, and nothing else moves. */
export function blank(bytes: Buffer, box: Box): void {
  bytes.write('free', box.start + 4, 'latin1')
  bytes.fill(0, box.body, box.end)
}

/** A number of four bytes; @throws Unreadable where it would stand beyond the box. */
export function u32(bytes: Buffer, at: number, box: Box): number {
  if (at < box.body || at + 4 > box.end) throw new Unreadable(`${box.type} is too short`)
  return bytes.readUInt32BE(at)
}

/** A number of eight bytes; the largest ones are not exact, and too large for anything here. */
export function u64(bytes: Buffer, at: number, box: Box): number {
  return u32(bytes, at, box) * 2 ** 32 + u32(bytes, at + 4, box)
}
