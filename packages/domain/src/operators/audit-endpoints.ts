import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { longPage } from '../contract/long-page.ts'
import { digest, rule } from '../contract/wire.ts'

/**
 * The audit log as everybody may see it: its hashes, oldest first. Each is the SHA-256 of an act with the
 * hash of the act before. Anybody who keeps them sees later whether an act was changed or taken away; what
 * was done stays with those whom it concerns.
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
