import {
  type AnswerOf,
  ceilDiv,
  floorDiv,
  formatAmount,
  highestFee,
  highestPrice,
  isFloating,
  mostToBuy,
  ONE,
  type OrderPrice,
  type OrderSide,
  parseAmount,
  priceAfterConcession,
  priceAt,
  pricePaidAt,
  type publishTerms,
  quoteTake,
  WHOLE_BPS,
  withMargin,
} from '@banyan/domain'
import { amountOrNull } from './prices.ts'

export type PublishTerms = AnswerOf<typeof publishTerms>

/** The form's input. An empty minimum or maximum means: as wide as the order allows. */
export interface PublishDraft {
  quantity: string
  /** Which of the two applies: `price`, or `marginBps` with `limit`. */
  pricing: 'fixed' | 'floating'
  price: string
  marginBps: number
  limit: string
  minQuantity: string
  maxQuantity: string
  concessionBps: number
}

/** The draft with its empty ends filled in: the minimum that the server allows, and the whole order. */
export function completed<D extends PublishDraft>(draft: D, terms: PublishTerms): D {
  const quantity = amountOrNull(draft.quantity)
  const least = parseAmount(terms.minQuantity)
  const min = quantity !== null && quantity < least ? quantity : least
  return {
    ...draft,
    minQuantity: draft.minQuantity.trim() || formatAmount(min),
    maxQuantity: draft.maxQuantity.trim() || draft.quantity,
  }
}

/** The price of a draft as it is asked, or null while it is no amount above zero. */
function askedPrice({ pricing, price, marginBps, limit }: PublishDraft): OrderPrice | null {
  if (pricing === 'fixed') return amountOrNull(price) || null
  const end = amountOrNull(limit)
  return end ? { marginBps, limit: end } : null
}

/** What an order would hold and bring at the current guide price, in micro-units. */
export interface PublishFigures {
  /** The most it can cost in fees; the unused part comes back. */
  fee: bigint
  /** Quantity and fee: what leaves the available balance. */
  escrow: bigint
  /** For the whole quantity: what buyers pay in USDT, after the concession. */
  receives: bigint
  priceAfterConcession: bigint
  /**
   * For the whole quantity at the highest price that a buy order can reach; equals `receives` for a
   * fixed price.
   */
  paysMost: bigint
}

/** The paid price of one coin of a draft at the current guide price, or null while no price is typed. */
export function priceNow(
  draft: PublishDraft,
  { guidePrice }: Pick<PublishTerms, 'guidePrice'>,
  side: OrderSide,
): bigint | null {
  const price = askedPrice(draft)
  const { concessionBps } = draft
  return price && pricePaidAt({ side, price, concessionBps }, parseAmount(guidePrice))
}

/** The derived figures of a draft, or null while quantity or price are not amounts above zero. */
export function publishFigures(
  draft: PublishDraft,
  terms: Pick<PublishTerms, 'feeBps' | 'guidePrice'>,
  side: OrderSide = 'sell',
): PublishFigures | null {
  const quantity = amountOrNull(draft.quantity)
  const asked = askedPrice(draft)
  if (!quantity || !asked) return null
  const { concessionBps } = draft
  const price = priceAt({ side, price: asked, concessionBps }, parseAmount(terms.guidePrice))
  const fee = highestFee(quantity, terms.feeBps)
  const paid = (each: bigint) => quoteTake(quantity, each, concessionBps).paymentAmount
  return {
    fee,
    escrow: quantity + fee,
    receives: paid(price),
    priceAfterConcession: priceAfterConcession(price, concessionBps),
    paysMost: paid(highestPrice(asked)),
  }
}

/** The largest quantity that the balance (with its fee) and the trading limit allow, micro-LEAF. */
export function mostToSell(terms: PublishTerms): bigint {
  const available = parseAmount(terms.available)
  const guide = parseAmount(terms.guidePrice)
  // The fee rounds up: the quotient may be one micro-LEAF too many.
  let byBalance = floorDiv(available * WHOLE_BPS, WHOLE_BPS + BigInt(terms.feeBps))
  if (byBalance + highestFee(byBalance, terms.feeBps) > available) byBalance -= 1n
  if (guide === 0n) return byBalance
  const byLimit = floorDiv(parseAmount(terms.tradingLimit) * ONE, guide)
  return byLimit < byBalance ? byLimit : byBalance
}

type PriceField = 'price' | 'marginBps' | 'limit'

/** The most that a buy order may be worth now: the rule book's limit, or what the maximum investment leaves. */
export function mostToPay({ maxBuyValue, invests }: PublishTerms): string {
  if (!invests || parseAmount(invests.left) > parseAmount(maxBuyValue)) return maxBuyValue
  return invests.left
}

/** Problems of a well-formed draft, by field, as names of texts with their slots. */
export type PublishProblem =
  | { field: 'quantity'; text: 'tooSmall'; slots: { min: string } }
  | { field: 'quantity'; text: 'tooMuch'; slots: { available: string } }
  | { field: 'quantity'; text: 'aboveLimit'; slots: { left: string } }
  | { field: 'quantity'; text: 'buyTooLarge'; slots: { max: string } }
  | { field: 'quantity'; text: 'aboveMaximum'; slots: { left: string; quantity: string } }
  | { field: PriceField; text: 'outsideBand'; slots: { low: string; high: string } }
  | { field: 'minQuantity' | 'maxQuantity'; text: 'takeRange'; slots: undefined }

/**
 * Validates a completed draft before the payment password is requested, by the terms that the
 * server will check. The server decides; this only saves the member a wasted password.
 */
export function publishProblems(
  draft: PublishDraft,
  terms: PublishTerms,
  side: OrderSide = 'sell',
): PublishProblem[] {
  const figures = publishFigures(draft, terms, side)
  const asked = askedPrice(draft)
  if (!figures || !asked) return []
  const quantity = parseAmount(draft.quantity)
  const problems: PublishProblem[] = []
  if (quantity < parseAmount(terms.minQuantity)) {
    problems.push({ field: 'quantity', text: 'tooSmall', slots: { min: terms.minQuantity } })
  } else if (side === 'buy') {
    const max = terms.maxBuyValue
    if (ceilDiv(quantity * highestPrice(asked), ONE) > parseAmount(max))
      problems.push({ field: 'quantity', text: 'buyTooLarge', slots: { max } })
    else problems.push(...maximumProblems(quantity, highestPrice(asked), terms))
  } else if (figures.escrow > parseAmount(terms.available)) {
    const { available } = terms
    problems.push({ field: 'quantity', text: 'tooMuch', slots: { available } })
  } else if (quantity > mostToSell(terms)) {
    problems.push({ field: 'quantity', text: 'aboveLimit', slots: { left: terms.tradingLimit } })
  }
  return [...problems, ...termProblems(draft, terms, quantity, side)]
}

/** The field that determines a price: for a floating price its limit, where the margin alone would not. */
function fieldBehind(asked: OrderPrice, price: bigint, guidePrice: bigint): PriceField {
  if (!isFloating(asked)) return 'price'
  return price === withMargin(guidePrice, asked.marginBps) ? 'marginBps' : 'limit'
}

/** Whether a buy order would exceed what the member's maximum investment leaves. */
function maximumProblems(
  quantity: bigint,
  price: bigint,
  { invests }: PublishTerms,
): PublishProblem[] {
  if (!invests) return []
  const most = mostToBuy(parseAmount(invests.left), { price, concessionBps: 0 })
  if (quantity <= most) return []
  const slots = { left: invests.left, quantity: formatAmount(most, 2) }
  return [{ field: 'quantity', text: 'aboveMaximum', slots }]
}

/** As `publishProblems`, for the terms alone of an order of this size, micro-LEAF. */
export function termProblems(
  draft: PublishDraft,
  terms: PublishTerms,
  total: bigint,
  side: OrderSide,
): PublishProblem[] {
  const problems: PublishProblem[] = []
  const asked = askedPrice(draft)
  if (asked === null) return []
  const { bandLow: low, bandHigh: high } = terms
  const { concessionBps } = draft
  const price = priceAt({ side, price: asked, concessionBps }, parseAmount(terms.guidePrice))
  const scaled = price * (WHOLE_BPS - BigInt(concessionBps))
  if (scaled < parseAmount(low) * WHOLE_BPS || scaled > parseAmount(high) * WHOLE_BPS) {
    const field = fieldBehind(asked, price, parseAmount(terms.guidePrice))
    problems.push({ field, text: 'outsideBand', slots: { low, high } })
  }
  const min = amountOrNull(draft.minQuantity)
  const max = amountOrNull(draft.maxQuantity)
  if (min !== null && max !== null) {
    if (max > total) problems.push({ field: 'maxQuantity', text: 'takeRange', slots: undefined })
    else if (min > max) problems.push({ field: 'minQuantity', text: 'takeRange', slots: undefined })
  }
  return problems
}
