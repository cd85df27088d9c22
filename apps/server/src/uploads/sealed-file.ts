import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/*
 * A file that is encrypted in pieces, so that a part of it can be read without the rest: AES-256-GCM, a key
 * for each file, the number of the piece as its nonce. A piece opens in its place of its file alone, and the
 * length that every piece is bound to shows one that was cut.
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

/** Writes a file at `from` sealed to `to`, which must not be there yet. */
export async function sealFile(fieldKey: Buffer, from: string, to: string, sealed: Sealed) {
  const salt = randomBytes(SALT_BYTES)
  const key = keyOf(fieldKey, salt)
  const [source, target] = [await open(from, 'r'), await open(to, 'wx', 0o600)]
  try {
    await target.write(salt)
    const plain = Buffer.alloc(PIECE)
    for (let piece = 0; piece * PIECE < sealed.bytes; piece++) {
      const { bytesRead } = await source.read(plain, 0, PIECE, piece * PIECE)
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(piece)).setAAD(boundTo(sealed))
      const body = Buffer.concat([cipher.update(plain.subarray(0, bytesRead)), cipher.final()])
      await target.write(Buffer.concat([body, cipher.getAuthTag()]))
    }
    await target.sync()
  } finally {
    await Promise.all([source.close(), target.close()])
  }
}

/**
 * The bytes of a sealed file from one to another, both included, piece by piece.
 * @throws when it was changed, cut, or is another file.
 */
export async function* openedFile(
  fieldKey: Buffer,
  path: string,
  sealed: Sealed,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Buffer> {
  const file = await open(path, 'r')
  try {
    const salt = await read(file, 0, SALT_BYTES)
    const key = keyOf(fieldKey, salt)
    for (let piece = Math.floor(from / PIECE); piece * PIECE <= to; piece++) {
      const start = piece * PIECE
      const size = Math.min(PIECE, sealed.bytes - start)
      const body = await read(file, SALT_BYTES + piece * (PIECE + MAC_BYTES), size + MAC_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(piece), {
        authTagLength: MAC_BYTES,
      })
      decipher.setAAD(boundTo(sealed)).setAuthTag(body.subarray(size))
      const plain = Buffer.concat([decipher.update(body.subarray(0, size)), decipher.final()])
      yield plain.subarray(Math.max(0, from - start), Math.min(size, to - start + 1))
    }
  } finally {
    await file.close()
  }
}

const keyOf = (fieldKey: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', fieldKey, salt, 'banyan files v1', 32))

const boundTo = ({ id, bytes }: Sealed): Buffer => Buffer.from(`${id} ${bytes}`)

function nonceOf(piece: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(piece, NONCE_BYTES - 4)
  return nonce
}

async function read(file: FileHandle, at: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await file.read(bytes, 0, size, at)
  return bytes.subarray(0, bytesRead)
}
