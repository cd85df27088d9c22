import { floorDiv } from '@banyan/domain'

/** The sum of amounts. */
export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n)

/** The smaller amount. */
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/**
 * Divides a whole in proportion to parts that are not all zero, each share floor6; the remainder
 * stays undivided.
 */
export function proRata(parts: readonly bigint[], whole: bigint): bigint[] {
  const total = sum(parts)
  return parts.map(part => floorDiv(part * whole, total))
}
