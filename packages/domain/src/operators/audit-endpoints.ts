import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { longPage } from '../contract/long-page.ts'
import { digest, rule } from '../contract/wire.ts'

/**
 * The public part of the audit log: its hashes, oldest first. Each is the SHA-256 of an act with
 * the hash of the previous act. Anybody who keeps them can see later whether an act was changed or
 * removed; the acts themselves stay with those whom they concern.
 */
export const auditHashes = endpoint({
  id: 'audit.hashes',
  path: '/api/audit/hashes',
  access: 'public',
  summary: 'The hashes of all acts of operators, oldest first, after an act.',
  query: z.strictObject({
    /** 0 for the beginning. */
    after: z.coerce.number(rule('id')).int(rule('id')).min(0, rule('id')).default(0),
    limit: longPage.default(100),
  }),
  answer: z.object({
    /** Empty when there is no later act. Acts are counted from 1, without gaps. */
    items: z.array(z.object({ seq: z.number().int().min(1), hash: digest })),
  }),
})
