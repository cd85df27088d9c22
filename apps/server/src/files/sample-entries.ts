import { fileLimits } from '@banyan/domain'
import { type Box, blank, boxesIn, Unreadable, u32 } from './boxes.ts'

/** Codecs that phones record with and browsers play. */
const pictures = new Set(['avc1', 'avc3', 'hvc1', 'hev1', 'av01', 'vp09'])
const sounds = new Set(['mp4a', 'Opus', 'ac-3', 'ec-3', 'alac', 'fLaC'])
/** What is kept of the description of a picture: how to decode it, its colours and its shape. */
const described = new Set([
  'avcC',
  'hvcC',
  'av1C',
  'vpcC',
  'dvcC',
  'dvvC',
  'colr',
  'pasp',
  'btrt',
  'clap',
  'fiel',
  'mdcv',
  'clli',
])
const MOST_ENTRIES = 8
/** Bytes of the description of a picture before its boxes, and where in them the encoder's name stands. */
const PICTURE_BYTES = 86
const NAME = { from: 50, to: 82 } as const
const SIDES = { width: 32, height: 34 } as const

/**
 * Cleans the descriptions of a track's samples (`stsd`). False for a sound that no browser plays: such a
 * track is left out.
 * @throws Unreadable for a picture of another codec or too large a one.
 */
export function cleanSampleEntries(bytes: Buffer, list: Box, handler: 'vide' | 'soun'): boolean {
  const count = u32(bytes, list.body + 4, list)
  const entries = boxesIn(bytes, list.body + 8, list.end)
  if (entries.length !== count || count === 0 || count > MOST_ENTRIES)
    throw new Unreadable('samples that are not described')
  if (handler === 'soun') return entries.every(entry => sounds.has(entry.type))
  for (const entry of entries) cleanPicture(bytes, entry)
  return true
}

function cleanPicture(bytes: Buffer, entry: Box): void {
  if (!pictures.has(entry.type) || entry.end - entry.start < PICTURE_BYTES)
    throw new Unreadable('a codec that phones do not record with')
  const sides = [SIDES.width, SIDES.height].map(at => bytes.readUInt16BE(entry.start + at))
  if (sides.some(side => side === 0 || side > fileLimits.maxVideoSide))
    throw new Unreadable('a picture of an impossible size')
  bytes.fill(0, entry.start + NAME.from, entry.start + NAME.to)
  const first = entry.start + PICTURE_BYTES
  // QuickTime may end a list of boxes with four zeros.
  const rest = (entry.end - first) % 8 === 4 && bytes.readUInt32BE(entry.end - 4) === 0 ? 4 : 0
  for (const box of boxesIn(bytes, first, entry.end - rest))
    if (!described.has(box.type)) blank(bytes, box)
}
