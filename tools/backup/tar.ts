import { StartRefused } from '../bootstrap/refusal.ts'

/** A file or folder of a tar archive. Its content must be read before the next entry is requested. */
export interface TarEntry {
  path: string
  mode: number
  size: number
  isFolder: boolean
  content: AsyncIterable<Buffer>
}

const BLOCK = 512
const padded = (size: number): number => Math.ceil(size / BLOCK) * BLOCK

/** Encodes a file as part of an archive in the ustar format. */
export function tarFile(path: string, content: Buffer): Buffer {
  const header = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long a name for the archive`)
  header.write(path, 0)
  header.write('0000600\0', 100)
  header.write(`${content.length.toString(8).padStart(11, '0')} `, 124)
  header.write('0ustar\x0000', 156)
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, content, Buffer.alloc(padded(content.length) - content.length)])
}

/** The end of an archive. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK)

/**
 * Yields the entries of an archive in order, as it is read.
 * @throws StartRefused when the archive is damaged, ends early, or would write outside its folder.
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const input = new Input(source)
  for (;;) {
    const header = await input.take(BLOCK)
    if (header.every(byte => byte === 0)) return
    const stored = Number.parseInt(textAt(header, 148, 8), 8)
    if (stored !== checksum(header)) throw damaged()
    const size = sizeOf(header)
    const type = String.fromCharCode(header[156] ?? 0)
    if (!['0', '\0', '5'].includes(type)) throw damaged()
    const prefix = textAt(header, 345, 155)
    const path = `${prefix === '' ? '' : `${prefix}/`}${textAt(header, 0, 100)}`
    if (path.startsWith('/') || path.split('/').includes('..')) throw damaged()
    let left = size
    const content = async function* () {
      while (left > 0) {
        const piece = await input.some(left)
        left -= piece.length
        yield piece
      }
    }
    const mode = Number.parseInt(textAt(header, 100, 8), 8)
    yield { path, mode, size, isFolder: type === '5', content: content() }
    while (left > 0) left -= (await input.some(left)).length
    await input.take(padded(size) - size)
  }
}

const damaged = () =>
  new StartRefused('An archive of the backup cannot be read: it is damaged, use another backup.')

const textAt = (header: Buffer, at: number, length: number): string =>
  header
    .subarray(at, at + length)
    .toString('utf8')
    .replace(/\0.*$/s, '')
    .trim()

/** An octal number, or bytes with the highest bit set when eleven digits are too few. */
function sizeOf(header: Buffer): number {
  if (((header[124] ?? 0) & 0x80) === 0) return Number.parseInt(textAt(header, 124, 12), 8)
  return Number(header.readBigUInt64BE(128))
}

/** The sum of a header's bytes; its own field counts as spaces. */
function checksum(header: Buffer): number {
  let sum = 8 * 0x20
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte
  return sum
}

/** Reads a stream in pieces of a given length. */
class Input {
  readonly #pieces: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#pieces = source[Symbol.asyncIterator]()
  }

  /** Reads up to this many bytes, at least one. */
  async some(most: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const next = await this.#pieces.next()
      if (next.done) throw damaged()
      this.#rest = next.value
    }
    const piece = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(piece.length)
    return piece
  }

  async take(length: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (let left = length; left > 0; left -= pieces.at(-1)?.length ?? 0)
      pieces.push(await this.some(left))
    return Buffer.concat(pieces)
  }
}
