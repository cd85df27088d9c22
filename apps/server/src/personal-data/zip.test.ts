import { crc32, inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { zipOf } from './zip.ts'

/** Reads an archive as programs do: from its end, by the central directory. */
function read(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  expect(zip.readUInt32LE(end + 12)).toBe(end - at)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    expect(zip.toString('latin1', at, at + 4)).toBe('PK\x01\x02')
    const [check, packed, size] = [16, 20, 24].map(place => zip.readUInt32LE(at + place))
    const length = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + length)
    const local = zip.readUInt32LE(at + 42)
    expect(zip.toString('latin1', local, local + 4)).toBe('PK\x03\x04')
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const body = inflateRawSync(zip.subarray(from, from + (packed ?? 0)))
    expect([body.length, crc32(body)]).toEqual([size, check])
    files.set(name, body)
    at += 46 + length
  }
  return files
}

it('an archive is read by its list of files, with names and texts of any language', () => {
  const text = Buffer.from('榕树 banyan '.repeat(1_000))
  const files = read(
    zipOf([
      { name: '说明.txt', body: text },
      { name: 'empty', body: Buffer.alloc(0) },
    ]),
  )
  expect([...files]).toEqual([
    ['说明.txt', text],
    ['empty', Buffer.alloc(0)],
  ])
})
