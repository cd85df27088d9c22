import type { Leaf, Price } from '@banyan/domain'
import { type Parameters, parametersV1 } from '../../parameters.ts'
import { type Backing, exitPrice } from '../../price.ts'

/** A split of the coin: it changes neither R nor anybody's part of it. Rule book 2.11. */
export interface SplitBooking {
  /** Coins after it for one before. */
  readonly multiple: number
  /** N before and after, micro-LEAF. */
  readonly before: Leaf
  readonly after: Leaf
  /** Pexit before and after. */
  readonly priceBefore: Price
  readonly priceAfter: Price
}

/** Returns the split that a backing requires, or null: once per run, when Pexit has reached the trigger. */
export function splitOf(backing: Backing, p: Parameters = parametersV1): SplitBooking | null {
  const priceBefore = exitPrice(backing, p)
  const before = backing.outstanding
  if (before === 0n || priceBefore < p.splitTriggerPrice) return null
  const after = before * BigInt(p.splitMultiple)
  const priceAfter = exitPrice({ ...backing, outstanding: after }, p)
  return { multiple: p.splitMultiple, before, after, priceBefore, priceAfter }
}
