import { type Figure, figureSign, figureText, microOf } from './decimal-text.ts'

/**
 * The use of a figure. Balances and quantities are cut, so that none looks larger than it is;
 * prices and shares are rounded to the nearest; amounts to be paid or copied are exact. Nothing is
 * computed from displayed figures.
 */
export type Place =
  /** Balances and quantities in a head, a list or a sheet. */
  | 'list'
  /** The same for an earning: one too small to be shown is shown as such. */
  | 'earning'
  /** A price of a coin. */
  | 'price'
  /** A change in percent. */
  | 'change'
  /** A distance to the guide price in percent. */
  | 'guide'
  /** An amount to pay, to withdraw or to copy: as charged. */
  | 'exact'
  /** A line of an opened statement, and verifiable figures. */
  | 'full'
  /** A limit: two decimals where it has some. */
  | 'limit'

/** Decimals always shown and shown at most; `nearest` when the figure is rounded to them. */
interface Shape {
  least: number
  most: number
  nearest?: true
}

const shapes: Readonly<Record<Place, Shape>> = {
  list: { least: 2, most: 2 },
  earning: { least: 2, most: 2 },
  price: { least: 4, most: 4, nearest: true },
  change: { least: 2, most: 2, nearest: true },
  guide: { least: 1, most: 1, nearest: true },
  exact: { least: 2, most: 6 },
  full: { least: 6, most: 6 },
  limit: { least: 0, most: 2 },
}

/** Formats a figure with the decimals of its use and its sign in front: "1,234.50", "−0.02", "<0.01". */
export function placedText(value: Figure, place: Place): string {
  const { least, most, nearest } = shapes[place]
  const shown = nearest ? roundedTo(value, most) : value
  const cut = figureText(shown, least, most)
  // A limit has both of its decimals or none: "250" and "598.40".
  const text = place === 'limit' && cut.includes('.') ? figureText(shown, most, most) : cut
  const isUnseen = place === 'earning' && figureSign(value) > 0 && !/[1-9]/.test(text)
  return isUnseen ? `<${text.slice(0, -1)}1` : text
}

/** Rounds to so many decimals, halves away from zero; no digit passes through a float. */
function roundedTo(value: Figure, decimals: number): bigint {
  const micro = microOf(value)
  const step = 10n ** BigInt(6 - decimals)
  const half = micro < 0n ? -step / 2n : step / 2n
  return ((micro + half) / step) * step
}
