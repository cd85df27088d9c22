import { kitRules } from './rules.ts'

/** A figure in parts for display; every part is text, nothing passes through a float. */
export interface FigureParts {
  sign: '' | '-' | '+'
  /** The whole part with thousands commas. */
  whole: string
  /** The first decimals, as many as are always shown. */
  first: string
  /** The further decimals, shown in a quieter colour; trailing zeros are dropped. */
  rest: string
}

/** Micro-units (six decimals) or a decimal string. */
export type Figure = bigint | string

const shape = /^([+-]?)(\d+)(?:\.(\d*))?$/

/** Formats micro-units as a decimal string with six decimals. */
function textOf(figure: Figure): string {
  if (typeof figure === 'string') return figure
  const magnitude = figure < 0n ? -figure : figure
  const fraction = (magnitude % 1_000_000n).toString().padStart(6, '0')
  return `${figure < 0n ? '-' : ''}${magnitude / 1_000_000n}.${fraction}`
}

/** Puts a comma between thousands. */
export const withCommas = (digits: string): string =>
  digits.replace(/\B(?=(\d{3})+$)/g, kitRules.thousandsSeparator)

/**
 * Splits a figure into parts. `least` decimals are always shown (default 2), at most `most`
 * (default 6). Digits beyond `most` are cut, never rounded: a balance must not look larger than it
 * is.
 * @throws RangeError for text that is not a decimal number.
 */
export function figureParts(figure: Figure, least = 2, most = 6): FigureParts {
  const match = shape.exec(textOf(figure))
  if (!match) throw new RangeError(`not a decimal figure: ${String(figure)}`)
  const [, sign = '', whole = '0', decimals = ''] = match
  const kept = decimals.slice(0, most).replace(/0+$/, '').padEnd(least, '0')
  const zero = /^0*$/.test(whole + kept)
  return {
    sign: zero ? '' : (sign as '' | '-' | '+'),
    whole: withCommas(whole.replace(/^0+(?=\d)/, '')),
    first: kept.slice(0, least),
    rest: kept.slice(least),
  }
}

/** As `figureParts`, for a decimal text with significant trailing digits: its own zeros at the end are kept. */
export function markedParts(figure: Figure, least = 2): FigureParts {
  const decimals = textOf(figure).split('.')[1]?.length ?? 0
  const parts = figureParts(figure, Math.max(least, decimals))
  return { ...parts, first: parts.first.slice(0, least), rest: parts.first.slice(least) }
}

/** The figure as one plain text, for labels and copying: "1,234.50". */
export function figureText(figure: Figure, least = 2, most = 6): string {
  const { sign, whole, first, rest } = figureParts(figure, least, most)
  const decimals = first + rest
  return `${sign === '-' ? '−' : sign}${whole}${decimals && `.${decimals}`}`
}

/** −1, 0 or 1. */
export function figureSign(figure: Figure): -1 | 0 | 1 {
  const { sign, whole, first, rest } = figureParts(figure)
  if (!/[1-9]/.test(whole + first + rest)) return 0
  return sign === '-' ? -1 : 1
}

/** Micro-units of a figure; digits after the sixth decimal are cut. */
export const microOf = (figure: Figure): bigint =>
  typeof figure === 'bigint'
    ? figure
    : BigInt(figureText(figure, 6, 6).replace('−', '-').replace(/[,.+]/g, ''))

/** A part in percent of a whole, in micro-units of a percent, cut; zero for a whole of zero. */
export function percentOf(part: Figure, whole: Figure): bigint {
  const all = microOf(whole)
  return all === 0n ? 0n : (microOf(part) * 100_000_000n) / all
}

/** The reached part of a whole, in thousandths, rounded down: a bar is never fuller than the fact. */
export function thousandths(part: string, whole: string): number {
  const all = microOf(whole)
  return all === 0n ? 0 : Number((microOf(part) * 1_000n) / all)
}

/**
 * Normalises a typed amount: NFKC (full-width digits), the Chinese stop and comma, blanks dropped,
 * well-formed thousands commas removed. Malformed text stays as typed, so that the rules can report
 * it.
 */
export function typedAmount(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[。．｡]/g, '.')
    .replace(/[，、]/g, ',')
    .replace(/\s+/g, '')
  const grouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain
  return grouped.replace(/^0+(?=\d)/, '').replace(/^\./, '0.')
}
