import type { OperatorRole } from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { announceToOperators } from '../platform/outbox/announce.ts'
import type { Operator as OperatorTable } from './generated.ts'

export type OperatorRow = Omit<Selectable<OperatorTable>, 'role'> & { role: OperatorRole }
type Reader = Database | Tx

export async function insertOperator(
  tx: Tx,
  row: Pick<OperatorRow, 'id' | 'name' | 'role' | 'memberId' | 'createdAt'> &
    Partial<Pick<OperatorRow, 'passwordHash' | 'secretHash' | 'secretUntil'>>,
): Promise<OperatorRow> {
  return (await tx
    .insertInto('operator')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()) as OperatorRow
}

/** Replaces the hash of a password unless it was replaced meanwhile; returns whether it did. */
export async function replacePasswordHash(
  database: Database,
  id: string,
  { before, after }: { before: string; after: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('operator')
    .set({ passwordHash: after })
    .where('id', '=', id)
    .where('passwordHash', '=', before)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function operatorByName(
  reader: Reader,
  name: string,
): Promise<OperatorRow | undefined> {
  return (await reader
    .selectFrom('operator')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst()) as OperatorRow | undefined
}

/**
 * Arbitrators who are set up and not ended, with their last sign-in, and whether it is older than
 * so many days.
 */
export async function arbitratorsWithSignIn(
  reader: Reader,
  days: number,
): Promise<
  {
    operatorId: string
    memberId: string | null
    name: string
    signedInAt: Date | null
    isLate: boolean
  }[]
> {
  const { rows } = await sql<Awaited<ReturnType<typeof arbitratorsWithSignIn>>[number]>`
    select o.id as operator_id, o.member_id, o.name, s.at as signed_in_at,
      coalesce(s.at <= house_now() - ${days} * interval '1 day', true) as is_late
    from operator o left join lateral (
      select max(signed_in_at) as at from operator_session where operator_id = o.id) s on true
    where o.role = 'arbitrator' and o.disabled_at is null and o.password_hash is not null
    order by o.name`.execute(reader)
  return rows
}

/** Operators of a role whose accounts have not ended. */
export async function operatorsOf(reader: Reader, role: OperatorRole): Promise<OperatorRow[]> {
  return (await reader
    .selectFrom('operator')
    .selectAll()
    .where('role', '=', role)
    .where('disabledAt', 'is', null)
    .execute()) as OperatorRow[]
}

export async function lockOperator(tx: Tx, name: string): Promise<OperatorRow | undefined> {
  return (await tx
    .selectFrom('operator')
    .selectAll()
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()) as OperatorRow | undefined
}

export async function saveOperator(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<OperatorRow, 'passwordHash' | 'secretHash' | 'secretUntil' | 'disabledAt' | 'role'>
  >,
): Promise<void> {
  await tx.updateTable('operator').set(change).where('id', '=', id).execute()
  // Another role hears of other things, and who has ended of nothing.
  await announceToOperators(tx, 'operatorSession', id)
}

/** Serializes changes of operators, because each of them counts those who remain. */
export async function lockOperators(tx: Tx): Promise<void> {
  await holdLock(tx, 'operators')
}

/** The account of an operator who is this member. */
export async function operatorOfMember(
  reader: Reader,
  memberId: string,
): Promise<OperatorRow | undefined> {
  return (await reader
    .selectFrom('operator')
    .selectAll()
    .where('memberId', '=', memberId)
    .executeTakeFirst()) as OperatorRow | undefined
}

/** Every account of a role that was ever set up, including those that have ended. */
export async function everSetUp(reader: Reader, role: OperatorRole): Promise<string[]> {
  const rows = await reader
    .selectFrom('operator')
    .select('name')
    .where('role', '=', role)
    .where('passwordHash', 'is not', null)
    .execute()
  return rows.map(row => row.name)
}

/** True when the operator has chosen their password, or signed in, on this device. */
export async function isOnDevice(
  reader: Reader,
  operatorId: string,
  deviceHash: Buffer,
): Promise<boolean> {
  const row = await reader
    .selectFrom('operatorDevice')
    .select('operatorId')
    .where('operatorId', '=', operatorId)
    .where('deviceHash', '=', deviceHash)
    .executeTakeFirst()
  return row !== undefined
}

export async function keepDevice(tx: Tx, operatorId: string, deviceHash: Buffer): Promise<void> {
  await tx
    .insertInto('operatorDevice')
    .values({ operatorId, deviceHash })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** How many passwords of accounts that have not ended are hashed like this pattern. */
export async function countOperatorHashes(reader: Reader, pattern: string): Promise<number> {
  const { count } = await reader
    .selectFrom('operator')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('passwordHash', 'like', pattern)
    .where('disabledAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
