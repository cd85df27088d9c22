import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, rule } from '../contract/wire.ts'
import { ruleVersionNumber } from '../rules/endpoints.ts'
import { bySource } from './sources.ts'

/** Earnings that have a passport: one for each settlement and kind. */
export const earningKinds = ['static', 'dynamic'] as const
export type EarningKind = (typeof earningKinds)[number]

const earningPattern = /^(static|dynamic)-(\d{4}-\d{2}-\d{2})$/

/** The id of a member's own earning of a settlement. */
export const earningIdOf = (kind: EarningKind, period: string): string => `${kind}-${period}`

/** Returns kind and period of an earning's id, or null for another text. */
export function readEarningId(id: string): { kind: EarningKind; period: string } | null {
  const [, kind, period] = earningPattern.exec(id) ?? []
  return kind && period ? { kind: kind as EarningKind, period } : null
}

/** The ledger kind of an earning. */
export const transferKindOf = {
  static: 'static_earning',
  dynamic: 'dynamic_earning',
} as const satisfies Record<EarningKind, string>

/**
 * Lines of arithmetic, by their rules. The slots are the numbers as texts; the page provides the
 * wording of the line.
 */
export const passportRules = [
  /** D = floor6(pool ÷ divisor) */
  'static.released',
  /** the pool by source, and D: floor6(D × income ÷ pool) is income from outside, the rest fees */
  'static.sources',
  /** W, the sum of all weights */
  'static.weight',
  /** floor6(D × w ÷ W) */
  'static.share',
  /** cap − paid before; zero when a version has lowered the cap below that */
  'static.capLeft',
  /** the smaller of the two */
  'static.pay',
  /** ends here: its cap is reached, or its term is over */
  'static.eliminated',
  /** the sum of own positions */
  'static.total',
  /** own pay by source, in the proportion of the pool */
  'static.ownSources',
  /** all volume that reached the tree in the run */
  'dynamic.volume',
  /** k = min(1, floor9(what the pool had after direct pay ÷ all pairs after caps)) */
  'dynamic.factor',
  /** floor6(fee × rate), times the factor of direct pay */
  'dynamic.direct',
  /** the same, cut before the factor to what earlier pay had left of the round */
  'dynamic.directCapped',
  /** the sum of fees that are too many to list */
  'dynamic.directRest',
  /** each region: carried + arrived; absent when a settlement kept only the sum */
  'dynamic.regions',
  /** min(left, right) */
  'dynamic.matched',
  /** floor6(matched × rate) */
  'dynamic.pairRaw',
  /** min(raw, limit): what was left of the round, or under older rules the cap of a settlement */
  'dynamic.pairCapped',
  /** floor6(k × what is left after caps) */
  'dynamic.pairPay',
  /**
   * taken off both sides, the whole match or the part that the pay represents, and what stays on
   * each before its cap
   */
  'dynamic.carried',
  /** direct and pairs */
  'dynamic.total',
] as const
export type PassportRule = (typeof passportRules)[number]

export const passportLine = z.object({
  rule: z.enum(passportRules),
  slots: z.record(z.string(), z.string()),
})

/** How an earning was computed, so that a member can compute it again. */
export const passport = endpoint({
  id: 'earnings.passport',
  path: '/api/earnings/passport',
  summary: 'How an own earning was computed: pool, rules, inputs, arithmetic, ledger rows.',
  query: z.strictObject({ id: z.string(rule('id')).regex(earningPattern, rule('id')) }),
  answer: z.object({
    id: z.string(),
    kind: z.enum(earningKinds),
    period: z.string(),
    cutoffAt: instant,
    amount: decimal,
    /** The house account that paid. */
    pool: z.enum(['POOL.static', 'POOL.dynamic']),
    ruleVersion: ruleVersionNumber,
    /** Static pay by origin; null where that was not recorded, and for network pay, which is fees. */
    sources: bySource.nullable(),
    settlementId: z.string(),
    /** SHA-256 of the settlement's input and result, in hex; null until it is published. */
    hashes: z.object({ input: z.string(), result: z.string() }).nullable(),
    /** Groups of lines: one for the settlement, one for each position or source. */
    parts: z.array(
      z.object({
        /**
         * The subject of the group: a position's id, `direct`, `pair`, `total` or `sources`; null
         * for the settlement itself.
         */
        subject: z.string().nullable(),
        lines: z.array(passportLine),
      }),
    ),
    /** Empty when the earning was zero: no money, no row. */
    transfers: z.array(z.object({ id: z.string(), at: instant, amount: decimal })),
  }),
})
