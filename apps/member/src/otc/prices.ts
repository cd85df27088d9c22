import { amountPattern, formatAmount, parseAmount } from '@banyan/domain'

/** A typed text as micro-units, or null while it is not an amount. */
export const amountOrNull = (text: string): bigint | null =>
  amountPattern(6).test(text.trim()) ? parseAmount(text.trim()) : null

/** How far a price stands from the guide price: a decimal text in percent with two decimals, cut. */
export function percentAgainst(price: bigint, guide: bigint): string {
  if (guide <= 0n) return '0.00'
  const hundredths = ((price - guide) * 10_000n) / guide
  const size = hundredths < 0n ? -hundredths : hundredths
  return `${hundredths < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}

/** Basis points as percent, without trailing zeros: 250 → "2.5". */
export const percentOfBps = (bps: number): string => formatAmount(BigInt(bps) * 10_000n)

/** A margin as percent with its sign: 150 → "+1.5%", and "0%". */
export const marginText = (bps: number): string =>
  `${bps > 0 ? '+' : ''}${formatAmount(BigInt(bps) * 10_000n)}%`

/** Where a price lies between the ends of the band, 0 to 100, for drawing only. */
export function placeInBand(price: bigint, low: bigint, high: bigint): number {
  if (high <= low) return 50
  const place = Number(((price - low) * 10_000n) / (high - low)) / 100
  return Math.min(100, Math.max(0, place))
}
