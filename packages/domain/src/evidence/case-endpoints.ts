import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { wireId } from '../contract/wire.ts'
import { reuseKinds, tradeEvidence } from './endpoints.ts'

/** The platform's findings about a case's payment, for its arbitrators. */
export const caseEvidence = endpoint({
  id: 'operator.caseEvidence',
  path: '/api/operator/cases/:id/evidence',
  access: 'operator',
  roles: ['arbitrator'],
  summary: "The chain's findings in a case, and the trades in which its evidence was shown too.",
  params: z.strictObject({ id: wireId('cas') }),
  answer: tradeEvidence.extend({
    /** Trades that show the same evidence, by their matching IDs. */
    sharedWith: z.array(z.object({ matchingId: z.string(), kind: z.enum(reuseKinds) })),
    /** Pictures whose metadata names a program, as editors and cameras write it. Proves nothing by itself. */
    madeWith: z.array(z.object({ picture: wireId('img'), software: z.string() })),
  }),
  refusals: ['caseNotYours'],
})
