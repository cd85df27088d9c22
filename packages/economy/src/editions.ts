import { type AddedNumbers, addedV1, type Parameters } from './parameters.ts'

/**
 * Which numbers the text of a version names, and with them which rules it has. Edition 1 names the
 * fewest; edition 2 names those of `namedLater`, which held before without a name; edition 3 releases
 * outside income slowly and fills a run evenly. A published version keeps its edition; every new one is of the newest.
 */
export type Edition = 1 | 2 | 3

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

/** Numbers that edition 3 brings: before it there was no such rule. */
export const addedNumbers = [
  'incomeReleaseDivisor',
  'incomeReleaseBps',
] as const satisfies readonly (keyof Parameters)[]

/** Numbers that edition 3 has no more: the rule is gone. */
export const endedNumbers = [
  'memberGuaranteeUsdt',
  'unapprovedReceiptBps',
] as const satisfies readonly (keyof Parameters)[]
export type EndedNumber = (typeof endedNumbers)[number]

/** The edition of a version, by its own numbers. Only version 1 can be of edition 1. */
export function editionOf(p: Parameters): Edition {
  if (isNewest(p)) return 3
  return p.version === 1 ? 1 : 2
}

/** Is a version of the newest edition? */
export const isNewest = (p: Parameters): p is Parameters & AddedNumbers =>
  p.incomeReleaseDivisor !== undefined

/** A version's numbers in the newest edition: what has ended is left out, what was added is as in version 1 of today. */
export function inNewestEdition(p: Parameters): Parameters & AddedNumbers {
  const ended: readonly string[] = endedNumbers
  const kept = Object.entries(p).filter(([name]) => !ended.includes(name))
  return { ...addedV1, ...Object.fromEntries(kept) } as Parameters & AddedNumbers
}
