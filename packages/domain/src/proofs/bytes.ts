/*
 * The hashed bytes of proofs: whole numbers are big-endian, texts are UTF-8, and everything is a
 * prefix of fixed length, fields of fixed length, and at most one text of any length, so no two
 * meanings have the same bytes.
 */

/** SHA-256 of some bytes: of the browser, Node or a library. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

/** A sum has 16 bytes. One that does not fit is an error and is never cut off: it would wrap to less. */
export const SUM_LIMIT = 1n << 128n

/** Returns the bytes of lower-case hex. @throws RangeError for other text. */
export function bytesOfHex(hex: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new RangeError('not hex')
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  )
}

export const hexOfBytes = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

export const textBytes = (value: string): Uint8Array => new TextEncoder().encode(value)

export function sumBytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(16)
  writeSum(bytes, 0, value)
  return bytes
}

export const writeSum = (bytes: Uint8Array, at: number, value: bigint): void =>
  writeSumIn(new DataView(bytes.buffer, bytes.byteOffset), at, value)

export function writeSumIn(view: DataView, at: number, value: bigint): void {
  // Almost every sum fits the lower half, and there are millions of them.
  view.setBigUint64(at, value < LOWER_HALF ? 0n : value >> 64n)
  view.setBigUint64(at + 8, BigInt.asUintN(64, value))
}

const LOWER_HALF = 1n << 64n

export function numberBytes(value: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let at = length - 1, rest = value; at >= 0; at--, rest = Math.floor(rest / 256))
    bytes[at] = rest % 256
  return bytes
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
