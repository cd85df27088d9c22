import type { AnswerOf, operatorFactorList } from '@banyan/domain'
import { wireIdOf } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { recordAct } from './acts.ts'
import type { OperatorContext } from './context.ts'
import { factorsOf, removeFactors } from './factor-store.ts'
import { proveSession } from './session-store.ts'
import { refuseStale, sessionOf } from './sessions.ts'
import { isRecent, RECENT_MINUTES } from './standing.ts'
import { lockOperator } from './store.ts'

/** The caller's second factors, and when one was last proven in this session. */
export async function ownFactors(
  database: Database,
  operator: Operator,
): Promise<AnswerOf<typeof operatorFactorList>> {
  const { session } = await sessionOf(database, operator)
  const rows = await factorsOf(database, operator.operatorId)
  return {
    items: rows.map(({ id, kind, label, addedAt, usedAt }) => ({
      id: wireIdOf('opf', id),
      kind,
      label,
      addedAt: addedAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    provenAt: session.provenAt?.toISOString() ?? null,
  }
}

/**
 * Refuses to add a factor in a session that does not prove enough: the first one needs a fresh
 * sign-in, any other one a factor that was just proven. Whoever has only the password, or finds an
 * open session, cannot add a factor beside the operator's.
 */
export async function refuseToAdd(reader: Database | Tx, operator: Operator): Promise<void> {
  const { factors, session, now } = await sessionOf(reader, operator)
  if (factors.length === 0) return refuseStale(reader, operator)
  if (!isRecent(session.provenAt, now)) refuse('operatorFactorStale', { minutes: RECENT_MINUTES })
}

/** Notes in the session and in the log that a factor was proven. */
export async function noteProven(
  tx: Tx,
  operator: Operator,
  { at, action, object }: { at: Date; action: string; object: string },
): Promise<{ provenAt: string }> {
  await proveSession(tx, operator.sessionId, at)
  await recordAct(tx, operator, { action, object })
  return { provenAt: at.toISOString() }
}

/** Removes one of the caller's factors. Throws `notFound`, or `operatorFactorLast`. */
export const removeOwnFactor = (
  database: Database,
  operator: Operator,
  { id, isOptional }: { id: string; isOptional: OperatorContext['factorsOptional'] },
): Promise<void> =>
  inTransaction(database, async tx => {
    // Two removals at once are one after the other, so that one factor remains.
    await lockOperator(tx, operator.name)
    const rows = await factorsOf(tx, operator.operatorId)
    const factor = rows.find(one => one.id === id)
    if (!factor) return refuse('notFound')
    if (rows.length === 1 && !isOptional) refuse('operatorFactorLast')
    await removeFactors(tx, operator.operatorId, { at: await systemNow(tx), id })
    const object = wireIdOf('opf', id)
    await recordAct(tx, operator, { action: `remove ${factor.kind}`, object })
  })
