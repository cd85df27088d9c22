import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { KeyRing } from '../platform/key-ring.ts'
import type { FileKeeper } from './keeper.ts'

/*
 * A file that is encrypted in pieces, so that a part of it can be read without the rest: AES-256-GCM, a key
 * for each file, the number of the piece as its nonce. A piece opens in its place of its file alone, and the
 * length that every piece is bound to shows one that was cut. The version of the field key is in the name.
 */

const PIECE = 64 * 1024
const MAC_BYTES = 16
const SALT_BYTES = 16
const NONCE_BYTES = 12

/** What a sealed file is: its upload, and how many bytes it has. */
export interface Sealed {
  id: string
  bytes: number
}

const NAME = /^([0-9a-f]{32})(?:\.(\d{1,3}))?\.sealed$/

/** The name of what is sealed with a version of the field key; a new one, or that of the same file. */
export const sealedName = (version: number, same?: string): string => {
  const base = same === undefined ? randomBytes(16).toString('hex') : NAME.exec(same)?.[1]
  return version === 1 ? `${base}.sealed` : `${base}.${version}.sealed`
}

/** The version of the field key that something is sealed with, by its name. */
export const versionIn = (name: string): number => Number(NAME.exec(name)?.[2] ?? 1)

/** Whether a name is one that uploads are kept under; others in a bucket are somebody else's. */
export const isUploadName = (name: string): boolean =>
  NAME.test(name) || /^[0-9a-f]{32}\.webp$/.test(name)

/** Whether a name is one of something sealed. */
export const isSealedName = (name: string): boolean => NAME.test(name)

/**
 * Takes away a file of an upload. While the field key is replaced, a sealed one may lie under each
 * accepted key, whichever of them its row names.
 */
export async function removeFile(
  files: FileKeeper,
  fieldKey: KeyRing,
  name: string,
): Promise<void> {
  const versions = isSealedName(name) ? fieldKey.accepted : []
  const names = new Set([name, ...versions.map(({ version }) => sealedName(version, name))])
  for (const one of names) await files.remove(one)
}

/** The key that something is sealed with, by its name. */
export function keyFor(fieldKey: KeyRing, name: string): Buffer {
  const key = fieldKey.at(versionIn(name))
  if (!key) throw new Error('a file is sealed with a key that is not accepted')
  return key
}

/** Writes plain bytes sealed to `to`, which must not be there yet. */
export async function sealFile(
  fieldKey: Buffer,
  plain: AsyncIterable<Buffer>,
  to: string,
  sealed: Sealed,
): Promise<void> {
  const salt = randomBytes(SALT_BYTES)
  const key = keyOf(fieldKey, salt)
  const target = await open(to, 'wx', 0o600)
  try {
    await target.write(salt)
    let piece = 0
    for await (const body of inPieces(plain, () => PIECE)) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(piece++)).setAAD(boundTo(sealed))
      const done = Buffer.concat([cipher.update(body), cipher.final()])
      await target.write(Buffer.concat([done, cipher.getAuthTag()]))
    }
    await target.sync()
  } finally {
    await target.close()
  }
}

/**
 * The bytes of a sealed file from one to another, both included, piece by piece.
 * @throws when it was changed, cut, or is another file.
 */
export async function* openedFile(
  fieldKey: Buffer,
  { files, name }: { files: FileKeeper; name: string },
  sealed: Sealed,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Buffer> {
  if (to < from) return
  const salt = Buffer.concat(await all(files.part(name, 0, SALT_BYTES - 1)))
  const key = keyOf(fieldKey, salt)
  const [first, last] = [Math.floor(from / PIECE), Math.floor(to / PIECE)]
  const sizeOf = (piece: number) => Math.min(PIECE, sealed.bytes - piece * PIECE)
  const begin = SALT_BYTES + first * (PIECE + MAC_BYTES)
  const end = SALT_BYTES + last * (PIECE + MAC_BYTES) + sizeOf(last) + MAC_BYTES - 1
  let piece = first
  const bodies = inPieces(files.part(name, begin, end), at => sizeOf(first + at) + MAC_BYTES)
  for await (const body of bodies) {
    const size = sizeOf(piece)
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(piece), {
      authTagLength: MAC_BYTES,
    })
    decipher.setAAD(boundTo(sealed)).setAuthTag(body.subarray(size, size + MAC_BYTES))
    const plain = Buffer.concat([decipher.update(body.subarray(0, size)), decipher.final()])
    const start = piece++ * PIECE
    yield plain.subarray(Math.max(0, from - start), Math.min(size, to - start + 1))
  }
  if (piece !== last + 1) throw new Error('a sealed file is shorter than its row says')
}

async function all(parts: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const found: Buffer[] = []
  for await (const part of parts) found.push(part)
  return found
}

/** Bytes as they come, in pieces of wanted sizes; the last one may be shorter. */
async function* inPieces(
  bytes: AsyncIterable<Buffer>,
  sizeOf: (piece: number) => number,
): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  let piece = 0
  for await (const some of bytes) {
    waiting.push(some)
    length += some.length
    while (length > 0 && length >= sizeOf(piece)) {
      const size = sizeOf(piece++)
      const joined = Buffer.concat(waiting)
      yield joined.subarray(0, size)
      waiting = [joined.subarray(size)]
      length -= size
    }
  }
  if (length > 0) yield Buffer.concat(waiting)
}

const keyOf = (fieldKey: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', fieldKey, salt, 'banyan files v1', 32))

const boundTo = ({ id, bytes }: Sealed): Buffer => Buffer.from(`${id} ${bytes}`)

function nonceOf(piece: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(piece, NONCE_BYTES - 4)
  return nonce
}
