import type { OperatorRole } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { announceToOperators } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { recordAct } from './acts.ts'
import { refuseStale } from './sessions.ts'

/** The public key that verifies an operator's approvals of payouts. */
export interface PayoutKey {
  name: string
  role: OperatorRole
  publicKey: string
  registeredAt: Date
}

/** An uncompressed point: 65 bytes that begin with 4. */
const SHAPE = /^B[A-Za-z0-9_-]{86}$/

/** The key that an operator registered last, or null. */
export async function payoutKeyOf(
  reader: Database | Tx,
  operatorId: string,
): Promise<string | null> {
  const row = await reader
    .selectFrom('operatorPayoutKey')
    .select('publicKey')
    .where('operatorId', '=', operatorId)
    .orderBy('registeredAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.publicKey ?? null
}

/** The newest key of every reviewer and treasurer whose account has not ended. */
export async function payoutKeys(reader: Database | Tx): Promise<PayoutKey[]> {
  const { rows } = await sql<PayoutKey>`
    select distinct on (operator.name) name, role, public_key, registered_at
    from operator_payout_key join operator on operator.id = operator_id
    where role in ('reviewer', 'treasurer') and disabled_at is null
    order by operator.name, registered_at desc`.execute(reader)
  return rows
}

/**
 * Registers the key that the caller signs with from now on. Throws `operatorSignInStale` for an
 * older session, `payoutKeyWrong` for a value that is no point of the curve, `payoutKeyTaken` for
 * another operator's key.
 */
export async function registerPayoutKey(
  tx: Tx,
  operator: Operator,
  publicKey: string,
): Promise<PayoutKey> {
  const { operatorId, name, role } = operator
  const registeredAt = await systemNow(tx)
  await refuseStale(tx, operator)
  if (!SHAPE.test(publicKey) || !(await isOnCurve(publicKey))) refuse('payoutKeyWrong')
  const other = await tx
    .selectFrom('operatorPayoutKey')
    .select('operatorId')
    .where('publicKey', '=', publicKey)
    .where('operatorId', '<>', operatorId)
    .executeTakeFirst()
  if (other) refuse('payoutKeyTaken')
  await tx.insertInto('operatorPayoutKey').values({ operatorId, registeredAt, publicKey }).execute()
  await announceToOperators(tx, 'payouts')
  await recordAct(tx, operator, {
    action: 'register payout key',
    object: name,
    after: { publicKey },
  })
  return { name, role, publicKey, registeredAt }
}

async function isOnCurve(publicKey: string): Promise<boolean> {
  const bytes = Buffer.from(publicKey, 'base64url')
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  return crypto.subtle.importKey('raw', bytes, curve, true, ['verify']).then(
    () => true,
    () => false,
  )
}
