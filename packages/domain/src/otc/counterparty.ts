import { z } from 'zod'

/** Another member as the market shows them. */
export const counterparty = z.object({
  nickname: z.string(),
  finishedTrades: z.number().int(),
  /** Percent of the last 30 days' trades that finished; null without any. */
  completionRate: z.number().nullable(),
  /** Seconds, median; null without any. */
  medianReleaseSeconds: z.number().nullable(),
})
