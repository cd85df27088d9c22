import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readTar, tarEnd, tarFile } from './tar.ts'

const files = [
  ['empty', Buffer.alloc(0)],
  ['chain/one.json', Buffer.from('{}')],
  ['whole-block', Buffer.alloc(512, 7)],
  ['large', Buffer.alloc(100_003, 9)],
] as const
const archive = Buffer.concat([...files.map(([path, content]) => tarFile(path, content)), tarEnd()])

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The archive in pieces whose length fits no block. */
const inPieces = (bytes: Buffer, length = 700) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / length) }, (_, n) =>
      bytes.subarray(n * length, (n + 1) * length),
    ),
  )

async function read(bytes: Buffer, { skipping = false } = {}) {
  const entries: [string, string][] = []
  for await (const { path, content } of readTar(inPieces(bytes))) {
    const pieces: Buffer[] = []
    if (!skipping) for await (const piece of content) pieces.push(piece)
    entries.push([path, sha256(Buffer.concat(pieces))])
  }
  return entries
}

it('reads what it wrote, in pieces of any size, and with or without reading the content', async () => {
  expect(await read(archive)).toEqual(files.map(([path, content]) => [path, sha256(content)]))
  expect((await read(archive, { skipping: true })).map(([path]) => path)).toEqual(
    files.map(([path]) => path),
  )
})

it('refuses an archive that ends early or has a changed header', async () => {
  for (const length of [100, 600, 1_500, archive.length - 1_024])
    await expect(read(archive.subarray(0, length))).rejects.toThrow(/^An archive of the backup/)
  const changed = Buffer.from(archive)
  changed[3] = 0x58
  await expect(read(changed)).rejects.toThrow(/it is damaged/)
})

it.each(['../outside', '/etc/passwd', 'a/../../b'])('does not write to %s', async path => {
  await expect(read(Buffer.concat([tarFile(path, Buffer.from('x')), tarEnd()]))).rejects.toThrow(
    /^An archive of the backup/,
  )
})
