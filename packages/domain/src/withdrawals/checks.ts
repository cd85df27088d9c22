/**
 * The checks before a withdrawal is approved. `freeze` and `address` hold an approval back; the
 * others require a reason. `velocity`: many requests in a day. `sharedAddress`: another member is
 * paid at the same address. `newAccount`: younger than a week. `cases`: somebody has an open case
 * against the member. `paysInFull`: custody lacks more than the platform's own accounts cover.
 */
export const withdrawalChecks = [
  'freeze',
  'address',
  'velocity',
  'sharedAddress',
  'newAccount',
  'cases',
  'paysInFull',
] as const
export type WithdrawalCheck = (typeof withdrawalChecks)[number]

/** The facts of the checks. */
export interface WithdrawalCheckFacts {
  isFrozen: boolean
  approvableFrom: Date
  joinedAt: Date
  /** The member's requests in the last 24 hours, including this one. */
  requestsToday: number
  othersAtAddress: number
  openCases: number
  paysInFull: boolean
  now: Date
}

/** More requests than this in 24 hours are checked by a person. */
const manyRequestsInADay = 3
/** An account younger than this many days is checked by a person. */
const newAccountDays = 7

/** Every check with its result, in the order of `withdrawalChecks`. */
export function checkWithdrawal(
  facts: WithdrawalCheckFacts,
): { check: WithdrawalCheck; ok: boolean }[] {
  const ageMs = facts.now.getTime() - facts.joinedAt.getTime()
  const isFine: Record<WithdrawalCheck, boolean> = {
    freeze: !facts.isFrozen,
    address: facts.approvableFrom <= facts.now,
    velocity: facts.requestsToday <= manyRequestsInADay,
    sharedAddress: facts.othersAtAddress === 0,
    newAccount: ageMs >= newAccountDays * 24 * 3_600_000,
    cases: facts.openCases === 0,
    paysInFull: facts.paysInFull,
  }
  return withdrawalChecks.map(check => ({ check, ok: isFine[check] }))
}
