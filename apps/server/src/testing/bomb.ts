import { constants, crc32, deflateRawSync } from 'node:zlib'

/** The seven passes of an interlaced PNG (Adam7): the start and the steps of each. */
const passes = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
]
/** Red, green, blue and alpha of 16 bits each. */
const POINT_BYTES = 8
const PIECE = 1 << 20

/**
 * A small file that is a large picture: a black interlaced PNG of 16 bits a channel, which a
 * decoder has to hold whole (8 bytes a point). Made of one compressed piece that is repeated, so
 * that making it takes no memory.
 */
export function pictureBomb(width: number, height: number): Buffer {
  const rows = passes.map(({ x, y, dx, dy }) => ({
    bytes: 1 + Math.ceil((width - x) / dx) * POINT_BYTES,
    count: Math.ceil((height - y) / dy),
  }))
  const unpacked = rows.reduce((sum, { bytes, count }) => sum + bytes * count, 0)
  const zeros = (bytes: number, last: boolean) =>
    deflateRawSync(Buffer.alloc(bytes), {
      finishFlush: last ? constants.Z_FINISH : constants.Z_FULL_FLUSH,
    })
  const piece = zeros(PIECE, false)
  const packed = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: Math.floor(unpacked / PIECE) }, () => piece),
    zeros(unpacked % PIECE, true),
    // Adler-32 of nothing but zeros.
    uint32(((unpacked % 65_521) * 65_536 + 1) >>> 0),
  ])
  const sixteenBitsInterlaced = [16, 6, 0, 0, 1]
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.from([...uint32(width), ...uint32(height), ...sixteenBitsInterlaced])),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
