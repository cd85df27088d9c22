import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive. */
export interface ZipFile {
  name: string
  body: Buffer
}

const UTF8_NAMES = 0x0800
const DEFLATED = 8
const VERSION = 20
/**
 * 1 January 1980, the first day of the format. The files themselves contain when they were made.
 */
const FIRST_DAY = 0x21

/** A ZIP archive (APPNOTE 6.3.10) of less than 4 GB, without directories and encryption. */
export function zipOf(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, body } of files) {
    const packed = deflateRawSync(body)
    const named = Buffer.from(name, 'utf8')
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(VERSION, 0)
    facts.writeUInt16LE(UTF8_NAMES, 2)
    facts.writeUInt16LE(DEFLATED, 4)
    facts.writeUInt16LE(0, 6)
    facts.writeUInt16LE(FIRST_DAY, 8)
    facts.writeUInt32LE(crc32(body), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(body.length, 18)
    facts.writeUInt16LE(named.length, 22)
    const local = Buffer.concat([signature(0x04034b50), facts, named, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([signature(0x02014b50), Buffer.of(VERSION, 0), facts, rest, named]))
    parts.push(local)
    offset += local.length
  }
  const list = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, list, signature(0x06054b50), end])
}

function signature(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes
}
