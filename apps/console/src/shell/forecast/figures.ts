import type { ForecastView } from '@banyan/domain'

type Days = NonNullable<ForecastView['result']>['days']

export const measures = [
  'staticPay',
  'dynamicPay',
  'fees',
  'poolStatic',
  'poolDynamic',
  'reserve',
  'price',
] as const
export type Measure = (typeof measures)[number]

/** What happens day by day is added up; of the books the last day counts. */
export const isSummed = (measure: Measure): boolean =>
  measure === 'staticPay' || measure === 'dynamicPay' || measure === 'fees'

/** Micro-units of a decimal text of the server. */
const micro = (text: string): bigint => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const amount = BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0').slice(0, 6) || '0')
  return text.startsWith('-') ? -amount : amount
}

export interface Compared {
  readonly now: bigint
  readonly proposed: bigint
  readonly change: bigint
  /** Of the present figure, in hundredths of a percent; null where that is zero. */
  readonly changeBps: number | null
}

/** A figure of all days under both sides, micro-units. */
export function compared(days: Days, measure: Measure): Compared {
  const of = (side: 'now' | 'proposed') =>
    isSummed(measure)
      ? days.reduce((sum, day) => sum + micro(day[side][measure]), 0n)
      : micro(days.at(-1)?.[side][measure] ?? '0')
  const [now, proposed] = [of('now'), of('proposed')]
  const change = proposed - now
  return { now, proposed, change, changeBps: now === 0n ? null : Number((change * 10_000n) / now) }
}

/** Micro-units with so many digits, the rest cut. */
export function decimalOf(amount: bigint, digits: number): string {
  const size = amount < 0n ? -amount : amount
  const whole = `${size / 1_000_000n}`.replace(/\B(?=(\d{3})+$)/g, ',')
  const part = `${size % 1_000_000n}`.padStart(6, '0').slice(0, digits)
  return `${amount < 0n ? '−' : ''}${whole}${digits > 0 ? `.${part}` : ''}`
}

/** `+1.25 %`, `−0.50 %`; what is smaller than that is no figure. */
export const percentOf = (bps: number): string =>
  bps === 0 ? '< 0.01 %' : `${bps < 0 ? '−' : '+'}${(Math.abs(bps) / 100).toFixed(2)} %`
