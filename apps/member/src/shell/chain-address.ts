import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { createBase58check } from '@scure/base'

/*
 * The checksums of addresses, so that a typing error is reported before a password is requested.
 * The server checks again.
 */
const base58check = createBase58check(sha256)

/** False when a TRON address of the right format has a wrong checksum (base58check). */
export function tronChecksumHolds(address: string): boolean {
  try {
    base58check.decode(address)
    return true
  } catch {
    return false
  }
}

/**
 * False when a BSC address of the right format has letters of both cases that do not match its
 * checksum (EIP-55): a letter is a capital where the hash of the lower-case digits has 8 or more.
 * Letters of one case carry no checksum.
 */
export function bscChecksumHolds(address: string): boolean {
  const digits = address.slice(2)
  const low = digits.toLowerCase()
  if (digits === low || digits === digits.toUpperCase()) return true
  const hash = keccak_256(new TextEncoder().encode(low))
  const nibble = (place: number) => ((hash[place >> 1] ?? 0) >> (place % 2 === 0 ? 4 : 0)) & 15
  return [...low].every(
    (email, place) => digits[place] === (nibble(place) > 7 ? email.toUpperCase() : email),
  )
}
