import { ONE } from '../money/amount.ts'
import { CENT, ceilDiv, ceilToStep, floorDiv, WHOLE_BPS } from '../money/rounding.ts'

/** The amounts of a trade, fixed at take. Formulas and worked examples: docs/otc-payments.md. */
export interface TradeAmounts {
  /** ceil6(quantity × price), micro-USDT. */
  dealAmount: bigint
  /** floor6(quantity × concession rate), micro-LEAF. */
  concessionQuantity: bigint
  /**
   * What the buyer sends, micro-USDT: ceil2((quantity − concession) × price); after the take also
   * its tail (`withTail`).
   */
  paymentAmount: bigint
}

/**
 * What a buyer pays for one LEAF of an order: its price after the concession, micro-USDT, rounded
 * up. This is the market's price everywhere; whole cents and the tail of a payment are added to it.
 */
export const priceAfterConcession = (price: bigint, concessionBps: number): bigint =>
  ceilDiv(price * (WHOLE_BPS - BigInt(concessionBps)), WHOLE_BPS)

/**
 * The same for a trade, from its stored amounts. Its conceded quantity was rounded down, and yields
 * the exact rate from 0.01 LEAF on.
 */
export const pricePaid = (trade: {
  price: bigint
  quantity: bigint
  concessionQuantity: bigint
}): bigint =>
  priceAfterConcession(
    trade.price,
    Number(ceilDiv(trade.concessionQuantity * WHOLE_BPS, trade.quantity)),
  )

/**
 * Quotes a take, with its payment in whole cents: the tail is drawn at the take. `quantity` in
 * micro-LEAF, `price` in micro-USDT per LEAF.
 */
export function quoteTake(quantity: bigint, price: bigint, concessionBps: number): TradeAmounts {
  const concessionQuantity = floorDiv(quantity * BigInt(concessionBps), WHOLE_BPS)
  return {
    dealAmount: ceilDiv(quantity * price, ONE),
    concessionQuantity,
    paymentAmount: ceilToStep(ceilDiv((quantity - concessionQuantity) * price, ONE), CENT),
  }
}

/** The largest quantity whose quoted payment does not exceed this, micro-LEAF. */
export function mostFor(payment: bigint, price: bigint, concessionBps: number): bigint {
  if (payment < CENT || price === 0n) return 0n
  const paid = floorDiv((payment - (payment % CENT)) * ONE, price)
  // The concession is rounded down: a quantity q costs ceil(q × the rest of the rate).
  return floorDiv(paid * WHOLE_BPS, WHOLE_BPS - BigInt(concessionBps))
}

/** The most an order can cost in fees: ceil6(rate × total), micro-LEAF. */
export const highestFee = (total: bigint, feeBps: number): bigint =>
  ceilDiv(total * BigInt(feeBps), WHOLE_BPS)

/**
 * The fee of one take: the order's fee on everything in trade or dealt including this take, minus
 * what is already held for it. So many small takes never cost more than one large one. A split
 * multiplies what earlier takes were rounded up by: then a tiny take may cost nothing, never less.
 */
export const feeOfTake = (
  quantity: bigint,
  inTradeOrDealt: bigint,
  feesHeld: bigint,
  feeBps: number,
): bigint => {
  const fee = highestFee(inTradeOrDealt + quantity, feeBps) - feesHeld
  return fee > 0n ? fee : 0n
}

/** The price band around the guide price, both ends included, in micro-USDT per LEAF. */
export function priceBand(guide: bigint, bandBps: number): { low: bigint; high: bigint } {
  return {
    low: ceilDiv(guide * (WHOLE_BPS - BigInt(bandBps)), WHOLE_BPS),
    high: floorDiv(guide * (WHOLE_BPS + BigInt(bandBps)), WHOLE_BPS),
  }
}

/**
 * Whether paymentAmount ÷ quantity, before rounding and its tail and with the concession, is inside
 * the band. Compared by cross-multiplication, so nothing is rounded.
 */
export function insideBand(
  price: bigint,
  concessionBps: number,
  guide: bigint,
  bandBps: number,
): boolean {
  const effective = price * (WHOLE_BPS - BigInt(concessionBps))
  const band = BigInt(bandBps)
  return effective >= guide * (WHOLE_BPS - band) && effective <= guide * (WHOLE_BPS + band)
}
