import { crc32, deflateSync } from 'node:zlib'

const width = 540
const height = 720

const drawn = new Map<number, Uint8Array<ArrayBuffer>>()

/** A PNG that looks like a plain receipt: a coloured band and grey lines, different for each label. */
export function voucherPicture(label: number): Uint8Array<ArrayBuffer> {
  const picture = drawn.get(label) ?? draw(label)
  drawn.set(label, picture)
  return picture
}

function draw(label: number): Uint8Array<ArrayBuffer> {
  const rows: Buffer[] = []
  for (let y = 0; y < height; y++) {
    const row = Buffer.alloc(1 + width * 3, 255)
    row[0] = 0
    const line = y > 220 && (y - 220) % 60 < 16 && y < 640
    for (let x = 0; x < width; x++) {
      const inBand = y < 150
      const inLine = line && x > 48 && x < 48 + 160 + ((label * 53 + Math.floor(y / 60) * 97) % 260)
      if (inBand) row.set([0x33, 0x50 + ((label * 29) % 96), 0xd6], 1 + x * 3)
      else if (inLine) row.set([0xd0, 0xd4, 0xdc], 1 + x * 3)
    }
    rows.push(row)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const png = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return new Uint8Array(png)
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
