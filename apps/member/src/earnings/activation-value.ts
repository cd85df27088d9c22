import { amountPattern, formatAmount, ONE, parseAmount } from '@banyan/domain'

/** The value of coins at a price, and the most that they can be paid: economy.md 2.6. */
export interface ActivationValue {
  value: string
  cap: string
}

/**
 * floor6(q × price), and floor6(multiple × value). An estimate: the position opens at the price
 * that its settlement publishes. Null for text that is not an amount yet.
 */
export function activationValue(
  quantity: string,
  terms: { guidePrice: string; capMultiple: string },
): ActivationValue | null {
  if (!amountPattern(6).test(quantity)) return null
  const value = (parseAmount(quantity) * parseAmount(terms.guidePrice)) / ONE
  const cap = (value * parseAmount(terms.capMultiple)) / ONE
  return { value: formatAmount(value), cap: formatAmount(cap) }
}
