import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const width = 540
const height = 720

const drawn = new Map<number, Uint8Array<ArrayBuffer>>()

/** A PNG that resembles a plain receipt: a coloured band and grey lines, different for each label. */
export function voucherPicture(label: number): Uint8Array<ArrayBuffer> {
  const picture = drawn.get(label) ?? draw(label)
  drawn.set(label, picture)
  return picture
}

/** A PNG with one bar for each length, the longest over the whole width. */
export function barsPicture(lengths: readonly number[]): Uint8Array<ArrayBuffer> {
  const most = Math.max(...lengths)
  const band = 120
  return png(720, band * lengths.length + 60, (x, y) => {
    const length = lengths[Math.floor((y - 30) / band)]
    const inBar = length !== undefined && y >= 30 && (y - 30) % band > 24 && (y - 30) % band < 96
    return inBar && x >= 40 && x < 40 + (640 * length) / most
      ? [0x35, 0x56, 0xd8]
      : [0xf4, 0xf6, 0xfb]
  })
}

/** A PNG of grey squares that looks like no other: for measurements with as many pictures as payments. */
export function squaresPicture(label: number): Uint8Array<ArrayBuffer> {
  const greys = createHash('sha512').update(`${label}`).digest()
  const square = 30
  return png(9 * square, 7 * square, (x, y) => {
    const grey = greys[Math.floor(y / square) * 9 + Math.floor(x / square)] ?? 0
    return [grey, grey, grey]
  })
}

function draw(label: number): Uint8Array<ArrayBuffer> {
  return png(width, height, (x, y) => {
    if (y < 150) return [0x33, 0x50 + ((label * 29) % 96), 0xd6]
    const line = y > 220 && (y - 220) % 60 < 16 && y < 640
    const inLine = line && x > 48 && x < 48 + 160 + ((label * 53 + Math.floor(y / 60) * 97) % 260)
    return inLine ? [0xd0, 0xd4, 0xdc] : [255, 255, 255]
  })
}

type Colour = readonly [red: number, green: number, blue: number]

/** A PNG of these points. */
function png(
  across: number,
  down: number,
  colourAt: (x: number, y: number) => Colour,
): Uint8Array<ArrayBuffer> {
  const rows: Buffer[] = []
  for (let y = 0; y < down; y++) {
    const row = Buffer.alloc(1 + across * 3)
    for (let x = 0; x < across; x++) row.set(colourAt(x, y), 1 + x * 3)
    rows.push(row)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(across, 0)
  header.writeUInt32BE(down, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return new Uint8Array(
    Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.concat(rows))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

/** A PNG chunk: length, name, data, CRC (PNG specification, 5.3). */
function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
