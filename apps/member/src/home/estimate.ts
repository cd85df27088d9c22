import { amountPattern, formatAmount, ONE, parseAmount } from '@banyan/domain'

/**
 * Coins for an amount at a price: floor6(amount ÷ price), economy.md 2.3. An estimate, because the
 * order deals at the next price. Empty for a text that is not an amount yet.
 */
export function estimateQuantity(amount: string, price: string): string {
  if (!amountPattern(2).test(amount)) return ''
  const units = parseAmount(price)
  return units === 0n ? '' : formatAmount((parseAmount(amount) * ONE) / units, 2)
}
