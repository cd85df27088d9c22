import {
  type AnswerOf,
  ceilDiv,
  floorDiv,
  formatAmount,
  highestFee,
  mostToBuy,
  ONE,
  type OrderSide,
  parseAmount,
  priceAfterConcession,
  type publishTerms,
  quoteTake,
  WHOLE_BPS,
} from '@banyan/domain'
import { amountOrNull } from './prices.ts'

export type PublishTerms = AnswerOf<typeof publishTerms>

/** The form as it is typed. An empty minimum or maximum means: as wide as the order allows. */
export interface PublishDraft {
  quantity: string
  price: string
  minQuantity: string
  maxQuantity: string
  concessionBps: number
}

/** The draft with its empty ends filled in: the least the house allows, and the whole order. */
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

/** What an order would hold and bring, in micro-units. */
export interface PublishFigures {
  /** The most it can cost in fees; what is not used comes back. */
  fee: bigint
  /** Quantity and fee: what leaves the available balance. */
  escrow: bigint
  /** For the whole quantity: what buyers pay in USDT, the concession taken off. */
  receives: bigint
  priceAfterConcession: bigint
}

/** The derived figures of a draft, or null while quantity or price are not amounts above zero. */
export function publishFigures(draft: PublishDraft, feeBps: number): PublishFigures | null {
  const quantity = amountOrNull(draft.quantity)
  const price = amountOrNull(draft.price)
  if (!quantity || !price) return null
  const fee = highestFee(quantity, feeBps)
  return {
    fee,
    escrow: quantity + fee,
    receives: quoteTake(quantity, price, draft.concessionBps).paymentAmount,
    priceAfterConcession: priceAfterConcession(price, draft.concessionBps),
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

/** What is wrong with a well-formed draft, by field, as names of texts with what fills them. */
export type PublishProblem =
  | { field: 'quantity'; text: 'tooSmall'; slots: { min: string } }
  | { field: 'quantity'; text: 'tooMuch'; slots: { available: string } }
  | { field: 'quantity'; text: 'aboveLimit'; slots: { left: string } }
  | { field: 'quantity'; text: 'buyTooLarge'; slots: { max: string } }
  | { field: 'quantity'; text: 'aboveMaximum'; slots: { left: string; quantity: string } }
  | { field: 'price'; text: 'outsideBand'; slots: { low: string; high: string } }
  | { field: 'minQuantity' | 'maxQuantity'; text: 'takeRange'; slots: undefined }

/**
 * Looks over a completed draft before the payment password is asked for, by the same terms that the
 * house will hold it to. The house decides; this only spares the member a wasted password.
 */
export function publishProblems(
  draft: PublishDraft,
  terms: PublishTerms,
  side: OrderSide = 'sell',
): PublishProblem[] {
  const figures = publishFigures(draft, terms.feeBps)
  if (!figures) return []
  const quantity = parseAmount(draft.quantity)
  const problems: PublishProblem[] = []
  if (quantity < parseAmount(terms.minQuantity)) {
    problems.push({ field: 'quantity', text: 'tooSmall', slots: { min: terms.minQuantity } })
  } else if (side === 'buy') {
    const max = terms.maxBuyValue
    if (ceilDiv(quantity * parseAmount(draft.price), ONE) > parseAmount(max))
      problems.push({ field: 'quantity', text: 'buyTooLarge', slots: { max } })
    else problems.push(...maximumProblems(quantity, draft.price, terms))
  } else if (figures.escrow > parseAmount(terms.available)) {
    const { available } = terms
    problems.push({ field: 'quantity', text: 'tooMuch', slots: { available } })
  } else if (quantity > mostToSell(terms)) {
    problems.push({ field: 'quantity', text: 'aboveLimit', slots: { left: terms.tradingLimit } })
  }
  return [...problems, ...termProblems(draft, terms, quantity)]
}

/** Would a buy order put in more than the member's maximum investment leaves? */
function maximumProblems(
  quantity: bigint,
  price: string,
  { invests }: PublishTerms,
): PublishProblem[] {
  if (!invests) return []
  const units = { price: parseAmount(price), concessionBps: 0 }
  const most = mostToBuy(parseAmount(invests.left), units)
  if (quantity <= most) return []
  const slots = { left: invests.left, quantity: formatAmount(most, 2) }
  return [{ field: 'quantity', text: 'aboveMaximum', slots }]
}

/** As `publishProblems`, of the terms alone: of an order of this size, micro-LEAF. */
export function termProblems(
  draft: PublishDraft,
  terms: PublishTerms,
  total: bigint,
): PublishProblem[] {
  const problems: PublishProblem[] = []
  const price = amountOrNull(draft.price)
  if (price === null) return []
  const { bandLow: low, bandHigh: high } = terms
  const scaled = price * (WHOLE_BPS - BigInt(draft.concessionBps))
  if (scaled < parseAmount(low) * WHOLE_BPS || scaled > parseAmount(high) * WHOLE_BPS) {
    problems.push({ field: 'price', text: 'outsideBand', slots: { low, high } })
  }
  const min = amountOrNull(draft.minQuantity)
  const max = amountOrNull(draft.maxQuantity)
  if (min !== null && max !== null) {
    if (max > total) problems.push({ field: 'maxQuantity', text: 'takeRange', slots: undefined })
    else if (min > max) problems.push({ field: 'minQuantity', text: 'takeRange', slots: undefined })
  }
  return problems
}
