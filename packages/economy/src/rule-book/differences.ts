import { editionOf, namedLater } from '../editions.ts'
import type { Parameters } from '../parameters.ts'
import { everyNumber, hasNumber, type NumberName, numberOf, ruleNumbers } from './numbers.ts'

/** A number that differs between two versions, and whether the change can harm a member. */
export interface Difference {
  readonly name: NumberName
  /** Null when the earlier version has no such number: the rule is new. */
  readonly before: string | null
  /** Null when the later version no longer has it: the rule has ended. */
  readonly after: string | null
  readonly harms: boolean
  /** The earlier version did not name it, although it applied. */
  readonly isNew: boolean
}

/** What differs between two versions, in the order of the book. */
export const differencesOf = (before: Parameters, after: Parameters): Difference[] =>
  everyNumber
    .filter(name => moves(name, before, after) || isFirstNamed(name, before, after))
    .map(name => ({
      name,
      before: textOf(before, name),
      after: textOf(after, name),
      harms: moves(name, before, after) && isHarmful(name, before, after),
      isNew: isFirstNamed(name, before, after),
    }))

const textOf = (p: Parameters, name: NumberName): string | null =>
  hasNumber(p, name) ? `${numberOf(p, name)}` : null

const moves = (name: NumberName, before: Parameters, after: Parameters): boolean =>
  textOf(before, name) !== textOf(after, name)

const isFirstNamed = (name: NumberName, before: Parameters, after: Parameters): boolean =>
  editionOf(before) === 1 &&
  after.version > before.version &&
  (namedLater as readonly NumberName[]).includes(name)

function isHarmful(name: NumberName, before: Parameters, after: Parameters): boolean {
  const { harm } = ruleNumbers[name]
  const isOfBoth = hasNumber(before, name) && hasNumber(after, name)
  // A rule that begins or ends gets the notice of a change that can harm.
  if (harm === 'either' || !isOfBoth) return true
  return numberOf(after, name) > numberOf(before, name) === (harm === 'higher')
}

const DAY_MS = 86_400_000
/** Rule book 2.15: a change that can harm a member is published this long before it holds. */
export const NOTICE_MS = 7 * DAY_MS
/** Security 4.11: any other change is shown to members for a day before it takes effect. */
const SHOWN_MS = DAY_MS

/**
 * Returns the earliest instant at which a version may take effect, by the instant of its
 * publication. Rule book 2.15.
 */
export function earliestEffect(publishedAt: Date, before: Parameters, after: Parameters): Date {
  const harms = differencesOf(before, after).some(difference => difference.harms)
  return new Date(publishedAt.getTime() + (harms ? NOTICE_MS : SHOWN_MS))
}
