import { randomBytes } from 'node:crypto'
import type { OperatorRole } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import { isDemoName, setUpWith } from './accounts.ts'
import { findGrants, insertGrant } from './grant-store.ts'
import {
  endSessionsOf,
  insertOperator,
  lockOperator,
  lockOperators,
  type OperatorRow,
  operatorOfMember,
  operatorsOf,
  saveOperator,
} from './store.ts'

/** What two administrators agree on: an account for somebody, or another role for one who is there. */
export interface AskedGrant {
  name: string
  role: OperatorRole
  memberId: string | null
}

/** Two administrators have to remain who can agree on anything. */
const ADMINISTRATORS = 2

/**
 * Keeps what is proposed and answers its id. Refuses `operatorThere`, `operatorEnded`,
 * `operatorMemberTaken`, `administratorsTooFew`: what would stand against it when it is approved.
 */
export async function writeGrant(tx: Tx, asked: AskedGrant): Promise<string> {
  const known = await checkGrant(tx, asked)
  const id = newUuid()
  await insertGrant(tx, { id, ...asked, roleBefore: known?.role ?? null })
  return id
}

/**
 * Carries out a grant that another administrator has approved; answers the secret that chooses the
 * password of who has none yet, else null. Refuses as `writeGrant`, and `proposalAboutYou` to the
 * operator whom it is about: nobody decides on the own role. Security 4.11.
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

/** Whoever is there under the name; refuses what no two people can agree on. */
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
  if (known?.role === 'administrator' && known.passwordHash !== null) {
    const administrators = (await operatorsOf(tx, 'administrator')).filter(
      one => one.passwordHash !== null && isDemoName(one.name) === isDemoName(name),
    )
    if (administrators.length <= ADMINISTRATORS) refuse('administratorsTooFew')
  }
  return known
}
