import { z } from 'zod'
import { rule } from '../contract/wire.ts'

/** The market's record of a member. Trades within one's own inviter line do not count. */
export const reputation = z.object({
  finishedTrades: z.number().int(),
  /** Percent, whole, of the last 30 days' trades that this member completed; null without any. */
  completionRate: z.number().int().nullable(),
  /** Seconds from "paid" to the release, as a seller, median of the last 30 days; null without any. */
  medianReleaseSeconds: z.number().int().nullable(),
  /** Seconds from the match to "paid", as a buyer, median of the last 30 days; null without any. */
  medianPaymentSeconds: z.number().int().nullable(),
  /** Trades that arbitrators ruled against this member. */
  disputesLost: z.number().int(),
})
export type ReputationView = z.infer<typeof reputation>

/** Another member as the market shows them. */
export const counterparty = reputation.extend({ nickname: z.string() })

/** An order owner's conditions for its takers. */
export const conditions = z.strictObject({
  /** Counted as effective by the last settlement. */
  effectiveMember: z.boolean(rule('choice')),
  minFinishedTrades: z
    .number(rule('conditionTrades'))
    .int(rule('conditionTrades'))
    .min(0, rule('conditionTrades'))
    .max(1_000, rule('conditionTrades')),
  /** Percent; 0 sets no condition. A member without a rate does not meet one. */
  minCompletionRate: z
    .number(rule('conditionRate'))
    .int(rule('conditionRate'))
    .min(0, rule('conditionRate'))
    .max(100, rule('conditionRate')),
})
export type Conditions = z.infer<typeof conditions>
