import { amountPattern, ceilDiv, floorDiv, formatAmount, ONE, parseAmount } from '@banyan/domain'

const WHOLE = 10_000n

/** What coins would give at a price, as decimals of USDT. */
export interface ExchangeEstimate {
  gross: string
  fee: string
  net: string
}

/**
 * gross = floor6(q × exit price), fee = ceil6(rate × gross): economy.md 2.12. An estimate, because
 * the exchange is executed at the next exit price. Null for text that is not a quantity yet.
 */
export function estimateExchange(
  quantity: string,
  exitPrice: string,
  feeBps: number,
): ExchangeEstimate | null {
  if (!amountPattern(6).test(quantity)) return null
  const gross = floorDiv(parseAmount(quantity) * parseAmount(exitPrice), ONE)
  const fee = ceilDiv(gross * BigInt(feeBps), WHOLE)
  return { gross: formatAmount(gross), fee: formatAmount(fee), net: formatAmount(gross - fee) }
}
