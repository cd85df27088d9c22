import { formatAmount, ONE, parseAmount, plainAmount } from '@banyan/domain'

/**
 * Coins for an amount at a price: floor6(amount ÷ price), economy.md 2.3. An estimate, because the
 * order is filled at the next price. Empty for text that is not an amount yet.
 */
export function estimateQuantity(amount: string, price: string): string {
  const plain = plainAmount(amount)
  if (plain === null) return ''
  const units = parseAmount(price)
  return units === 0n ? '' : formatAmount((parseAmount(plain) * ONE) / units, 2)
}
