import { randomBytes } from 'node:crypto'
import type { OperatorRole } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import { isDemoName, setUpWith } from './accounts.ts'
import { findGrants, insertGrant } from './grant-store.ts'
import { endSessionsOf } from './session-store.ts'
import {
  insertOperator,
  lockOperator,
  lockOperators,
  type OperatorRow,
  operatorOfMember,
  operatorsOf,
  saveOperator,
} from './store.ts'

/**
 * What two administrators agree on: an account for a person, or another role for an existing one.
 */
export interface AskedGrant {
  name: string
  role: OperatorRole
  memberId: string | null
}

/** At least two administrators must remain, so that they can agree on anything. */
const ADMINISTRATORS = 2

/**
 * Stores a proposed grant and returns its id. Throws what an approval would throw now:
 * `operatorThere`, `operatorEnded`, `operatorMemberTaken`, `administratorsTooFew`.
 */
export async function writeGrant(tx: Tx, asked: AskedGrant): Promise<string> {
  const known = await checkGrant(tx, asked)
  const id = newUuid()
  await insertGrant(tx, { id, ...asked, roleBefore: known?.role ?? null })
  return id
}

/**
 * Carries out a grant that another administrator has approved. Returns the secret that chooses the
 * password of an operator who has none yet, otherwise null. Throws what `writeGrant` throws, and
 * `proposalAboutYou` to the operator whom it concerns: nobody decides on their own role. Security
 * 4.11.
 */
export async function carryOutGrant(
  tx: Tx,
  grantId: string,
  approver: Operator,
): Promise<string | null> {
  const [grant] = await findGrants(tx, [grantId])
  if (!grant) return refuse('notFound')
  if (grant.name === approver.name) refuse('proposalAboutYou')
  const known = await checkGrant(tx, grant)
  if (known && known.passwordHash !== null) {
    await saveOperator(tx, known.id, { role: grant.role })
    await endSessionsOf(tx, known.id)
    return null
  }
  const now = await systemNow(tx)
  const secret = randomBytes(24).toString('base64url')
  const until = setUpWith(secret, now)
  if (known) await saveOperator(tx, known.id, { role: grant.role, ...until })
  else {
    const { name, role, memberId } = grant
    await insertOperator(tx, {
      id: newUuid(now.getTime()),
      name,
      role,
      memberId,
      createdAt: now,
      ...until,
    })
  }
  return secret
}

/** The operator of that name, if there is one. Refuses what no two people can agree on. */
async function checkGrant(
  tx: Tx,
  { name, role, memberId }: AskedGrant,
): Promise<OperatorRow | undefined> {
  await lockOperators(tx)
  const known = await lockOperator(tx, name)
  if (known?.disabledAt) refuse('operatorEnded', { name })
  if (known?.role === role && known.passwordHash !== null) refuse('operatorThere', { name })
  const holder = memberId === null ? undefined : await operatorOfMember(tx, memberId)
  if (holder && holder.name !== name) refuse('operatorMemberTaken')
  if (known) await refuseLastAdministrators(tx, known)
  return known
}

/** Refuses to take the role from an administrator when fewer than two would remain. */
export async function refuseLastAdministrators(tx: Tx, operator: OperatorRow): Promise<void> {
  if (operator.role !== 'administrator' || operator.passwordHash === null) return
  const administrators = (await operatorsOf(tx, 'administrator')).filter(
    one => one.passwordHash !== null && isDemoName(one.name) === isDemoName(operator.name),
  )
  if (administrators.length <= ADMINISTRATORS) refuse('administratorsTooFew')
}
