import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { digest, instant } from '../contract/wire.ts'
import { operatorView } from './endpoints.ts'
import { operatorFactors } from './roles.ts'

/** `invited` has a set-up secret that works; `expired` has one that ran out, or none. */
export const operatorStates = ['active', 'invited', 'expired', 'ended'] as const
export type OperatorState = (typeof operatorStates)[number]

/** What an administrator should see to: no second factor, no sign-in for long. */
export const operatorNeeds = ['noFactor', 'awayLong', 'noPayoutKey'] as const

/** All accounts with how they are protected and used; no secret is in it. */
export const operatorList = endpoint({
  id: 'operator.list',
  path: '/api/operator/operators',
  access: 'operator',
  roles: ['administrator'],
  summary: 'All operators: role, state, last sign-in, second factors, sessions, payout key.',
  answer: z.object({
    items: z.array(
      operatorView.extend({
        state: z.enum(operatorStates),
        /** The account ID of the operator as a member, where there is one. */
        member: z.string().nullable(),
        createdAt: instant,
        /** Until when the set-up link works; null where there is none that does. */
        invitedUntil: instant.nullable(),
        endedAt: instant.nullable(),
        lastSignInAt: instant.nullable(),
        factors: z.array(
          z.object({ kind: z.enum(operatorFactors), addedAt: instant, usedAt: instant.nullable() }),
        ),
        /** Sessions that have neither ended nor run out. */
        openSessions: z.number().int(),
        /** The newest key, of those who approve payouts: SHA-256 of its 65 bytes. */
        payoutKey: z.object({ fingerprint: digest, registeredAt: instant }).nullable(),
        needs: z.array(z.enum(operatorNeeds)),
        /** An account of the demonstration, which cannot sign in anywhere else. */
        demo: z.boolean(),
      }),
    ),
  }),
})
