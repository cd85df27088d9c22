import { deflateSync } from 'node:zlib'
import { tinyPicture } from './tiny-h264.ts'

/** What differs from an ordinary video of a phone. Boxes are put in as they are. */
export interface VideoParts {
  /** How long it says that it is, in seconds: the whole, and its track by head, media, samples and edits. */
  seconds?: number
  says?: Partial<Record<'movie' | 'track' | 'media' | 'samples' | 'edits', number>>
  brand?: string
  codec?: string
  width?: number
  /** In the head of the file, in its track, in its sample table, and beside them. */
  inMovie?: Buffer[]
  inTrack?: Buffer[]
  inTable?: Buffer[]
  beside?: Buffer[]
  /** Bytes of the data that no track has. */
  hidden?: Buffer
  /** Where the first picture stands, instead of where it does. */
  offset?: number
  /** Flags of the source of the samples: 1 is this file. */
  source?: number
}

const SCALE = 1_000

/** A box of an MP4 file. */
export function box(type: string, ...content: (Buffer | string | readonly number[])[]): Buffer {
  const body = Buffer.concat(content.map(one => Buffer.from(one as Buffer)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** Numbers of four bytes each. */
export const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => void bytes.writeUInt32BE(value >>> 0, at * 4))
  return bytes
}

/** A video of one grey picture a second that browsers play, as phones write it: the head behind the data. */
export function tinyVideo(parts: VideoParts = {}): Buffer {
  const { seconds = 2, says = {}, brand = 'isom', hidden = Buffer.alloc(0), beside = [] } = parts
  const { config, sample } = tinyPicture({ across: 6, down: 4 })
  const brands = box('ftyp', brand, words(0x200), 'isom', 'avc1')
  const at = brands.length + 8 + hidden.length
  const pictures = Math.max(1, Math.round(seconds))
  const data = box('mdat', hidden, ...Array.from({ length: pictures }, () => sample))
  const units = (name: keyof typeof says) => Math.round((says[name] ?? seconds) * SCALE)
  const square = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
  const [width, height] = [parts.width ?? 96, 64]
  const sizes = Buffer.from([width >> 8, width & 255, height >> 8, height & 255])
  const createdAt = 0xe0000000
  const described = box(
    parts.codec ?? 'avc1',
    words(0, 1),
    Buffer.alloc(16),
    sizes,
    words(0x480000, 0x480000, 0),
    Buffer.from([0, 1]),
    Buffer.from('\x10MADE BY SOMEBODY'.padEnd(32, '\0')),
    Buffer.from([0, 0x18, 0xff, 0xff]),
    box('avcC', config),
  )
  const table = box(
    'stbl',
    box('stsd', words(0, 1), described),
    box('stts', words(0, 1, pictures, Math.round(units('samples') / pictures))),
    box('stsc', words(0, 1, 1, pictures, 1)),
    box('stsz', words(0, sample.length, pictures)),
    box('stco', words(0, 1, parts.offset ?? at)),
    ...(parts.inTable ?? []),
  )
  const track = box(
    'trak',
    box(
      ...([
        'tkhd',
        words(7, createdAt, createdAt, 1, 0, units('track'), 0, 0, 0, 0),
        square,
      ] as const),
      words(width << 16, height << 16),
    ),
    box('edts', box('elst', words(0, 1, units('edits'), 0, 0x10000))),
    box(
      'mdia',
      box('mdhd', words(0, createdAt, createdAt, SCALE, units('media'), 0x55c40000)),
      box('hdlr', words(0, 0), 'vide', words(0, 0, 0), 'SOMEBODY\0'),
      box(
        'minf',
        box('vmhd', words(1, 0, 0)),
        box('dinf', box('dref', words(0, 1), box('url ', words(parts.source ?? 1)))),
        table,
      ),
    ),
    ...(parts.inTrack ?? []),
  )
  const movie = box(
    'moov',
    box(
      ...([
        'mvhd',
        words(0, createdAt, createdAt, SCALE, units('movie'), 0x10000, 0x1000000, 0, 0),
      ] as const),
      square,
      Buffer.alloc(24),
      words(2),
    ),
    track,
    ...(parts.inMovie ?? []),
  )
  return Buffer.concat([brands, data, movie, ...beside])
}

/** A track that is neither picture nor sound, as phones and cameras keep where they were; its data is `at`. */
export const placeTrack = (at: number, bytes: number): Buffer =>
  box(
    'trak',
    box('tkhd', words(7, 1, 1, 2, 0, 2_000, 0, 0, 0, 0), Buffer.alloc(44)),
    box(
      'mdia',
      box('mdhd', words(0, 1, 1, SCALE, 2_000, 0)),
      box('hdlr', words(0, 0), 'meta', words(0, 0, 0), 'GPS\0'),
      box('minf', box('stbl', box('stsz', words(0, bytes, 1)), box('stco', words(0, 1, at)))),
    ),
  )

/** A PDF document of one page with a line of text; `objects` are added to its own, as they are. */
export function tinyDocument({
  text = 'Receipt',
  objects = [] as readonly (string | Buffer)[],
  inCatalog = '',
} = {}): Buffer {
  const drawn = `BT /F1 18 Tf 20 100 Td (${text}) Tj ET`
  const own = [
    `<</Type/Catalog/Pages 2 0 R${inCatalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...objects,
  ]
  let pdf: Buffer = Buffer.from('%PDF-1.5\n')
  const places = own.map((content, index) => {
    const at = pdf.length
    const lines = [
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(content),
      Buffer.from('\nendobj\n'),
    ]
    pdf = Buffer.concat([pdf, ...lines])
    return at
  })
  const rows = places.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const count = own.length + 1
  const tail = `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(tail)])
}

/** Objects that are packed together, as the content of one. */
export function packedObjects(content: string, description = '/Filter/FlateDecode'): Buffer {
  const packed = deflateSync(Buffer.from(`9 0 ${content}`))
  const head = `<</Type/ObjStm/N 1/First 4/Length ${packed.length}${description}>>stream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])
}
