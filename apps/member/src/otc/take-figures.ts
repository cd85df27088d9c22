import {
  ceilDiv,
  formatAmount,
  highestFee,
  mostToBuy,
  ONE,
  parseAmount,
  quoteTake,
  type TradeAmounts,
} from '@banyan/domain'
import { amountOrNull, boughtFor } from './prices.ts'

/** A taker's facts about an order; decimals are texts as on the wire. */
export interface TakenOrder {
  price: string
  concessionBps: number
  available: string
  minQuantity: string
  maxQuantity: string
  /** The maximum for a member without a finished trade; null for all others. */
  newcomersMost: string | null
}

/** The minimum and maximum of one take, micro-LEAF. A rest below the minimum goes whole. */
export function takeRange(order: TakenOrder): { min: bigint; max: bigint } {
  const available = parseAmount(order.available)
  const least = parseAmount(order.minQuantity)
  const most = smaller(available, parseAmount(order.maxQuantity))
  const { newcomersMost } = order
  return {
    min: smaller(available, least),
    max: newcomersMost === null ? most : smaller(most, parseAmount(newcomersMost)),
  }
}

/** The initial quantity of a take: what the payment buys, where the order can serve it. */
export function startOf(order: TakenOrder, payment: bigint | null): string {
  if (payment === null) return ''
  const quantity = boughtFor(payment, parseAmount(order.price), order.concessionBps)
  const { min, max } = takeRange(order)
  return quantity >= min && quantity <= max ? formatAmount(quantity) : ''
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The amounts of a take of this typed quantity, or null while it is not an amount above zero. */
export function quoteOfTyped(quantity: string, order: TakenOrder): TradeAmounts | null {
  const typed = amountOrNull(quantity)
  if (typed === null || typed === 0n) return null
  return quoteTake(typed, parseAmount(order.price), order.concessionBps)
}

/** As `takeRange`, for a buyer who may still invest this much, USDT; null where nothing limits them. */
export function buyRange(order: TakenOrder, left: string | null): { min: bigint; max: bigint } {
  const { min, max } = takeRange(order)
  if (left === null) return { min, max }
  const { concessionBps } = order
  const price = parseAmount(order.price)
  return { min, max: smaller(max, mostToBuy(parseAmount(left), { price, concessionBps })) }
}

/** True when the typed quantity can be taken: within the range, or exactly what is left. */
export function canTake(quantity: string, order: TakenOrder, range = takeRange(order)): boolean {
  const typed = amountOrNull(quantity)
  return typed !== null && typed > 0n && typed >= range.min && typed <= range.max
}

/** The limits of a seller who takes a buy order. */
export interface SellerTerms {
  available: string
  tradingLimit: string
  guidePrice: string
}

/** What leaves a seller's balance with a take: the quantity and its fee, micro-LEAF. */
export const escrowOfTake = (quantity: bigint, feeBps: number): bigint =>
  quantity + highestFee(quantity, feeBps)

/** What prevents a seller from taking this typed quantity, as the name of a text; null when nothing does. */
export function sellerProblem(
  quantity: string,
  feeBps: number,
  terms: SellerTerms,
): 'tooMuch' | 'aboveLimit' | null {
  const typed = amountOrNull(quantity)
  if (typed === null) return null
  if (escrowOfTake(typed, feeBps) > parseAmount(terms.available)) return 'tooMuch'
  const value = ceilDiv(typed * parseAmount(terms.guidePrice), ONE)
  return value > parseAmount(terms.tradingLimit) ? 'aboveLimit' : null
}
