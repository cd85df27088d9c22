import {
  type AddedNumbers,
  type AutomaticNumbers,
  addedV1,
  automaticV1,
  type Parameters,
  takersV1,
} from './parameters.ts'

/**
 * Which numbers the text of a version contains, and so which rules it has. Edition 1 names the
 * fewest. Edition 2 names those of `namedLater`, which applied before without a name. Edition 3
 * releases outside income slowly and fills a run evenly. From edition 4 on network pay keeps one
 * cap, the round's. From edition 5 on market buys count against the maximum investment, and the
 * book contains the bounds of takers. From edition 6 on positions have no cycle and no term. From
 * edition 7 on a rule check can approve small withdrawals. A published version keeps its edition;
 * every new one is of the newest.
 */
export type Edition = 1 | 2 | 3 | 4 | 5 | 6 | 7

const NEWEST: Edition = 7
/** The newest first; edition 1 has the numbers of edition 2. */
const byNumbers: readonly Edition[] = [7, 6, 5, 4, 3, 2]

/** Numbers that edition 1 did not name. Its text and its hash do not contain them. */
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

/** The edition that introduced a number: older versions have no such rule. */
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

/** Whether the versions of an edition have a number. */
export function isIn(edition: Edition, name: string): boolean {
  const [from, to]: [Editions, Editions] = [begun, ended]
  return (
    edition >= (from[name as keyof Parameters] ?? 1) &&
    edition < (to[name as keyof Parameters] ?? NEWEST + 1)
  )
}

/** Returns the edition of a version, by its own numbers. Only version 1 can be of edition 1. */
export function editionOf(p: Parameters): Edition {
  const edition = editionOfNumbers(p)
  return edition === 2 && p.version === 1 ? 1 : edition
}

/** Returns the edition that has exactly these of the numbers that not all editions have; 2 when none does. */
export const editionOfNumbers = (numbers: Partial<Record<string, unknown>> | Parameters): Edition =>
  byNumbers.find(edition =>
    [...Object.keys(begun), ...endedNumbers].every(name => name in numbers === isIn(edition, name)),
  ) ?? 2

/** Whether a version has the rules of an edition, of this or of a later one. */
export const isSince = (edition: Edition, p: Parameters): boolean => editionOf(p) >= edition

/** Whether a version releases outside income slowly. */
export const releasesIncome = (p: Parameters): p is Parameters & AddedNumbers =>
  p.incomeReleaseDivisor !== undefined

/** Whether a rule check can approve small withdrawals under a version. */
export const checksWithdrawals = (p: Parameters): p is Parameters & AutomaticNumbers =>
  p.automaticWithdrawalUsdt !== undefined

/**
 * A version's numbers in the newest edition: ended numbers are left out, new ones have the values
 * of today's version 1.
 */
export function inNewestEdition(p: Parameters): Parameters & AddedNumbers {
  const kept = Object.entries(p).filter(([name]) => isIn(NEWEST, name))
  const added = { ...addedV1, ...takersV1, ...automaticV1 }
  return { ...added, ...Object.fromEntries(kept) } as Parameters & AddedNumbers
}
