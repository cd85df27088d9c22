import {
  consoleState,
  endOperatorSession,
  endOtherOperatorSessions,
  type Locale,
  lockConsole,
  openConsole,
  ownOperatorSessions,
  unlockConsole,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { sessionCookie } from '../platform/http/operator-session.ts'
import { type Operator, operatorRoute, type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { recordAct } from './acts.ts'
import type { OperatorContext } from './context.ts'
import { present } from './routes.ts'
import {
  endSession,
  endSessionsOf,
  type LiveSession,
  lockSession,
  type SessionRow,
  sessionsOf,
} from './session-store.ts'
import { sessionOf, signIn, unlock } from './sessions.ts'
import { IDLE_MINUTES, isIdle, SESSION_HOURS } from './standing.ts'
import { warningsFor } from './warnings.ts'

/** Calls of the console about its own session, and of every operator about theirs. */
export function consoleRoutes(database: Database, context: OperatorContext): Route[] {
  const view = async (live: LiveSession, locale: Locale) => {
    const { session, factors, now, role } = live
    const { lastSeenAt, expiresAt, provenAt } = session
    return {
      operator: present(live),
      warnings: await warningsFor(database, context, { role, locale }),
      expiresAt: expiresAt.toISOString(),
      locksAt: new Date(lastSeenAt.getTime() + IDLE_MINUTES * 60_000).toISOString(),
      locked: isIdle(lastSeenAt, now),
      factors,
      provenAt: provenAt?.toISOString() ?? null,
      factorNeeded: !context.factorsOptional,
    }
  }
  return [
    route(openConsole, async ({ body, locale, userAgent, setCookie }) => {
      const asked = { ...body, kind: 'console' as const, agent: userAgent }
      const { token, live } = await signIn(database, context, asked)
      setCookie?.(sessionCookie(token, SESSION_HOURS * 3_600))
      return view(live, locale)
    }),

    operatorRoute(consoleState, async ({ caller, locale }) =>
      view(await sessionOf(database, caller), locale),
    ),

    operatorRoute(unlockConsole, async ({ caller, body, locale }) => {
      await unlock(database, context, { operator: caller, password: body.password })
      return view(await sessionOf(database, caller), locale)
    }),

    operatorRoute(lockConsole, async ({ caller }) => {
      await inTransaction(database, tx => lockSession(tx, caller, IDLE_MINUTES))
      return {}
    }),

    operatorRoute(ownOperatorSessions, async ({ caller }) => ({
      items: (await sessionsOf(database, caller.operatorId)).flatMap(
        row => line(row, caller) ?? [],
      ),
    })),

    operatorRoute(endOperatorSession, async ({ caller, params }) => {
      await inTransaction(database, async tx => {
        const which = { operatorId: caller.operatorId, sessionId: uuidOf(params.id) }
        if (!(await endSession(tx, which))) refuse('notFound')
        await recordAct(tx, caller, { action: 'end session', object: params.id })
      })
      return {}
    }),

    operatorRoute(endOtherOperatorSessions, async ({ caller }) =>
      inTransaction(database, async tx => {
        const ended = await endSessionsOf(tx, caller.operatorId, caller.sessionId)
        await recordAct(tx, caller, { action: 'end other sessions', object: caller.name })
        return { ended }
      }),
    ),
  ]
}

/** A session as its operator sees it; a tool's that was not used has ended. */
function line(row: SessionRow, { sessionId, standing }: Operator) {
  const locked = isIdle(row.lastSeenAt, standing.now)
  if (locked && row.kind === 'tool') return null
  return {
    id: wireIdOf('ops', row.id),
    kind: row.kind,
    agent: row.agent,
    signedInAt: row.signedInAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    locked,
    own: row.id === sessionId,
  }
}
