import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, rule, wireId } from '../contract/wire.ts'
import { device, operatorView, warnings } from './endpoints.ts'
import { operatorFactors, operatorRoles } from './roles.ts'

const password = z.string(rule('required')).min(1, rule('required')).max(128, rule('tooLong'))

/** What a session of the console is, as its page asks after every load. */
const consoleSession = z.object({
  operator: operatorView,
  warnings,
  /** The session ends at this time in any case. */
  expiresAt: instant,
  /** Without a call until this time it is locked, and asks for the password. */
  locksAt: instant,
  locked: z.boolean(),
  /** The second factors of the account; where there are any, one is proven before anything else. */
  factors: z.array(z.enum(operatorFactors)),
  /** When a second factor was last proven in this session. */
  provenAt: instant.nullable(),
  /** True where the account needs a second factor for what moves money. */
  factorNeeded: z.boolean(),
})

/**
 * Signs in to the console. The token is in a cookie that its pages cannot read. Needs the header
 * `X-Banyan-Console: 1`, like every call with that cookie.
 */
export const openConsole = endpoint({
  id: 'operator.openConsole',
  method: 'POST',
  path: '/api/operator/console/session',
  access: 'public',
  summary: 'Sign in to the console; the session is kept in a cookie.',
  body: z.strictObject({ name: operatorView.shape.name, password, ...device }),
  answer: consoleSession,
  refusals: ['operatorSignInFailed', 'operatorSignInLocked', 'operatorPageForeign'],
})

/** Reading it is no use of the session: it locks all the same. */
export const consoleState = endpoint({
  id: 'operator.console',
  path: '/api/operator/console/session',
  access: 'operator',
  roles: operatorRoles,
  proof: 'opened',
  summary: "The console's session: who is signed in, whether it is locked, what it has proven.",
  answer: consoleSession,
})

export const unlockConsole = endpoint({
  id: 'operator.unlockConsole',
  method: 'POST',
  path: '/api/operator/console/session/unlock',
  access: 'operator',
  roles: operatorRoles,
  proof: 'opened',
  summary: 'Unlock an idle session with the password.',
  body: z.strictObject({ password }),
  answer: consoleSession,
  refusals: ['operatorSignInFailed', 'operatorSignInLocked'],
})

/** An operator who leaves the desk locks all pages of the session, in every tab. */
export const lockConsole = endpoint({
  id: 'operator.lockConsole',
  method: 'POST',
  path: '/api/operator/console/session/lock',
  access: 'operator',
  roles: operatorRoles,
  proof: 'opened',
  summary: 'Lock the session now, as if it had been idle; the password unlocks it.',
  answer: z.object({}),
})

export const ownOperatorSessions = endpoint({
  id: 'operator.sessions',
  path: '/api/operator/sessions',
  access: 'operator',
  roles: operatorRoles,
  summary: "The caller's own sessions that have not ended, the newest first.",
  answer: z.object({
    items: z.array(
      z.object({
        id: wireId('ops'),
        /** `console` is a browser, `tool` a program with a token. */
        kind: z.enum(['console', 'tool']),
        /** The browser or program, as it names itself. */
        agent: z.string().nullable(),
        signedInAt: instant,
        lastSeenAt: instant,
        expiresAt: instant,
        locked: z.boolean(),
        /** The session that the call is made with. */
        own: z.boolean(),
      }),
    ),
  }),
})

export const endOperatorSession = endpoint({
  id: 'operator.endSession',
  method: 'POST',
  path: '/api/operator/sessions/:id/end',
  access: 'operator',
  roles: operatorRoles,
  summary: "End one of the caller's own sessions.",
  params: z.strictObject({ id: wireId('ops') }),
  answer: z.object({}),
})

export const endOtherOperatorSessions = endpoint({
  id: 'operator.endOtherSessions',
  method: 'POST',
  path: '/api/operator/sessions/end-others',
  access: 'operator',
  roles: operatorRoles,
  summary: "End all of the caller's own sessions but this one.",
  answer: z.object({ ended: z.number().int() }),
})
