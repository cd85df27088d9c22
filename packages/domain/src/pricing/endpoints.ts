import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, rule } from '../contract/wire.ts'

/** Settlements whose prices one answer tells at most, and where nothing is said. */
const MOST_SETTLEMENTS = 1_000
const USUAL_SETTLEMENTS = 90

/** The guide price in force, when the next one is made, and how it came here. */
export const guidePrice = endpoint({
  id: 'pricing.guide',
  path: '/api/pricing/guide',
  access: 'public',
  summary:
    'The published guide price, the exit price, the next cut-off, the history and its splits.',
  query: z.strictObject({
    settlements: z.coerce
      .number(rule('limit'))
      .int(rule('limit'))
      .min(1, rule('limit'))
      .max(MOST_SETTLEMENTS, rule('limit'))
      .default(USUAL_SETTLEMENTS),
  }),
  answer: z.object({
    price: decimal,
    exitPrice: decimal,
    publishedAt: instant.nullable(),
    nextCutoff: instant,
    /** Outside income received and not yet released, USDT: it is in no price until then. Rule book 2.16. */
    unreleased: decimal,
    /** Oldest first. `adjusted` is the price in today's units: divided by the splits since. */
    history: z.array(z.object({ at: instant, price: decimal, adjusted: decimal })),
    /** Splits of that time, oldest first, each at the settlement that published it. */
    splits: z.array(z.object({ at: instant, multiple: z.number().int() })),
  }),
})

/** A change of the unit. Value before and after follow from the exact ratio, so they are equal. */
export const splitRecord = z.object({
  /** The how-manieth split it was. */
  times: z.number().int(),
  at: instant,
  multiple: z.number().int(),
  priceBefore: decimal,
  priceAfter: decimal,
  /** All coins before and after, and how many came to be. */
  coinsBefore: decimal,
  coinsAfter: decimal,
  amount: decimal,
  /** The caller's own, of all places together. */
  quantityBefore: decimal,
  quantityAfter: decimal,
  valueBefore: decimal,
  valueAfter: decimal,
})

/** Every split, the newest first. There is one in a settlement at most, so they are few. */
export const splitRecords = endpoint({
  id: 'pricing.splits',
  path: '/api/pricing/splits',
  summary: 'Every split with its prices, the multiple, the coins, and what the caller had.',
  answer: z.object({
    items: z.array(splitRecord),
    /** A settlement with this exit price splits the coin. */
    trigger: decimal,
  }),
})
