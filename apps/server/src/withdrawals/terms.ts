import type { RuleCheckTerms } from '@banyan/domain'
import { checksWithdrawals, type Parameters } from '@banyan/economy'

/** The rule book's numbers under this module's names. Amounts are micro-USDT. */
export const termsOf = (p: Parameters) => ({
  minimum: p.withdrawalMinimumUsdt,
  /** Flat, taken out of the amount. */
  fee: p.withdrawalFeeUsdt,
  /** Sum of a member's requests of any window, without cancelled ones. */
  dailyLimit: p.withdrawalLimitUsdt,
  limitWindowMs: p.withdrawalWindowMs,
  /** A new address waits this long from its first use before a request to it can be approved. */
  newAddressWaitMs: p.newAddressWaitMs,
})

/** The smallest unit that can be entered, micro-USDT. */
const CENT = 10_000n

/**
 * On a platform that is wound down every member leaves: any amount above the fee can be withdrawn.
 */
export const lastTerms = (terms: WithdrawalTerms): WithdrawalTerms => ({
  ...terms,
  minimum: terms.fee + CENT,
})

export type WithdrawalTerms = ReturnType<typeof termsOf>

const DAY_MS = 86_400_000

/** The numbers of the rule check; null where the version has no such check. */
export const ruleCheckTermsOf = (p: Parameters): RuleCheckTerms | null =>
  checksWithdrawals(p)
    ? {
        most: p.automaticWithdrawalUsdt,
        memberMost: p.automaticMemberUsdt,
        platformMost: p.automaticPlatformUsdt,
        hourMost: p.automaticHourCount,
        accountMs: p.automaticAccountDays * DAY_MS,
        addressMs: p.automaticAddressDays * DAY_MS,
        quietMs: p.automaticQuietDays * DAY_MS,
      }
    : null
