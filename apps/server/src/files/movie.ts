import { type Box, blank, boxesIn, Unreadable, u32, u64 } from './boxes.ts'
import { cleanSampleEntries } from './sample-entries.ts'
import { bytesOfSamples, type Range } from './samples.ts'

/** What the head of a video says, once it is clean. */
export interface Movie {
  seconds: number
  /** Where the picture and the sound stand in the file; whatever else is between them is nobody's. */
  kept: Range[]
}

/**
 * What is kept of a head; every other box becomes free space. No place, name, address, picture or text is
 * among them: those stand in `udta`, `meta`, `uuid` and in tracks that are neither picture nor sound.
 */
const kept: Readonly<Record<string, readonly string[]>> = {
  moov: ['mvhd', 'trak'],
  trak: ['tkhd', 'edts', 'mdia'],
  edts: ['elst'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['vmhd', 'smhd', 'dinf', 'stbl'],
  dinf: ['dref'],
  stbl: ['stsd', 'stts', 'ctts', 'stss', 'stsc', 'stsz', 'stco', 'co64'],
}
/** Boxes of one head; a minute of a phone has about a hundred. */
const MOST_BOXES = 1_000
/** A fragmented file says in places that are not read here how long it is. */
const fragmented = new Set(['mvex', 'moof'])

/** A box with the boxes that are kept in it. */
interface Tree extends Box {
  children: Tree[]
}

/**
 * Cleans the head of a video (`moov`) in place: times and names are zeros, tracks of other kinds and
 * boxes that are not kept are free space, and no box moves.
 * @throws Unreadable for what is not made as phones make it.
 */
export function cleanMovie(bytes: Buffer, moov: Box): Movie {
  let boxes = 0
  const read = (box: Box): Tree => {
    const children: Tree[] = []
    const names = kept[box.type]
    for (const child of names ? boxesIn(bytes, box.body, box.end) : []) {
      if (++boxes > MOST_BOXES) throw new Unreadable('too many boxes')
      if (fragmented.has(child.type)) throw new Unreadable('a fragmented video')
      if (names?.includes(child.type)) children.push(read(child))
      else blank(bytes, child)
    }
    return { ...box, children }
  }
  const tree = read(moov)
  const head = only(tree, 'mvhd')
  const movie = timeIn(bytes, head)
  const tracks = tree.children
    .filter(one => one.type === 'trak')
    .filter(track => isKept(bytes, track) || void blank(bytes, track))
  const pictures = tracks.filter(track => handlerOf(bytes, track) === 'vide')
  if (pictures.length !== 1) throw new Unreadable('not one picture')
  const lengths = tracks.map(track => secondsOf(bytes, track, movie.scale))
  return {
    seconds: Math.max(movie.units / movie.scale, ...lengths),
    kept: tracks.flatMap(track => samplesOf(bytes, track)),
  }
}

const handlerOf = (bytes: Buffer, track: Tree): string => {
  const box = only(only(track, 'mdia'), 'hdlr')
  u32(bytes, box.body + 20, box)
  return bytes.toString('latin1', box.body + 8, box.body + 12)
}

/** Cleans a track of picture or sound; false for every other, and for a sound that no browser plays. */
function isKept(bytes: Buffer, track: Tree): boolean {
  const handler = handlerOf(bytes, track)
  if (handler !== 'vide' && handler !== 'soun') return false
  const media = only(track, 'mdia')
  const name = only(media, 'hdlr')
  // Behind the kind of the track: who made the program, and what it is called.
  bytes.fill(0, name.body + 12, name.end)
  const inside = only(media, 'minf')
  refuseOtherSources(bytes, only(only(inside, 'dinf'), 'dref'))
  return cleanSampleEntries(bytes, only(only(inside, 'stbl'), 'stsd'), handler)
}

const samplesOf = (bytes: Buffer, track: Tree): Range[] => {
  const table = only(only(only(track, 'mdia'), 'minf'), 'stbl')
  const offsets = table.children.find(one => one.type === 'co64') ?? only(table, 'stco')
  return bytesOfSamples(bytes, {
    sizes: only(table, 'stsz'),
    chunks: only(table, 'stsc'),
    offsets,
  })
}

/** The longest of all that a track says of its length: heads, samples and edits can each lie. */
function secondsOf(bytes: Buffer, track: Tree, movieScale: number): number {
  const media = only(track, 'mdia')
  const { scale, units } = timeIn(bytes, only(media, 'mdhd'))
  const head = only(track, 'tkhd')
  const samples = only(only(only(media, 'minf'), 'stbl'), 'stts')
  const edits = track.children.find(one => one.type === 'edts')
  const list = edits?.children.find(one => one.type === 'elst')
  return Math.max(
    units / scale,
    timeIn(bytes, head).units / movieScale,
    entriesIn(bytes, samples, 8, at => u32(bytes, at, samples) * u32(bytes, at + 4, samples)) /
      scale,
    list ? editsIn(bytes, list) / movieScale : 0,
  )
}

function editsIn(bytes: Buffer, list: Box): number {
  const isLong = versionOf(bytes, list) === 1
  return entriesIn(bytes, list, isLong ? 20 : 12, at => (isLong ? u64 : u32)(bytes, at, list))
}

/** The sum over the entries of a table. */
function entriesIn(bytes: Buffer, table: Box, width: number, value: (at: number) => number) {
  const count = u32(bytes, table.body + 4, table)
  if (table.body + 8 + count * width > table.end) throw new Unreadable(`${table.type} is too short`)
  let sum = 0
  for (let entry = 0; entry < count; entry++) sum += value(table.body + 8 + entry * width)
  return sum
}

/** The length in a head of a movie, a track or its media; when it was made and changed become zeros. */
function timeIn(bytes: Buffer, head: Box): { scale: number; units: number } {
  const width = versionOf(bytes, head) === 1 ? 8 : 4
  const after = head.body + 4 + 2 * width
  // A track has its number where the others have their units of a second.
  const at = head.type === 'tkhd' ? after + 8 : after + 4
  const scale = u32(bytes, after, head)
  const units = (width === 8 ? u64 : u32)(bytes, at, head)
  if (scale === 0) throw new Unreadable('no unit of time')
  bytes.fill(0, head.body + 4, after)
  return { scale, units }
}

function versionOf(bytes: Buffer, box: Box): 0 | 1 {
  const version = u32(bytes, box.body, box) >>> 24
  if (version > 1) throw new Unreadable(`${box.type} of an unknown version`)
  return version as 0 | 1
}

/** Refuses samples that stand in another file, or at an address of the network. */
function refuseOtherSources(bytes: Buffer, list: Box): void {
  const count = u32(bytes, list.body + 4, list)
  const entries = boxesIn(bytes, list.body + 8, list.end)
  if (entries.length !== count) throw new Unreadable('sources that are not listed')
  for (const entry of entries) {
    if ((u32(bytes, entry.body, entry) & 0xffffff) !== 1) throw new Unreadable('samples elsewhere')
    bytes.fill(0, entry.body + 4, entry.end)
  }
}

function only(tree: Tree, type: string): Tree {
  const boxes = tree.children.filter(one => one.type === type)
  if (boxes.length !== 1 || !boxes[0]) throw new Unreadable(`not one ${type}`)
  return boxes[0]
}
