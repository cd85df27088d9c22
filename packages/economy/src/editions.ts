import {
  type AddedNumbers,
  type AutomaticNumbers,
  addedV1,
  automaticV1,
  type Parameters,
  takersV1,
} from './parameters.ts'

/**
 * Which numbers the text of a version names, and with them which rules it has. Edition 1 names the
 * fewest; edition 2 names those of `namedLater`, which held before without a name; edition 3 releases
 * outside income slowly and fills a run evenly; from edition 4 on network pay keeps one cap, the
 * round's; from edition 5 on what is bought on the market counts against the maximum investment, and what
 * bounds takers is in the book; from edition 6 on positions have no cycle and no term; from edition 7 on small
 * withdrawals can be approved by a rule check. A published version keeps its edition; every new one is of the newest.
 */
export type Edition = 1 | 2 | 3 | 4 | 5 | 6 | 7

const NEWEST: Edition = 7
/** The newest first; edition 1 has the numbers of edition 2. */
const byNumbers: readonly Edition[] = [7, 6, 5, 4, 3, 2]

/** Numbers that edition 1 did not name. Its text and its hash are without them. */
export const namedLater = [
  'otcMaxBuyUsdt',
  'otcOrderLifeMs',
  'otcGuideMoveBps',
  'otcFaultsToPause',
  'otcFaultWindowMs',
  'otcFirstPauseMs',
  'otcSecondPauseMs',
  'otcThirdPauseMs',
  'otcFurtherPauseMs',
  'otcPauseMemoryMs',
  'otcAppealAfterMs',
  'otcEscalationMs',
  'otcReplyWindowMs',
  'otcReviewWindowMs',
  'windDownFromDays',
  'windDownWindowDays',
  'windDownTradesUsdt',
  'windDownNoticeDays',
  'windDownCostDays',
  'windDownHeldDays',
] as const satisfies readonly (keyof Parameters)[]

type Editions = Partial<Record<keyof Parameters, Edition>>

/** The edition that brought a number: before it there was no such rule. */
const begun = {
  incomeReleaseDivisor: 3,
  incomeReleaseBps: 3,
  otcTakesFirst: 5,
  otcTakesSecondFrom: 5,
  otcTakesSecond: 5,
  otcTakesThirdFrom: 5,
  otcTakesThird: 5,
  otcTakeFaults: 5,
  otcTakeFaultWindowMs: 5,
  otcTakesLowered: 5,
  otcTakesLoweredMs: 5,
  otcNewcomersBps: 5,
  automaticWithdrawalUsdt: 7,
  automaticMemberUsdt: 7,
  automaticPlatformUsdt: 7,
  automaticHourCount: 7,
  automaticAccountDays: 7,
  automaticAddressDays: 7,
  automaticQuietDays: 7,
} as const satisfies Editions

/** The first edition without a number: the rule is gone. */
const ended = {
  memberGuaranteeUsdt: 3,
  unapprovedReceiptBps: 3,
  dailyCapUsdt: 4,
  balanceCapUsdt: 4,
  balanceLapseDays: 4,
  balanceLapseNoticeDays: 4,
  cycleSettlements: 6,
  termCycles: 6,
} as const satisfies Editions
export type EndedNumber = keyof typeof ended

/** Numbers that only older versions have. */
export const endedNumbers = Object.keys(ended) as readonly EndedNumber[]

/** Do the versions of an edition have a number? */
export function isIn(edition: Edition, name: string): boolean {
  const [from, to]: [Editions, Editions] = [begun, ended]
  return (
    edition >= (from[name as keyof Parameters] ?? 1) &&
    edition < (to[name as keyof Parameters] ?? NEWEST + 1)
  )
}

/** The edition of a version, by its own numbers. Only version 1 can be of edition 1. */
export function editionOf(p: Parameters): Edition {
  const edition = editionOfNumbers(p)
  return edition === 2 && p.version === 1 ? 1 : edition
}

/** The edition that has just these of the numbers that not all have; 2 where none does. */
export const editionOfNumbers = (numbers: Partial<Record<string, unknown>> | Parameters): Edition =>
  byNumbers.find(edition =>
    [...Object.keys(begun), ...endedNumbers].every(name => name in numbers === isIn(edition, name)),
  ) ?? 2

/** Has a version the rules of an edition, of this or of a later one? */
export const isSince = (edition: Edition, p: Parameters): boolean => editionOf(p) >= edition

/** Does a version release outside income slowly? */
export const releasesIncome = (p: Parameters): p is Parameters & AddedNumbers =>
  p.incomeReleaseDivisor !== undefined

/** Can small withdrawals be approved by a rule check under a version? */
export const checksWithdrawals = (p: Parameters): p is Parameters & AutomaticNumbers =>
  p.automaticWithdrawalUsdt !== undefined

/** A version's numbers in the newest edition: what has ended is left out, what was added is as in version 1 of today. */
export function inNewestEdition(p: Parameters): Parameters & AddedNumbers {
  const kept = Object.entries(p).filter(([name]) => isIn(NEWEST, name))
  const added = { ...addedV1, ...takersV1, ...automaticV1 }
  return { ...added, ...Object.fromEntries(kept) } as Parameters & AddedNumbers
}
