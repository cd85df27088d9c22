import { z } from 'zod'
import { rule } from '../contract/wire.ts'

/** What the market knows of a member. Trades within one's own inviter line do not count. */
export const reputation = z.object({
  finishedTrades: z.number().int(),
  /** Percent, whole, of the last 30 days' trades that this member brought to their end; null without any. */
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

/** What an order's owner asks of whoever takes it. */
export const conditions = z.strictObject({
  /** Counted as effective by the last settlement. */
  effectiveMember: z.boolean(rule('choice')),
  minFinishedTrades: z
    .number(rule('conditionTrades'))
    .int(rule('conditionTrades'))
    .min(0, rule('conditionTrades'))
    .max(1_000, rule('conditionTrades')),
  /** Percent; 0 asks nothing. Who has no rate yet does not reach one. */
  minCompletionRate: z
    .number(rule('conditionRate'))
    .int(rule('conditionRate'))
    .min(0, rule('conditionRate'))
    .max(100, rule('conditionRate')),
})
export type Conditions = z.infer<typeof conditions>
export const noConditions: Conditions = {
  effectiveMember: false,
  minFinishedTrades: 0,
  minCompletionRate: 0,
}

/** Does an order take whoever comes? */
export const asksNothing = (asked: Conditions): boolean =>
  !asked.effectiveMember && asked.minFinishedTrades === 0 && asked.minCompletionRate === 0

/** What conditions are held against. */
export interface Standing {
  effective: boolean
  finishedTrades: number
  completionRate: number | null
}

/** Does this member meet an order's conditions? */
export const meetsConditions = (asked: Conditions, member: Standing): boolean =>
  (!asked.effectiveMember || member.effective) &&
  member.finishedTrades >= asked.minFinishedTrades &&
  (asked.minCompletionRate === 0 || (member.completionRate ?? -1) >= asked.minCompletionRate)
