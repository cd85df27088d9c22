import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant } from '../contract/wire.ts'
import { operatorRoles } from '../operators/roles.ts'

/** What runs beside the calls, for the overview of operators. Solvency and settlements are public calls. */
export const platformState = endpoint({
  id: 'operator.platform',
  path: '/api/operator/platform',
  access: 'operator',
  roles: operatorRoles,
  summary:
    'How far the chain is followed, which e-mails wait, and when the next settlement is due.',
  answer: z.object({
    /** Null where no chain is set. */
    chain: z
      .object({
        state: z.enum(['following', 'catching_up', 'unreachable']),
        /** The newest block that the nodes named; null before the first. */
        block: z.number().int().nullable(),
        followedAt: instant.nullable(),
      })
      .nullable(),
    /** Null where no mail server is set. */
    mail: z
      .object({
        waiting: z.number().int(),
        oldestAt: instant.nullable(),
        /** What the mail server said to the last failed try of those that wait. */
        lastError: z.string().nullable(),
        sentAt: instant.nullable(),
      })
      .nullable(),
    settlement: z.object({ nextAt: instant }),
  }),
})
