import { classes } from './class-names.ts'
import { type Figure, figureSign, figureText, markedParts } from './decimal-text.ts'
import { type Place, placedText } from './figure-places.ts'
import { useKit } from './kit.tsx'
import styles from './money.module.css'

export interface MoneyProps {
  /** A decimal string, or bigint micro-units (six decimals). */
  value: Figure
  /** Unit after the figure: an asset's name. */
  unit?: string
  size?: 'hero' | 'num' | 'title' | 'body' | 'sub'
  /** Its use, which determines the decimals; replaces `least` and `most`. */
  place?: Place
  /** Decimals always shown (2) and shown at most (6). */
  least?: number
  most?: number
  /** Shows a plus on positive figures. */
  signed?: boolean
  /** Every decimal after the first ones is significant: none is dropped, and they are marked. */
  marked?: boolean
  /** Shows dots instead: the member has hidden the figures. */
  hidden?: boolean
}

/** A figure of money. With `<Trend>` the only component that formats numbers. */
export function Money(props: MoneyProps) {
  const { value, unit, size = 'body', place, least = 2, most = 6, signed, marked, hidden } = props
  if (hidden) {
    return (
      <span className={classes(styles.money, styles[size])}>
        <span aria-hidden>••••</span>
        {unit && <span className={styles.unit}>{unit}</span>}
      </span>
    )
  }
  const text = place ? placedText(value, place) : figureText(value, least, most)
  const plus = signed && figureSign(value) > 0 && !text.startsWith('<') ? '+' : ''
  return (
    <span className={classes(styles.money, styles[size])}>
      <span>
        {plus}
        {marked ? <Marked value={value} least={least} /> : text}
      </span>
      {unit && <span className={styles.unit}>{unit}</span>}
    </span>
  )
}

/** Every decimal, those after the first ones in the accent colour. */
function Marked({ value, least }: { value: Figure; least: number }) {
  const { sign, whole, first, rest } = markedParts(value, least)
  return (
    <>
      {sign === '-' ? '−' : ''}
      {whole}
      {first && `.${first}`}
      {rest && <span className={styles.marked}>{first ? rest : `.${rest}`}</span>}
    </>
  )
}

export interface TrendProps {
  value: Figure
  unit?: string
  /** The value is a percentage. */
  percent?: boolean
  /** Without its arrow, because one is shown beside it. */
  bare?: boolean
  place?: Place
  size?: MoneyProps['size']
}

/** A movement: sign, arrow and colour, never colour alone. */
export function Trend(props: TrendProps) {
  const { value, unit, percent, bare, place, size = 'body' } = props
  const { texts } = useKit()
  const direction = figureSign(value)
  const text = place ? placedText(value, place) : figureText(value)
  const magnitude = text.replace(/^[−+]/, '')
  // "<0.01" is positive: its arrow shows it.
  const sign = magnitude.startsWith('<') ? '' : direction > 0 ? '+' : direction < 0 ? '−' : ''
  const tone = direction > 0 ? styles.up : direction < 0 ? styles.down : styles.flat
  return (
    <span className={classes(styles.money, styles[size], tone)}>
      {direction !== 0 && !bare && (
        <>
          <span aria-hidden className={styles.arrow}>
            {direction > 0 ? '▲' : '▼'}
          </span>
          <span className="visually-hidden">{direction > 0 ? texts.rise : texts.fall}</span>
        </>
      )}
      <span>
        {sign}
        {magnitude}
        {percent && '%'}
      </span>
      {unit && <span className={styles.unit}>{unit}</span>}
    </span>
  )
}
