import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, rule } from '../contract/wire.ts'

/**
 * The head of the chain over the ledger's whole history. Who keeps one can show later whether a
 * single row of what it sealed was changed; docs/ledger.md says how it is made.
 */
export const ledgerHead = endpoint({
  id: 'ledger.head',
  path: '/api/ledger/head',
  access: 'public',
  summary: 'The newest head of the chain over the books, or the one of a batch.',
  query: z.strictObject({
    batch: z.coerce.number(rule('id')).int(rule('id')).min(1, rule('id')).optional(),
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
