import { amountPattern, formatAmount, parseAmount } from '@banyan/domain'

/** Parses typed text to micro-units, or null while it is not an amount. */
export const amountOrNull = (text: string): bigint | null =>
  amountPattern(6).test(text.trim()) ? parseAmount(text.trim()) : null

/** The distance of a price from the guide price: a decimal text in percent with two decimals, cut. */
export function percentAgainst(price: bigint, guide: bigint): string {
  if (guide <= 0n) return '0.00'
  const hundredths = ((price - guide) * 10_000n) / guide
  const size = hundredths < 0n ? -hundredths : hundredths
  return `${hundredths < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}

/** The distance of a price from the guide price, as direction and percent with one decimal, cut. */
export function distanceFromGuide(
  price: bigint,
  guide: bigint,
): { where: 'at' | 'below' | 'above'; percent: string } {
  const tenths = guide <= 0n ? 0n : ((price - guide) * 1_000n) / guide
  const size = tenths < 0n ? -tenths : tenths
  const percent = `${size / 10n}.${size % 10n}`
  return { where: size === 0n ? 'at' : tenths < 0n ? 'below' : 'above', percent }
}

/** What a payment buys at a price with its concession, micro-LEAF, rounded down. */
export const boughtFor = (payment: bigint, price: bigint, concessionBps: number): bigint =>
  (payment * 10_000_000_000n) / (price * BigInt(10_000 - concessionBps))

const roundAmounts = [10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000]

/**
 * Two round amounts of USDT, the larger at most a half of the member's balance; the smallest
 * amounts for a small balance.
 */
export function quickAmounts(balance: bigint): [string, string] {
  const most = roundAmounts.findLastIndex(amount => BigInt(amount) * 2_000_000n <= balance)
  const at = Math.max(1, most)
  return [String(roundAmounts[at - 1]), String(roundAmounts[at])]
}

/** Basis points as percent, without trailing zeros: 250 → "2.5". */
export const percentOfBps = (bps: number): string => formatAmount(BigInt(bps) * 10_000n)

/** A margin as percent with its sign: 150 → "+1.5%", and "0%". */
export const marginText = (bps: number): string =>
  `${bps > 0 ? '+' : ''}${formatAmount(BigInt(bps) * 10_000n)}%`

/** The position of a price between the ends of the band, 0 to 100, for drawing only. */
export function placeInBand(price: bigint, low: bigint, high: bigint): number {
  if (high <= low) return 50
  const place = Number(((price - low) * 10_000n) / (high - low)) / 100
  return Math.min(100, Math.max(0, place))
}
