import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, digest, instant, pageOf, pageQuery, period } from '../contract/wire.ts'

/**
 * A published settlement. The hashes are SHA-256 of the canonical texts of everything that it looked
 * at and of everything that it did, which two computations agreed on before money moved.
 */
export const settlement = z.object({
  period,
  cutoffAt: instant,
  publishedAt: instant,
  /** The version of the rule book. */
  rules: z.number().int(),
  price: decimal,
  exitPrice: decimal,
  inputHash: digest,
  resultHash: digest,
  /** The root of everything owed after it; null until it is published, and for runs before there were any. */
  solvencyRoot: digest.nullable(),
})

/** Published settlements, newest first. */
export const settlementList = endpoint({
  id: 'treasury.settlements',
  path: '/api/settlements',
  access: 'public',
  summary: 'Published settlements with their hashes, newest first.',
  query: z.strictObject(pageQuery),
  answer: pageOf(settlement),
})

const books = z.object({
  reserve: decimal,
  outstanding: decimal,
  poolStatic: decimal,
  poolDynamic: decimal,
  ops: decimal,
  risk: decimal,
  /** What custody lacked. */
  shortfall: decimal,
})

/** One published settlement: the books before and after it, and what each step came to. */
export const settlementDetail = endpoint({
  id: 'treasury.settlement',
  path: '/api/settlements/run',
  access: 'public',
  summary: 'One published settlement: books before and after, and what each step came to.',
  query: z.strictObject({ period }),
  answer: settlement.extend({
    before: books,
    /** Null for runs from before this was written down. */
    after: books.nullable(),
    /** Figures by step of the rule book, in its order; amounts as decimal text. */
    steps: z.array(
      z.object({
        step: z.number().int(),
        figures: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
    ),
  }),
})
