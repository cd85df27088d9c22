import { ceilDiv, floorDiv, type Leaf, ONE, type Price, type Usdt } from '@banyan/domain'
import { type Parameters, parametersV1 } from './parameters.ts'

/** The inputs of the guide price: R, micro-USDT in RESERVE, and N, micro-LEAF outstanding. */
export interface Backing {
  readonly reserve: Usdt
  readonly outstanding: Leaf
}

/** Pbuy = ceil6(R/N), the price of a subscription: rounding favours remaining holders. Rule book 2.2. */
export const entryPrice = (b: Backing, p: Parameters = parametersV1): Price =>
  b.outstanding === 0n ? p.firstPrice : ceilDiv(b.reserve * ONE, b.outstanding)

/** Pexit = floor6(R/N), what redeeming pays. Rule book 2.2. */
export const exitPrice = (b: Backing, p: Parameters = parametersV1): Price =>
  b.outstanding === 0n ? p.firstPrice : floorDiv(b.reserve * ONE, b.outstanding)

/** Whether R/N is under the floor below which nothing is filled. Compared exactly, not as a rounded price. */
export const belowFloor = (b: Backing, p: Parameters = parametersV1): boolean =>
  b.outstanding > 0n && b.reserve * ONE < p.subscriptionFloorPrice * b.outstanding

/** The value of coins at a price, rounded down: floor6(q × price), micro-USDT. */
export const worth = (quantity: Leaf, price: Price): Usdt => floorDiv(quantity * price, ONE)

/** The cost of a quantity at a price, rounded up: ceil6(q × price), micro-USDT. */
export const costOf = (quantity: Leaf, price: Price): Usdt => ceilDiv(quantity * price, ONE)

/**
 * The value of coins as a part of the whole reserve: floor6(R × q / N), from the exact ratio, so
 * that a split, which multiplies q and N alike, changes no value by a single unit. Rule book 2.11.
 */
export const shareOf = (quantity: Leaf, b: Backing): Usdt =>
  b.outstanding === 0n ? 0n : floorDiv(b.reserve * quantity, b.outstanding)
