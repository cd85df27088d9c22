import { namedLater, type Parameters } from '../parameters.ts'
import { type NumberName, numberNames, ruleNumbers } from './numbers.ts'

/** A number that differs between two versions, and whether the change can harm a member. */
export interface Difference {
  readonly name: NumberName
  readonly before: string
  readonly after: string
  readonly harms: boolean
  /** The version before had no name for it: it held unseen. */
  readonly isNew: boolean
}

/** What differs between two versions, in the order of the book. */
export const differencesOf = (before: Parameters, after: Parameters): Difference[] =>
  numberNames
    .filter(name => before[name] !== after[name] || isFirstNamed(name, before, after))
    .map(name => ({
      name,
      before: `${before[name]}`,
      after: `${after[name]}`,
      harms: before[name] !== after[name] && isHarmful(name, before, after),
      isNew: isFirstNamed(name, before, after),
    }))

const isFirstNamed = (name: NumberName, before: Parameters, after: Parameters): boolean =>
  before.version === 1 && after.version > 1 && (namedLater as readonly NumberName[]).includes(name)

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

/**
 * Numbers that no version changes: what the founding has spent, and the calendar. Periods are named by
 * their cut-offs; with another hour or zone some instants would belong to two of them, or to none.
 */
export const fixedNumbers: readonly NumberName[] = [
  'genesisUsdt',
  'genesisLeaf',
  'cutoffHour',
  'zoneOffsetHours',
]

/** Why a version may not be published at all; each names the numbers that are at fault. */
export interface Objection {
  readonly rule:
    | 'directAndPairs'
    | 'wholeFee'
    | 'shares'
    | 'split'
    | 'notANumber'
    | 'beyond'
    | 'fixed'
  readonly names: readonly NumberName[]
}

const BPS = 10_000n

/** Parts of something: more than all of it would be paid out of nothing. */
const parts: readonly NumberName[] = [
  'exchangeFeeBps',
  'otcFeeBps',
  'otcBandBps',
  'otcMaxConcessionBps',
  'incomeToStaticBps',
  'feeToDynamicBps',
]
/** Numbers that something is divided by, or counted in steps of. */
const dividing: readonly NumberName[] = [
  'firstPrice',
  'subscriptionStepUsdt',
  'staticReleaseDivisor',
  'cycleSettlements',
  'splitTriggerPrice',
]
/** What one pass over a tree adds up exactly: see `pairedVolumes` and `carriedAtStart`. */
const MOST_DECAY = 4n
const MOST_CARRIED = 2n ** 51n

/** Numbers with which no settlement could be worked out at all: it would stop, and every one after it. */
function beyond(p: Parameters): NumberName[] {
  return numberNames.filter(
    name =>
      (parts.includes(name) && BigInt(p[name]) > BPS) ||
      (dividing.includes(name) && BigInt(p[name]) === 0n) ||
      (name === 'decayNumerator' && p[name] > MOST_DECAY) ||
      (name === 'balanceCapUsdt' && p[name] >= MOST_CARRIED),
  )
}

/**
 * The two inequalities of rule book 2.7 and what else must hold for the sums to work out, compared
 * in whole numbers: nothing here is rounded. `before`: the version that it follows.
 */
export function objectionsTo(p: Parameters, before: Parameters = p): Objection[] {
  const objections: Objection[] = []
  const moved = fixedNumbers.filter(name => p[name] !== before[name])
  if (moved.length > 0) objections.push({ rule: 'fixed', names: moved })
  const negative = numberNames.filter(name => name !== 'zoneOffsetHours' && p[name] < 0)
  if (negative.length > 0) objections.push({ rule: 'notANumber', names: negative })
  const impossible = beyond(p)
  if (impossible.length > 0) objections.push({ rule: 'beyond', names: impossible })
  const [direct, pair, toDynamic] = [p.directBps, p.pairBps, p.feeToDynamicBps].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ]
  const shares = BigInt(p.feeToStaticBps) + toDynamic + BigInt(p.feeToOpsBps)
  if (shares > BPS) {
    objections.push({ rule: 'shares', names: ['feeToStaticBps', 'feeToDynamicBps', 'feeToOpsBps'] })
  }
  // 1 − δ = kept ÷ denominator, so pair ÷ (1 − δ) = pair × denominator ÷ kept.
  const kept = p.decayDenominator - p.decayNumerator
  const network: NumberName[] = ['directBps', 'pairBps', 'decayNumerator', 'decayDenominator']
  if (kept <= 0n || p.decayDenominator <= 0n) {
    objections.push({ rule: 'directAndPairs', names: network })
    return objections
  }
  if (2n * direct * kept + pair * p.decayDenominator > 2n * toDynamic * kept) {
    objections.push({ rule: 'directAndPairs', names: [...network, 'feeToDynamicBps'] })
  }
  // What RISK takes is what the shares leave.
  const risk = BPS - shares
  const others = BigInt(p.feeToStaticBps) + (risk > 0n ? risk : 0n)
  if (direct * kept + pair * p.decayDenominator + others * kept > BPS * kept) {
    objections.push({ rule: 'wholeFee', names: [...network, 'feeToStaticBps'] })
  }
  if (![2, 5, 10].includes(p.splitMultiple)) {
    objections.push({ rule: 'split', names: ['splitMultiple'] })
  }
  return objections
}
