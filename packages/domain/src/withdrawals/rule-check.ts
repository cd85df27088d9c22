/**
 * Why the rule check leaves a withdrawal to people. `off`: this platform, or its rule book, has no
 * such check. `late`: it was requested so long ago that the totals may not count it. `amount`,
 * `memberTotal`, `platformTotal`, `hourCount`: above a number of the rule book. `signerCap`: above
 * what the signer pays without two people. `youngAccount`, `youngAddress`, `changed`: not old
 * enough. `freeze`, `cases`, `faults`, `recharge`, `manyRequests`, `sharedAddress`: the member is
 * not in good standing, or more than one account is behind it. `paused`: payouts are paused, or
 * custody does not cover everything that is owed.
 */
export const ruleCheckReasons = [
  'off',
  'late',
  'amount',
  'memberTotal',
  'platformTotal',
  'hourCount',
  'signerCap',
  'youngAccount',
  'youngAddress',
  'changed',
  'freeze',
  'cases',
  'faults',
  'recharge',
  'manyRequests',
  'sharedAddress',
  'paused',
] as const
export type RuleCheckReason = (typeof ruleCheckReasons)[number]

/**
 * The reason as a member reads it. `other`: only the reviewers see the reason, because it concerns
 * other members.
 */
export type ShownReason = Exclude<RuleCheckReason, 'sharedAddress'> | 'other'

const isShown = (reason: RuleCheckReason): reason is Exclude<RuleCheckReason, 'sharedAddress'> =>
  reason !== 'sharedAddress'

export const shownReasons: readonly ShownReason[] = [...ruleCheckReasons.filter(isShown), 'other']

/** The rule book's numbers of the check. Amounts are micro-USDT. */
export interface RuleCheckTerms {
  most: bigint
  memberMost: bigint
  platformMost: bigint
  hourMost: number
  accountMs: number
  addressMs: number
  quietMs: number
}

/** The check's facts about a withdrawal, its member and the platform. Amounts are micro-USDT. */
export interface RuleCheckFacts {
  requestedAt: Date
  amount: bigint
  /** What the signer would pay: the amount without the fee. */
  arrives: bigint
  /** All requests of the member in the window, including this one; without those that ended unpaid. */
  memberTotal: bigint
  /** What the check has approved on the whole platform in the window, and how often in the last hour. */
  platformTotal: bigint
  hourCount: number
  joinedAt: Date
  /** When a withdrawal of the member that two people approved first reached the address; null without one. */
  addressPaidAt: Date | null
  /** When a password or the e-mail address last changed; null when none ever has. */
  changedAt: Date | null
  isFrozen: boolean
  /** Open cases of the market with the member as a party, and recent faults of the member. */
  openCases: number
  faults: number
  /** Recharges of the member that are not final. */
  openRecharges: number
  /** The member's requests in the last day, including this one. */
  requestsToday: number
  /** Other members who have the address among theirs. */
  othersAtAddress: number
  /** Payouts are paused, or custody does not cover everything that is owed. */
  isPaused: boolean
  /** The most that the signer pays without two people; null where its list has no rule check. */
  signerMost: bigint | null
  now: Date
}

/**
 * A request that was not checked within this time is left to people. The totals count requests of a
 * window, so one that has left the window would not be in its own total.
 */
export const ruleCheckWithinMs = 3_600_000

/** A fourth request of a day is left to people. */
const manyRequestsInADay = 3

/**
 * Returns every reason against approving a withdrawal by rule, in the order of `ruleCheckReasons`;
 * when there is none, it is approved. Without terms the rule book in force has no such check.
 */
export function reasonsForPeople(
  facts: RuleCheckFacts,
  terms: RuleCheckTerms | null,
): RuleCheckReason[] {
  if (terms === null || facts.signerMost === null) return ['off']
  const { amount, now, signerMost } = facts
  const isYounger = (since: Date, ms: number) => now.getTime() - since.getTime() < ms
  const applies: Record<RuleCheckReason, boolean> = {
    off: false,
    late: !isYounger(facts.requestedAt, ruleCheckWithinMs),
    amount: amount > terms.most,
    memberTotal: facts.memberTotal > terms.memberMost,
    platformTotal: facts.platformTotal + amount > terms.platformMost,
    hourCount: facts.hourCount >= terms.hourMost,
    signerCap: facts.arrives > signerMost,
    youngAccount: isYounger(facts.joinedAt, terms.accountMs),
    youngAddress: facts.addressPaidAt === null || isYounger(facts.addressPaidAt, terms.addressMs),
    changed: facts.changedAt !== null && isYounger(facts.changedAt, terms.quietMs),
    freeze: facts.isFrozen,
    cases: facts.openCases > 0,
    faults: facts.faults > 0,
    recharge: facts.openRecharges > 0,
    manyRequests: facts.requestsToday > manyRequestsInADay,
    sharedAddress: facts.othersAtAddress > 0,
    paused: facts.isPaused,
  }
  return ruleCheckReasons.filter(reason => applies[reason])
}

/**
 * The reasons as a member reads them, one for an amount that is too large. That another member uses
 * the address is left out beside any other reason: otherwise a request that is cancelled again
 * would disclose whose addresses are known here.
 */
export function reasonsShown(reasons: readonly RuleCheckReason[]): ShownReason[] {
  const isTooLarge = reasons.includes('amount')
  const shown = reasons.filter(isShown).filter(one => !(isTooLarge && one === 'signerCap'))
  return shown.length === 0 && reasons.length > 0 ? ['other'] : shown
}
