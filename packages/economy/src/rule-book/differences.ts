import { type Inadmissible, inadmissible } from '../dynamic-reserve.ts'
import type { Parameters } from '../parameters.ts'
import { type NumberName, numberNames, ruleNumbers } from './numbers.ts'

/** A number that differs between two versions, and whether the change can harm a member. */
export interface Difference {
  readonly name: NumberName
  readonly before: string
  readonly after: string
  readonly harms: boolean
}

/** What differs between two versions, in the order of the book. */
export const differencesOf = (before: Parameters, after: Parameters): Difference[] =>
  numberNames
    .filter(name => before[name] !== after[name])
    .map(name => ({
      name,
      before: `${before[name]}`,
      after: `${after[name]}`,
      harms: isHarmful(name, before, after),
    }))

function isHarmful(name: NumberName, before: Parameters, after: Parameters): boolean {
  const { harm } = ruleNumbers[name]
  if (harm === 'either') return true
  return after[name] > before[name] === (harm === 'higher')
}

const DAY_MS = 86_400_000
/** Rule book 2.15: a change that can harm a member is published this long before it holds. */
export const NOTICE_MS = 7 * DAY_MS
/** Security 4.11: any other change is shown to members for a day before it holds. */
const SHOWN_MS = DAY_MS

/** The earliest instant at which a version may take effect, published at another. Rule book 2.15. */
export function earliestEffect(publishedAt: Date, before: Parameters, after: Parameters): Date {
  const harms = differencesOf(before, after).some(difference => difference.harms)
  return new Date(publishedAt.getTime() + (harms ? NOTICE_MS : SHOWN_MS))
}

/** Why a version may not be published at all. */
export type Objection = Inadmissible | 'belowZero' | 'feeSharesAboveWhole' | 'splitMultiple'

/** Everything that speaks against a version; none is an empty list. Rule book 2.7, 2.11, 2.15. */
export function objectionsTo(p: Parameters): Objection[] {
  const { feeToStaticBps, feeToDynamicBps, feeToOpsBps } = p
  const objections: Objection[] = inadmissible(p)
  if (feeToStaticBps + feeToDynamicBps + feeToOpsBps > 10_000)
    objections.push('feeSharesAboveWhole')
  if (![2, 5, 10].includes(p.splitMultiple)) objections.push('splitMultiple')
  // West of Greenwich is the one place below zero.
  if (numberNames.some(name => name !== 'zoneOffsetHours' && p[name] < 0))
    objections.push('belowZero')
  return objections
}
