import type { AnswerOf, passport } from '@banyan/domain'
import { figureText } from '@banyan/ui'
import type { T, Texts } from '../shell/index.ts'
import type { passportTexts } from './passport-texts.ts'

type Line = AnswerOf<typeof passport>['parts'][number]['lines'][number]

/** A line as a person reads it: what it is, and the sum, where it has one. */
export interface ReadLine {
  says: string
  sums: readonly string[]
}

type Say = typeof passportTexts extends Texts<infer Z> ? T<Z> : never
type Read = (slot: (name: string) => string, t: Say) => ReadLine

/** Each rule's line. The arithmetic is the same in every language. */
const reads: Record<Line['rule'], Read> = {
  'static.released': (n, t) => ({
    says: t('static_released', { divisor: n('divisor') }),
    sums: [`floor6(${n('pool')} ÷ ${n('divisor')}) = ${n('released')} USDT`],
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
    sums: [`${n('amount')} USDT`],
  }),
}

const decimal = /^\d+(\.\d+)?$/

/** Reads a line of a passport; figures get their commas, words stay words. */
export function readLine({ rule, slots }: Line, t: Say): ReadLine {
  const slot = (name: string): string => {
    const text = slots[name] ?? ''
    return decimal.test(text) ? figureText(text, 0, 6) : text
  }
  return reads[rule](slot, t)
}
