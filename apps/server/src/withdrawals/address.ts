import { type Address, getAddress, zeroAddress } from 'viem'

/**
 * The EIP-55 form of an address as typed, or null when its checksum is wrong. Letters of one case
 * carry no checksum and are accepted; mixed case must be right in every letter.
 */
export function checksummed(given: string): Address | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(given)) return null
  const digits = given.slice(2)
  const right = getAddress(`0x${digits.toLowerCase()}`)
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return oneCase || right === given ? right : null
}

/** True for addresses that nobody can ever spend from: zero, and the token's own contract. */
export const isDeadEnd = (address: Address, tokenContract: string | null): boolean =>
  address === zeroAddress || address.toLowerCase() === tokenContract?.toLowerCase()
