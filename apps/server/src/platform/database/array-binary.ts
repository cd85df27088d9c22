/**
 * PostgreSQL's binary form of arrays, for the lists of a settlement: a million ids and amounts that
 * neither side converts to text and back. Numbers are big-endian; lists have one dimension and no
 * NULL.
 */

const UUID = { oid: 2950, bytes: 16 }
const INT4 = { oid: 23, bytes: 4 }
const INT8 = { oid: 20, bytes: 8 }
/** Dimensions, NULLs, type, length, number of the first entry. */
const HEADER_WORDS = 5

/** Ids in their canonical form, in a list or in one text with any separators. */
export function uuidArray(ids: readonly string[] | string): Buffer {
  const text = typeof ids === 'string' ? ids : ids.join('')
  const entries = Buffer.allocUnsafe(text.length >> 1)
  let digits = 0
  let byte = 0
  for (let at = 0; at < text.length; at++) {
    const digit = digitOf[text.charCodeAt(at)] as number
    if (digit > 15) continue
    byte = (byte << 4) | digit
    if (digits++ % 2 === 1) entries[(digits >> 1) - 1] = byte
  }
  return uuidArrayOf(entries.subarray(0, digits >> 1))
}

/** The hexadecimal value of each ASCII character, or a larger number for a separator. */
const digitOf = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(code))
  return digit < 0 ? 16 : digit
})

/** Ids as their bytes, sixteen for each. */
export const uuidArrayOf = (bytes: Buffer): Buffer => arrayOf(UUID, bytes)

/** The first of many ids that start like the given one and count up in their last four bytes. */
export const firstOfMany = (id: string): string => `${id.slice(0, -8)}00000000`

/** Whole numbers below 2^31. */
export const int4Array = (numbers: Uint32Array): Buffer =>
  arrayOf(INT4, Buffer.from(numbers.slice().buffer).swap32())

/** Whole numbers; the caller guarantees that all are below 2^63. */
export const int8Array = (numbers: readonly bigint[] | BigInt64Array): Buffer =>
  arrayOf(INT8, Buffer.from(BigInt64Array.from(numbers).buffer).swap64())

/**
 * Each entry after its length. Everything is aligned to words of four bytes, which are copied
 * unchanged.
 */
function arrayOf({ oid, bytes }: { oid: number; bytes: number }, entries: Buffer): Buffer {
  const count = entries.length / bytes
  const header = [1, 0, oid, count, 1]
  const array = Buffer.alloc((HEADER_WORDS + count) * 4 + entries.length)
  for (const [place, word] of header.entries()) array.writeInt32BE(word, place * 4)
  const from = new Int32Array(entries.buffer, entries.byteOffset, entries.length / 4)
  const to = new Int32Array(array.buffer, array.byteOffset, array.length / 4)
  const length = Buffer.alloc(4)
  length.writeInt32BE(bytes)
  const lengthWord = new Int32Array(length.buffer, length.byteOffset, 1)[0] as number
  for (let word = 0, at = HEADER_WORDS; word < from.length; word++) {
    if (word % (bytes / 4) === 0) to[at++] = lengthWord
    to[at++] = from[word] as number
  }
  return array
}
