import { ceilDiv, floorDiv, WHOLE_BPS } from '../money/rounding.ts'
import type { OrderSide } from './order.ts'
import { priceAfterConcession } from './quote.ts'

/** A price that follows the guide price, micro-USDT per LEAF. */
export interface FloatingPrice {
  /** Its distance from the guide price in whole basis points; negative below it. */
  readonly marginBps: number
  /** The owner's limit of the paid price: a seller's floor, a buyer's ceiling. */
  readonly limit: bigint
}

/** What the owner of an order asks for one LEAF: a fixed price, or one that floats. */
export type OrderPrice = bigint | FloatingPrice

export const isFloating = (price: OrderPrice): price is FloatingPrice => typeof price !== 'bigint'

/** The terms that determine a price. A buy order concedes nothing. */
export interface PricedTerms {
  readonly side: OrderSide
  readonly price: OrderPrice
  readonly concessionBps: number
}

/**
 * The guide price with a margin, rounded towards the guide price. So it never differs by more than
 * the margin, and the rounding favours neither sellers nor buyers.
 */
export function withMargin(guidePrice: bigint, marginBps: number): bigint {
  const scaled = guidePrice * (WHOLE_BPS + BigInt(marginBps))
  return marginBps < 0 ? ceilDiv(scaled, WHOLE_BPS) : floorDiv(scaled, WHOLE_BPS)
}

/** The price of an order at a guide price, before its concession. The paid price keeps the owner's limit. */
export function priceAt({ side, price, concessionBps }: PricedTerms, guidePrice: bigint): bigint {
  if (!isFloating(price)) return price
  const following = withMargin(guidePrice, price.marginBps)
  if (side === 'buy') return following < price.limit ? following : price.limit
  const least = leastWithConcession(price.limit, concessionBps)
  return following > least ? following : least
}

/** The paid price of one LEAF of an order at a guide price, after its concession. */
export const pricePaidAt = (terms: PricedTerms, guidePrice: bigint): bigint =>
  priceAfterConcession(priceAt(terms, guidePrice), terms.concessionBps)

/** The lowest price that leaves at least `paid` after the concession. */
const leastWithConcession = (paid: bigint, concessionBps: number): bigint =>
  ceilDiv(paid * WHOLE_BPS, WHOLE_BPS - BigInt(concessionBps))

/** The most that a buy order may have to pay for one LEAF, at any guide price. */
export const highestPrice = (price: OrderPrice): bigint => (isFloating(price) ? price.limit : price)
