import type { PasswordKind, ResetProof } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Reader } from './store.ts'

const columnOf = { login: 'loginHash', payment: 'paymentHash' } as const

/** The stored hash of a password; null for members who cannot act. */
export async function hashOf(
  reader: Reader,
  memberId: string,
  password: PasswordKind,
): Promise<string | null> {
  const row = await reader
    .selectFrom('member')
    .select(['loginHash', 'paymentHash'])
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.[columnOf[password]] ?? null
}

/** Replaces the hash that was compared. Returns false when it is no longer there. */
export async function replaceHash(
  reader: Reader,
  memberId: string,
  password: PasswordKind,
  hashes: { before: string; after: string },
): Promise<boolean> {
  const column = columnOf[password]
  const { numUpdatedRows } = await reader
    .updateTable('member')
    .set({ [column]: hashes.after })
    .where('id', '=', memberId)
    .where(column, '=', hashes.before)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Replaces the stored hash, whatever it is. Returns the replaced one. */
export async function overwriteHash(
  tx: Tx,
  memberId: string,
  password: PasswordKind,
  hash: string,
): Promise<string | null> {
  const column = columnOf[password]
  const row = await tx
    .selectFrom('member')
    .select(column)
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('member')
    .set({ [column]: hash })
    .where('id', '=', memberId)
    .execute()
  return (row as Record<string, string | null>)[column] ?? null
}

/** Stores that one of a member's passwords changed now. */
export async function notePasswordChange(tx: Tx, memberId: string): Promise<void> {
  await tx
    .updateTable('member')
    .set({ passwordsChangedAt: sql<Date>`house_now()` })
    .where('id', '=', memberId)
    .execute()
}

/** When one of a member's passwords last changed; null if never. */
export async function passwordsChangedAt(reader: Reader, memberId: string): Promise<Date | null> {
  const row = await reader
    .selectFrom('member')
    .select('passwordsChangedAt')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.passwordsChangedAt ?? null
}

/** Deletes the guesses at the payment password, because a new one has none. */
export async function forgetPaymentGuesses(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('paymentAttempt').where('memberId', '=', memberId).execute()
}

/** A reset of a password with the data needed to undo it. */
export interface PasswordReset {
  id: string
  memberId: string
  password: PasswordKind
  proof: ResetProof
  madeAt: Date
  cancellableUntil: Date
  replacedHash: string
}

/** Resets that can be cancelled now: not cancelled yet and not too old. */
const cancellable = (reader: Reader) =>
  reader
    .selectFrom('passwordReset')
    .select(['id', 'memberId', 'password', 'proof', 'madeAt', 'cancellableUntil', 'replacedHash'])
    .where('cancelledAt', 'is', null)
    .where('replacedHash', 'is not', null)
    .where('cancellableUntil', '>', sql<Date>`(select house_now())`)
    .$narrowType<{ replacedHash: string; password: PasswordKind; proof: ResetProof }>()

export const cancellableResets = (reader: Reader, memberId: string): Promise<PasswordReset[]> =>
  cancellable(reader).where('memberId', '=', memberId).orderBy('madeAt').execute()

export const cancellableReset = (reader: Reader, id: string): Promise<PasswordReset | undefined> =>
  cancellable(reader).where('id', '=', id).executeTakeFirst()

export async function addReset(
  tx: Tx,
  reset: Omit<PasswordReset, 'replacedHash'> & { replacedHash: string | null },
): Promise<void> {
  await tx.insertInto('passwordReset').values(reset).execute()
}

/**
 * Marks a reset and every later one of the same password as cancelled. Returns false when it can no
 * longer be cancelled.
 */
export async function cancelFrom(tx: Tx, reset: PasswordReset): Promise<boolean> {
  const rows = await tx
    .updateTable('passwordReset')
    .set({ cancelledAt: sql<Date>`house_now()`, replacedHash: null })
    .where('memberId', '=', reset.memberId)
    .where('password', '=', reset.password)
    .where('madeAt', '>=', reset.madeAt)
    .where('cancelledAt', 'is', null)
    .where('cancellableUntil', '>', sql<Date>`house_now()`)
    .returning('id')
    .execute()
  return rows.some(row => row.id === reset.id)
}

/** Deletes the replaced hashes that can no longer be restored. */
export async function dropReplacedHashes(database: Database): Promise<void> {
  await database
    .updateTable('passwordReset')
    .set({ replacedHash: null })
    .where('replacedHash', 'is not', null)
    .where('cancellableUntil', '<=', sql<Date>`(select house_now())`)
    .execute()
}

/** How many passwords are hashed like this pattern: those in use, and those that an undone reset restores. */
export async function countHashes(reader: Reader, pattern: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from member where login_hash like ${pattern})
      + (select count(*) from member where payment_hash like ${pattern})
      + (select count(*) from password_reset where replaced_hash like ${pattern}) as count`.execute(
    reader,
  )
  return rows[0]?.count ?? 0
}
