import { countedText, durationText, formatAmount, type Locale } from '@banyan/domain'
import type { Parameters } from '../parameters.ts'
import { type BothLanguages, isSwitch, type NumberName, numberOf } from './numbers.ts'

/**
 * A number of the rule book as people read it, with its unit: `50 USDT`, `1.5 %`, `24 hours`. The
 * unit is the end of the number's name.
 * @throws RangeError when a duration is not whole minutes: the book has no words for it.
 */
export function figureOf(p: Parameters, name: NumberName): BothLanguages {
  const value = numberOf(p, name)
  if (isSwitch(name)) return value === 1 ? on : off
  if (typeof value === 'bigint') return amount(name, value)
  if (name.endsWith('Bps')) return same(`${decimal(value, 100)} %`)
  if (name.endsWith('Ms')) return both(locale => durationText(value, locale))
  if (name.endsWith('Days')) return both(locale => countedText(value, 'day', locale))
  if (name.endsWith('Hours')) return both(locale => countedText(value, 'hour', locale))
  return same(`${value}`)
}

const on: BothLanguages = { zh: '开启', en: 'on' }
const off: BothLanguages = { zh: '关闭', en: 'off' }

function amount(name: NumberName, value: bigint): BothLanguages {
  if (name.endsWith('Usdt')) return same(`${money(value, 0)} USDT`)
  if (name.endsWith('Leaf')) return same(`${money(value, 0)} LEAF`)
  if (name.endsWith('Price')) return same(`${formatAmount(value, 6)} USDT`)
  return same(`${value}`)
}

const money = (value: bigint, least: number): string => {
  const [whole = '', part = ''] = formatAmount(value, least).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return part === '' ? grouped : `${grouped}.${part}`
}

/** Exact for what divides: the book's rates are whole basis points. */
function decimal(units: number, per: number): string {
  const whole = Math.trunc(units / per)
  const rest = `${units % per}`.padStart(`${per}`.length - 1, '0').replace(/0+$/, '')
  return rest === '' ? `${whole}` : `${whole}.${rest}`
}

const both = (say: (locale: Locale) => string): BothLanguages => ({
  zh: say('zh-CN'),
  en: say('en'),
})

const same = (text: string): BothLanguages => ({ zh: text, en: text })
