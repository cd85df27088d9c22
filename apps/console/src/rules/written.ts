import type { RuleUnit } from '@banyan/domain'

/** Numbers as a proposal writes them. */
export type WrittenNumbers = Readonly<Record<string, string | number>>

const MINUTE_MS = 60_000
const whole = /^\d{1,15}$/
const decimal = /^\d{1,12}(?:\.\d{1,6})?$/
const percent = /^\d{1,6}(?:\.\d{1,2})?$/

/** A number of the book as a person types it: percent instead of basis points, minutes instead of milliseconds. */
export function fieldText(unit: RuleUnit, value: string | number): string {
  if (unit === 'bps') return hundredths(Number(value))
  if (unit === 'ms') return `${Number(value) / MINUTE_MS}`
  return `${value}`
}

const hundredths = (bps: number): string => {
  const rest = `${bps % 100}`.padStart(2, '0').replace(/0+$/, '')
  return rest === '' ? `${Math.trunc(bps / 100)}` : `${Math.trunc(bps / 100)}.${rest}`
}

/** What a person has typed, as a proposal writes it; null for what is no number of this unit. */
export function readField(unit: RuleUnit, typed: string): string | number | null {
  const text = typed.trim()
  if (unit === 'usdt' || unit === 'leaf' || unit === 'price')
    return decimal.test(text) ? plainDecimal(text) : null
  if (unit === 'bps') {
    if (!percent.test(text)) return null
    const [units = '0', part = ''] = text.split('.')
    return Number(units) * 100 + Number(part.padEnd(2, '0'))
  }
  if (!whole.test(text)) return null
  const number = Number(text) * (unit === 'ms' ? MINUTE_MS : 1)
  return Number.isSafeInteger(number) ? number : null
}

/** Without zeros that say nothing: `007.50` is `7.5`. */
function plainDecimal(text: string): string {
  const [units = '', part = ''] = text.split('.')
  const rest = part.replace(/0+$/, '')
  const front = units.replace(/^0+(?=\d)/, '')
  return rest === '' ? front : `${front}.${rest}`
}

export interface Change {
  /** The numbers that differ from the book, as a proposal writes them. */
  readonly numbers: WrittenNumbers
  /** Names whose field holds no number. */
  readonly unreadable: readonly string[]
}

/** What the fields change. `typed` has the fields that somebody has touched. */
export function changeOf(
  book: readonly { name: string; unit: RuleUnit; value: string | number }[],
  typed: Readonly<Record<string, string>>,
): Change {
  const numbers: Record<string, string | number> = {}
  const unreadable: string[] = []
  for (const { name, unit, value } of book) {
    const text = typed[name]
    if (text === undefined) continue
    const read = readField(unit, text)
    if (read === null) unreadable.push(name)
    else if (read !== value) numbers[name] = read
  }
  return { numbers, unreadable }
}

const DAY_MS = 86_400_000
/** Days begin at UTC+8. */
const ZONE_MS = 8 * 3_600_000

/** The first beginning of a day that leaves a day to the second person: the earliest instant moves with the approval. */
export function dayToPropose(earliest: string): string {
  const from = Date.parse(earliest) + DAY_MS
  return new Date(Math.ceil((from + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS).toISOString()
}
