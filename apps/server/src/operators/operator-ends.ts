import type { OperatorRole } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import { refuseLastAdministrators } from './grants.ts'
import { endSessionsOf } from './session-store.ts'
import { lockOperator, lockOperators, type OperatorRow, saveOperator } from './store.ts'

/** That an operator's account ends. */
export interface OperatorEnd {
  id: string
  name: string
  role: OperatorRole
  why: string
}

/**
 * Stores what is proposed and returns its id. Throws what an approval would throw now:
 * `operatorUnknown`, `administratorsTooFew`.
 */
export async function writeOperatorEnd(
  tx: Tx,
  { name, why }: { name: string; why: string },
): Promise<string> {
  const operator = await stillThere(tx, name)
  const id = newUuid()
  await tx.insertInto('operatorEnd').values({ id, operatorId: operator.id, why }).execute()
  return id
}

/**
 * Ends the account and all its sessions; its name is not given again. Throws what
 * `writeOperatorEnd` throws, and `proposalAboutYou` to that operator.
 */
export async function carryOutOperatorEnd(tx: Tx, id: string, approver: Operator): Promise<void> {
  const [end] = await operatorEnds(tx, [id])
  if (!end) return refuse('notFound')
  if (end.name === approver.name) refuse('proposalAboutYou')
  const operator = await stillThere(tx, end.name)
  await saveOperator(tx, operator.id, { disabledAt: await systemNow(tx) })
  await endSessionsOf(tx, operator.id)
}

export const operatorEnds = async (
  reader: Database | Tx,
  ids: readonly string[],
): Promise<OperatorEnd[]> =>
  ids.length === 0
    ? []
    : reader
        .selectFrom('operatorEnd')
        .innerJoin('operator', 'operator.id', 'operatorEnd.operatorId')
        .select(['operatorEnd.id', 'operator.name', 'operatorEnd.why'])
        .select(eb => eb.ref('operator.role').$castTo<OperatorRole>().as('role'))
        .where('operatorEnd.id', 'in', ids)
        .execute()

async function stillThere(tx: Tx, name: string): Promise<OperatorRow> {
  await lockOperators(tx)
  const operator = await lockOperator(tx, name)
  if (!operator || operator.disabledAt !== null) return refuse('operatorUnknown', { name })
  await refuseLastAdministrators(tx, operator)
  return operator
}
