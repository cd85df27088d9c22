import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { longPage } from '../contract/long-page.ts'
import { digest, instant, rule } from '../contract/wire.ts'

const batch = z.coerce.number(rule('id')).int(rule('id'))

/**
 * The head of the chain over the ledger's whole history. With a saved head anybody can show later
 * whether a single row that it sealed was changed; docs/ledger.md describes its construction.
 */
export const ledgerHead = endpoint({
  id: 'ledger.head',
  path: '/api/ledger/head',
  access: 'public',
  summary: 'The newest head of the chain over the books, or the one of a batch.',
  query: z.strictObject({
    batch: batch.min(1, rule('id')).optional(),
  }),
  answer: z.object({
    /** Links of the chain are counted from 1; 0 before the first. */
    batch: z.number().int().min(0),
    /** SHA-256, hexadecimal; 64 zeros before the first batch. */
    head: z.string().regex(/^[0-9a-f]{64}$/),
    at: instant.nullable(),
    /** Transfers in the books up to and with this batch. */
    transfers: z.number().int().min(0),
    /** Age of the oldest transfer that no batch has sealed yet; 0 when all are. */
    lagMs: z.number().int().min(0),
  }),
})

/**
 * The links of the chain after a batch, oldest first. Anybody who has kept the head of that batch
 * can compute every later one from them, and so check that the newest head still contains it.
 */
export const ledgerLinks = endpoint({
  id: 'ledger.links',
  path: '/api/ledger/links',
  access: 'public',
  summary:
    'The links of the chain over the books after a batch, with all that their heads are made of.',
  query: z.strictObject({
    /** 0 for the beginning of the chain. */
    after: batch.min(0, rule('id')).default(0),
    limit: longPage.default(100),
  }),
  answer: z.object({
    /** Empty when no batch is later. */
    items: z.array(
      z.object({
        batch: z.number().int().min(1),
        /** SHA-256 of the previous head, `text` and `body`. */
        head: digest,
        /** `batch|…`: the number, the transactions, the counts and the instant, as in docs/ledger.md. */
        text: z.string(),
        /** SHA-256 of the digests of all rows of the batch. */
        body: digest,
      }),
    ),
  }),
})
