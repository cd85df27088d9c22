import { type Parameters, staticCap } from '@banyan/economy'
import type { PaidPosition } from './earning-store.ts'

/**
 * What the cap of a position had left before a settlement paid it: zero when a version has lowered
 * the cap below what was paid.
 */
export function capLeftOf(
  { openingValue, paidAfter, amount }: PaidPosition,
  p: Parameters,
): bigint {
  const [cap, before] = [staticCap(openingValue, p), paidAfter - amount]
  return before < cap ? cap - before : 0n
}
