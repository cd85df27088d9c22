import type { AnswerOf, passport } from '@banyan/domain'
import { figureText } from '@banyan/ui'
import type { T, Texts } from '../shell/index.ts'
import type { passportTexts } from './passport-texts.ts'

type Line = AnswerOf<typeof passport>['parts'][number]['lines'][number]

/** A line as shown to a member: its label, and its sum, if it has one. */
export interface ReadLine {
  says: string
  sums: readonly string[]
}

export type Say = typeof passportTexts extends Texts<infer Z> ? T<Z> : never
type Read = (slot: (name: string) => string, t: Say) => ReadLine

/** What is paid of an amount: times the factor, rounded down. */
const paid = (n: (slot: string) => string, of: string): string[] => [
  `floor6(${n('factor')} × ${of}) = ${n('amount')} USDT`,
]

/** What earlier pay had left of the cap of the round. */
const leftOfRound = (n: (slot: string) => string): string[] => [
  `${n('roundCap')} − ${n('before')} = ${n('limit')} USDT`,
]

/** The parts of an amount from outside income and from fees, in the proportion of the pool. */
const partSums = (n: (slot: string) => string): string[] => [
  `floor6(${n('amount')} × ${n('poolIncome')} ÷ ${n('pool')}) = ${n('income')} USDT`,
  `${n('amount')} − ${n('income')} = ${n('fees')} USDT`,
]

/** The line of each rule. The arithmetic is the same in every language. */
const reads: Record<Line['rule'], Read> = {
  'static.released': (n, t) => ({
    says: t('static_released', { divisor: n('divisor') }),
    sums: [`floor6(${n('pool')} ÷ ${n('divisor')}) = ${n('released')} USDT`],
  }),
  'static.sources': (n, t) => ({
    says: t('static_sources', { pool: n('pool'), poolIncome: n('poolIncome') }),
    sums: partSums(n),
  }),
  'static.weight': (n, t) => ({
    says: t('static_weight', { positions: n('positions') }),
    sums: [`${n('weight')} LEAF`],
  }),
  'static.share': (n, t) => ({
    says: t('static_share'),
    sums: [`floor6(${n('released')} × ${n('own')} ÷ ${n('weight')}) = ${n('share')} USDT`],
  }),
  'static.capLeft': (n, t) => ({
    says: `${t('static_capLeft')} · ${t('static_capLeft_cap', { multiple: n('multiple') })}`,
    sums: [
      `floor6(${n('value')} × ${n('multiple')}) = ${n('cap')} USDT`,
      `${n('cap')} − ${n('before')} = ${n('left')} USDT`,
    ],
  }),
  'static.pay': (n, t) => ({
    says: t('static_pay'),
    sums: [`min(${n('share')}, ${n('left')}) = ${n('amount')} USDT`],
  }),
  'static.eliminated': (n, t) => ({
    says: t(n('reason') === 'cap' ? 'static_eliminated_cap' : 'static_eliminated_term'),
    sums: [],
  }),
  'static.total': (n, t) => ({
    says: t('static_total', { positions: n('positions') }),
    sums: [`${n('terms')} = ${n('amount')} USDT`],
  }),
  'static.ownSources': (n, t) => ({ says: t('static_ownSources'), sums: partSums(n) }),
  'dynamic.volume': (n, t) => ({ says: t('dynamic_volume'), sums: [`${n('volume')} USDT`] }),
  'dynamic.factor': (n, t) => ({
    says: t('dynamic_factor'),
    sums: [
      `${n('pool')} − ${n('direct')} = ${n('rest')} USDT`,
      n('pairs') === '0'
        ? `k = ${n('factor')}`
        : `k = min(1, floor9(${n('rest')} ÷ ${n('pairs')})) = ${n('factor')}`,
    ],
  }),
  'dynamic.direct': (n, t) => ({
    says: t('dynamic_direct', { source: n('source') }),
    sums: [`floor6(${n('volume')} × ${n('rate')}%) = ${n('raw')}`, ...paid(n, n('raw'))],
  }),
  'dynamic.directCapped': (n, t) => ({
    says: `${t('dynamic_direct', { source: n('source') })} · ${t('dynamic_cap_round')}`,
    sums: [
      `floor6(${n('volume')} × ${n('rate')}%) = ${n('raw')}`,
      ...leftOfRound(n),
      ...paid(n, `min(${n('raw')}, ${n('limit')})`),
    ],
  }),
  'dynamic.directRest': (n, t) => ({
    says: t('dynamic_directRest', { fees: n('fees') }),
    sums: [`${n('amount')} USDT`],
  }),
  'dynamic.regions': (n, t) => ({
    says: t('dynamic_regions'),
    sums: [
      t('dynamic_carriedLeft', { sum: `${n('leftCarried')} + ${n('leftNew')} = ${n('left')}` }),
      t('dynamic_carriedRight', { sum: `${n('rightCarried')} + ${n('rightNew')} = ${n('right')}` }),
    ],
  }),
  'dynamic.matched': (n, t) => ({
    says: t('dynamic_matched'),
    sums: [`min(${n('left')}, ${n('right')}) = ${n('matched')} USDT`],
  }),
  'dynamic.pairRaw': (n, t) => ({
    says: t('dynamic_pairRaw'),
    sums: [`floor6(${n('matched')} × ${n('rate')}%) = ${n('raw')} USDT`],
  }),
  'dynamic.pairCapped': (n, t) => ({
    says: t(n('cap') === 'daily' ? 'dynamic_cap_daily' : 'dynamic_cap_round'),
    sums: [
      ...(n('cap') === 'daily' ? [] : leftOfRound(n)),
      `min(${n('raw')}, ${n('limit')}) = ${n('capped')} USDT`,
    ],
  }),
  'dynamic.pairPay': (n, t) => ({ says: t('dynamic_pairPay'), sums: paid(n, n('capped')) }),
  'dynamic.carried': (n, t) => ({
    says: t('dynamic_carried', { consumed: n('consumed') }),
    sums: [
      ...(n('cut') === 'yes'
        ? [
            `min(${n('matched')}, ceil6(${n('amount')} × 100 ÷ ${n('rate')})) = ${n('consumed')} USDT`,
          ]
        : []),
      t('dynamic_carriedLeft', { sum: `${n('leftBefore')} − ${n('consumed')} = ${n('left')}` }),
      t('dynamic_carriedRight', { sum: `${n('rightBefore')} − ${n('consumed')} = ${n('right')}` }),
    ],
  }),
  'dynamic.total': (n, t) => ({
    says: t('dynamic_total'),
    sums: [`${n('direct')} + ${n('pairs')} = ${n('amount')} USDT`],
  }),
}

const decimal = /^\d+(\.\d+)?$/

/** Formats a line of a passport; figures get their commas, words stay unchanged. */
export function readLine({ rule, slots }: Line, t: Say): ReadLine {
  const slot = (name: string): string =>
    (slots[name] ?? '')
      .split(' + ')
      .map(text => (decimal.test(text) ? figureText(text, 0, 9) : text))
      .join(' + ')
  return reads[rule](slot, t)
}
