import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, digest, instant, pageOf, pageQuery, period, rule } from '../contract/wire.ts'
import { bySource } from '../earnings/sources.ts'
import { chainReceipt, custodyUses, receiptKinds } from './receipt.ts'

/**
 * A published settlement. The hashes are SHA-256 of the canonical texts of its input and its
 * result, which two computations agreed on before money moved.
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
  /** The root of everything owed after it; null until it is published, and for runs before roots existed. */
  solvencyRoot: digest.nullable(),
  /** The root of its static pay; null for runs before roots existed. */
  payRoot: digest.nullable(),
  /** What it offered and paid out of the static pool, by source; null where that was not recorded. */
  staticPay: z.object({ released: bySource, paid: bySource }).nullable(),
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
  /** Outside income received and not yet released; absent under rules that booked it whole. */
  income: decimal.optional(),
  /** What custody lacked. */
  shortfall: decimal,
})

/** The parts of a settlement's page that other pages have too. */
export const settlementParts = {
  books,
  /** Figures by step of the rule book, in its order; amounts as decimal text. */
  steps: z.array(
    z.object({
      step: z.number().int(),
      figures: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
}

/** One published settlement: the books before and after it, and the result of each step. */
export const settlementDetail = endpoint({
  id: 'treasury.settlement',
  path: '/api/settlements/run',
  access: 'public',
  summary: 'One published settlement: books before and after, and what each step came to.',
  query: z.strictObject({ period }),
  answer: settlement.extend({
    before: books,
    /** Null for runs before this was recorded. */
    after: books.nullable(),
    steps: settlementParts.steps,
  }),
})

/** What narrows the list of receipts. */
export const receiptFilters = {
  /** Only the booked ones, or only the others. */
  booked: z.enum(['yes', 'no'], rule('choice')).optional(),
  /** What the receiving address is for. */
  use: z.enum(custodyUses, rule('choice')).optional(),
}

/** Every receipt, newest first: what the chain shows, and how two treasurers have classified it. */
export const receiptList = endpoint({
  id: 'treasury.receipts',
  path: '/api/treasury/receipts',
  access: 'public',
  summary:
    'Receipts at the addresses of the platform as the chain shows them, newest first, with what two treasurers said of each.',
  query: z.strictObject({ ...pageQuery, ...receiptFilters }),
  answer: pageOf(
    chainReceipt.extend({
      /** Null until two treasurers agree: it is in no account, and changes nothing. */
      booked: z
        .object({
          kind: z.enum(receiptKinds),
          payer: z.string(),
          evidence: z.string(),
          at: instant,
        })
        .nullable(),
    }),
  ),
})
