import type { Leaf, Price, Usdt } from '@banyan/domain'
import { type Parameters, parametersV1 } from '../../parameters.ts'
import { worth } from '../../price.ts'
import type { DynamicNodes } from './dynamic-facts.ts'

/** Volume of a fee: f = floor6(coins × Pexit), micro-USDT. Deposits, subscriptions and heads are never volume. Rule book 2.7. */
export const volumeOf = (coins: Leaf, exitPrice: Price): Usdt => worth(coins, exitPrice)

/** Volume that arrives on each side of each node, whole micro-USDT. */
export interface PairedVolumes {
  readonly left: Float64Array
  readonly right: Float64Array
}

/**
 * Values that are multiplied by the decay's numerator stay below this, so that the product is exact
 * in a double.
 */
const PRODUCT_BOUND = 2 ** 51

/**
 * credit(x) = f(x) + floor((PVL(x) + PVR(x)) × 4/5), added to the parent of x by side: the volume
 * of a fee is whole one level up and shrinks by a fifth with each level above. Rule book 2.7. One
 * pass from the last node to the first, at any depth; whole numbers in doubles, because no credit
 * exceeds the sum of the fees, and that sum is below the bound.
 * @param own f of each node.
 * @throws RangeError when all fees together reach 2^51 micro-USDT, two thousand million USDT.
 */
export function pairedVolumes(
  { parents, sides }: Pick<DynamicNodes, 'parents' | 'sides'>,
  own: Float64Array,
  p: Parameters = parametersV1,
): PairedVolumes {
  let all = 0
  for (const fee of own) all += fee
  const numerator = Number(p.decayNumerator)
  const denominator = Number(p.decayDenominator)
  if (!(all < PRODUCT_BOUND && numerator <= 4)) {
    throw new RangeError('the volume of one run is beyond what the tree can add up exactly')
  }
  const left = new Float64Array(parents.length)
  const right = new Float64Array(parents.length)
  for (let node = parents.length - 1; node > 0; node--) {
    const below = (left[node] as number) + (right[node] as number)
    const credit = (own[node] as number) + decayed(below, numerator, denominator)
    if (credit === 0) continue
    const side = sides[node] === 0 ? left : right
    const parent = parents[node] as number
    side[parent] = (side[parent] as number) + credit
  }
  return { left, right }
}

/** floor(volume × numerator / denominator), exactly: corrects a quotient that a double rounded up. */
function decayed(volume: number, numerator: number, denominator: number): number {
  if (volume === 0) return 0
  const product = volume * numerator
  const quotient = Math.floor(product / denominator)
  return quotient * denominator > product ? quotient - 1 : quotient
}
