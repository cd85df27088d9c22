/**
 * Money as whole units. Every asset of the platform has six decimals; one unit is a micro-USDT or a
 * micro-LEAF. A price is micro-USDT for one whole LEAF. No floating-point numbers.
 */

declare const unit: unique symbol

/** Micro-USDT (1 USDT = 1_000_000). */
export type Usdt = bigint & { readonly [unit]?: 'USDT' }
/** Micro-LEAF (1 LEAF = 1_000_000). */
export type Leaf = bigint & { readonly [unit]?: 'LEAF' }
/** Micro-USDT for one whole LEAF. */
export type Price = bigint & { readonly [unit]?: 'USDT/LEAF' }
/** One hundredth of a percent. */
export type Bps = number

export const assets = ['USDT', 'LEAF'] as const
export type Asset = (typeof assets)[number]

/** Decimals of every asset and of prices. */
export const SCALE = 6
/** Micro-units in one whole unit. */
export const ONE = 1_000_000n
/** Decimals of a USDT amount that a member types. */
export const TYPED_USDT_SCALE = 2

/** The canonical wire form of an amount: no sign, no leading zeros, no exponent, no commas. */
export const amountPattern = (scale: number): RegExp =>
  new RegExp(`^(0|[1-9]\\d{0,14})(\\.\\d{1,${scale}})?$`)

/**
 * Parses a canonical decimal string to micro-units.
 * @throws RangeError when the text is not canonical at this scale; callers validate first.
 */
export function parseAmount(text: string, scale: number = SCALE): bigint {
  if (!amountPattern(scale).test(text)) throw new RangeError(`not a canonical amount: ${text}`)
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * ONE + BigInt(fraction.padEnd(SCALE, '0'))
}

/** Formats micro-units as a canonical decimal string; `minDecimals` keeps trailing zeros. */
export function formatAmount(units: bigint, minDecimals = 0): string {
  const negative = units < 0n
  const magnitude = negative ? -units : units
  const fraction = (magnitude % ONE).toString().padStart(SCALE, '0')
  const kept = fraction.replace(/0+$/, '').padEnd(minDecimals, '0')
  const text = kept === '' ? `${magnitude / ONE}` : `${magnitude / ONE}.${kept}`
  return negative ? `-${text}` : text
}
