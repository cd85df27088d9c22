import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, pageOf, pageQuery, rule } from '../contract/wire.ts'
import { distributedStates } from '../distribution/member.ts'
import { eliminationPrompt } from './endpoints.ts'

export const dynamicKinds = ['direct', 'pair'] as const
export type DynamicKind = (typeof dynamicKinds)[number]

/** One line of network pay: an invitee's fee, or the match of both regions. Amounts in USDT. */
export const dynamicLine = z.object({
  id: z.string(),
  /** The earning's id in the passport: all lines of a settlement are paid together. */
  earningId: z.string(),
  kind: z.enum(dynamicKinds),
  period: z.string(),
  at: instant,
  /** The invitee who paid the fee; null for a pair. */
  source: z.string().nullable(),
  /** The fee, or the matched volume. */
  volume: decimal,
  /** Both regions before matching, and what the match took from both; null for an invitee's fee. */
  regions: z.object({ left: decimal, right: decimal, consumed: decimal }).nullable(),
  /** Percent. */
  rate: decimal,
  /** Rate × volume, before any cap. */
  raw: decimal,
  /** Which cap reduced it: the round's, or under older rules a settlement's; null when none did. */
  cap: z.enum(['daily', 'round']).nullable(),
  /** The payment factor of the settlement: 1 when the pool could pay in full. */
  factor: z.string(),
  amount: decimal,
})
export type DynamicLine = z.infer<typeof dynamicLine>

export const dynamicEarningList = endpoint({
  id: 'earnings.dynamic',
  path: '/api/earnings/dynamic',
  summary: 'Own network pay line by line, newest settlement first.',
  query: z.strictObject({ ...pageQuery, kind: z.enum(dynamicKinds, rule('choice')).optional() }),
  answer: pageOf(dynamicLine),
})

/** Network pay as shown by Home, Community and the head of the list. */
export const dynamicSummary = endpoint({
  id: 'earnings.dynamicSummary',
  path: '/api/earnings/dynamic-summary',
  summary: 'Own network pay at a glance: the module, the round, what is carried.',
  answer: z.object({
    /** Whether it is switched on for the caller's country. */
    moduleOn: z.boolean(),
    distributed: z.enum(distributedStates),
    /** The last settlement; null before the first. */
    last: z
      .object({
        period: z.string(),
        at: instant,
        amount: decimal,
        /** The payment factor and the whole volume of that settlement. */
        factor: z.string(),
        volume: decimal,
      })
      .nullable(),
    /** Unmatched volume that is carried on. */
    balances: z.object({ left: decimal, right: decimal }),
    round: z.object({
      paid: decimal,
      cap: decimal,
      /** The cap is reached: pay pauses until the round restarts. */
      eliminated: z.boolean(),
      restartsAt: instant,
      /** A re-investment has reopened it in this quarter; it cannot be reopened again. */
      reopened: z.boolean(),
      /** The issued amount of a re-investment that reopens it, USDT; null where the rules do not allow it. */
      reopenMinimum: decimal.nullable(),
      /**
       * The open own prompt about its end, which describes what re-investing does; null without
       * one, and where the rules do not allow it.
       */
      prompt: eliminationPrompt.nullable(),
    }),
    directRate: decimal,
    pairRate: decimal,
  }),
})
