import type { OperatorRole } from '@banyan/domain'
import {
  operatorMe,
  operatorSetUp,
  operatorSignIn,
  operatorSignOut,
  wireIdOf,
} from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { sessionCookie } from '../platform/http/operator-session.ts'
import { operatorRoute, type Route, route } from '../platform/http/route.ts'
import { setUp } from './accounts.ts'
import { recordAct } from './acts.ts'
import type { OperatorContext } from './context.ts'
import { endSession } from './session-store.ts'
import { signIn } from './sessions.ts'
import { warningsFor } from './warnings.ts'

/** An operator's account on the wire. */
export const present = (operator: { id: string; name: string; role: OperatorRole }) => ({
  id: wireIdOf('opr', operator.id),
  name: operator.name,
  role: operator.role,
})

/** Operators' own calls. */
export function operatorRoutes(database: Database, context: OperatorContext): Route[] {
  return [
    route(operatorSetUp, async ({ body }) => {
      await setUp(database, context, body)
      return {}
    }),

    route(operatorSignIn, async ({ body, locale, userAgent }) => {
      const { token, live } = await signIn(database, context, { ...body, agent: userAgent })
      return {
        token,
        operator: present(live),
        expiresAt: live.session.expiresAt.toISOString(),
        factors: live.factors,
        warnings: await warningsFor(database, context, { role: live.role, locale }),
      }
    }),

    operatorRoute(operatorSignOut, async ({ caller, setCookie }) => {
      await inTransaction(database, async tx => {
        await endSession(tx, caller)
        await recordAct(tx, caller, { action: 'sign out', object: caller.name })
      })
      setCookie?.(sessionCookie(null, 0))
      return {}
    }),

    operatorRoute(operatorMe, async ({ caller, locale }) => ({
      ...present({ id: caller.operatorId, name: caller.name, role: caller.role }),
      warnings: await warningsFor(database, context, { role: caller.role, locale }),
    })),
  ]
}
