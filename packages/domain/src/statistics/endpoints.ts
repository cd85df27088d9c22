import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant } from '../contract/wire.ts'
import { bySource } from '../earnings/sources.ts'

/** What is paid lately, as the statistics count it. */
export const statisticsDays = 30

/** Basis points, 0 to 10,000: hundredths of a percent. */
const share = z.number().int().min(0).max(10_000)

/** What members were paid in a window. Never an average: a few large ones would lift it. */
const payFigures = z.object({
  /** Members without any static or dynamic pay. */
  withoutPay: share,
  median: decimal,
  p90: decimal,
  /** What the best paid hundredth of all members got of all pay. */
  topShare: share,
  /** All pay of the window. */
  total: decimal,
})

/** Income of all members, made anew after each settlement. Economy, "Honesty and safety" 7. */
export const incomeStatistics = endpoint({
  id: 'statistics.income',
  path: '/api/statistics/income',
  access: 'public',
  summary: 'What all members were paid and came out with, zeros included; null before the first.',
  answer: z.object({
    newest: z
      .object({
        period: z.string(),
        madeAt: instant,
        /** Members counted: everybody but the platform's own accounts, by their public list. */
        members: z.number().int().min(0),
        /** The last `statisticsDays`. */
        lately: payFigures,
        ever: payFigures,
        /** Static pay of all members by where it came from, by windows of days; null: all time. */
        sources: z.array(
          bySource.extend({
            days: z.number().int().nullable(),
            /** Paid by settlements of before it was recorded. */
            notRecorded: decimal,
          }),
        ),
        /** What came out or is still there at the exit price, less what went in, fees and losses. */
        net: z.object({
          p10: decimal,
          median: decimal,
          p90: decimal,
          /** Members who are below zero. */
          losing: share,
        }),
      })
      .nullable(),
  }),
})
