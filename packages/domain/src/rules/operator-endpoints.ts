import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, rule } from '../contract/wire.ts'
import { proposalRules } from '../proposals/proposal.ts'
import { ruleChange, ruleLines, ruleVersionNumber } from './endpoints.ts'

/** Roles that propose a version of the rule book. */
export const ruleWriters = { access: 'operator', roles: proposalRules.rules.propose } as const

/** The unit in which a number of the book is written, from the end of its name. */
export const ruleUnits = [
  'usdt',
  'leaf',
  'price',
  'bps',
  'ms',
  'hours',
  'days',
  'switch',
  'count',
] as const
export type RuleUnit = (typeof ruleUnits)[number]

/** Numbers by name; amounts and prices as decimal text in whole units, everything else whole. */
export const writtenNumbers = z
  .record(z.string().max(60), z.union([z.string().max(40), z.number()]))
  .refine(numbers => Object.keys(numbers).length <= 200, rule('tooLong'))

const written = z.union([z.string(), z.number()])

/** The numbers that the next version may change, chapter by chapter. */
export const ruleNumbersList = endpoint({
  ...ruleWriters,
  id: 'operator.ruleNumbers',
  path: '/api/operator/rules/numbers',
  summary:
    'Every number of the newest version as it is written in a proposal, by chapter, with its bounds.',
  answer: z.object({
    /** The version that the next one follows. */
    version: ruleVersionNumber,
    chapters: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        numbers: z.array(
          z.object({
            name: z.string(),
            title: z.string(),
            unit: z.enum(ruleUnits),
            value: written,
            figure: z.string(),
            least: written,
            most: written,
            /** It never changes. */
            fixed: z.boolean(),
            /** The direction in which a change can harm members. */
            harm: z.enum(['higher', 'lower', 'either']),
          }),
        ),
      }),
    ),
  }),
})

export const ruleObjection = z.object({
  rule: z.string(),
  names: z.array(z.string()),
  text: z.string(),
})

/** Writes nothing: what would stand against a version now. */
export const checkRules = endpoint({
  ...ruleWriters,
  id: 'operator.checkRules',
  method: 'POST',
  path: '/api/operator/rules/check',
  summary:
    'What a version would change, whom it can harm, from when it may hold and what stands against it; writes nothing.',
  body: z.strictObject({
    numbers: writtenNumbers,
    /** Null while it is not chosen: then no objection is about it. */
    effectiveAt: z.iso.datetime({ offset: true, ...rule('instant') }).nullable(),
  }),
  answer: z.object({
    version: ruleVersionNumber,
    changes: z.array(ruleChange),
    objections: z.array(ruleObjection),
    crosses: z.array(z.object({ line: z.enum(ruleLines), text: z.string() })),
    /** A change can harm a member: it is published seven days before it holds. */
    harms: z.boolean(),
    /** The earliest instant at which it may hold if it were approved now. */
    earliest: instant,
  }),
})
