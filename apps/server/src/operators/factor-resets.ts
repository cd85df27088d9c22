import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import { factorsOf, removeFactors } from './factor-store.ts'
import { endSessionsOf } from './session-store.ts'
import { lockOperator, type OperatorRow } from './store.ts'

/** That an operator's second factors are removed, because they were lost. */
export interface FactorReset {
  id: string
  name: string
  why: string
}

/**
 * Stores what is proposed and returns its id. Throws what an approval would throw now:
 * `operatorUnknown`, `operatorFactorNone`.
 */
export async function writeFactorReset(
  tx: Tx,
  { name, why }: { name: string; why: string },
): Promise<string> {
  const operator = await withFactors(tx, name)
  const id = newUuid()
  await tx.insertInto('operatorFactorReset').values({ id, operatorId: operator.id, why }).execute()
  return id
}

/**
 * Removes the factors and ends all sessions: the operator signs in with the password and adds a
 * new factor. Throws what `writeFactorReset` throws, and `proposalAboutYou` to that operator.
 */
export async function carryOutFactorReset(tx: Tx, id: string, approver: Operator): Promise<void> {
  const [reset] = await factorResets(tx, [id])
  if (!reset) return refuse('notFound')
  if (reset.name === approver.name) refuse('proposalAboutYou')
  const operator = await withFactors(tx, reset.name)
  await removeFactors(tx, operator.id, { at: await systemNow(tx) })
  await endSessionsOf(tx, operator.id)
}

export const factorResets = async (
  reader: Database | Tx,
  ids: readonly string[],
): Promise<FactorReset[]> =>
  ids.length === 0
    ? []
    : reader
        .selectFrom('operatorFactorReset')
        .innerJoin('operator', 'operator.id', 'operatorFactorReset.operatorId')
        .select(['operatorFactorReset.id', 'operator.name', 'operatorFactorReset.why'])
        .where('operatorFactorReset.id', 'in', ids)
        .execute()

async function withFactors(tx: Tx, name: string): Promise<OperatorRow> {
  const operator = await lockOperator(tx, name)
  if (!operator || operator.disabledAt !== null) return refuse('operatorUnknown', { name })
  if ((await factorsOf(tx, operator.id)).length === 0) refuse('operatorFactorNone', { name })
  return operator
}
