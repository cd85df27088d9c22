import type { PasswordKind, ResetProof } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Reader } from './store.ts'

const columnOf = { login: 'loginHash', payment: 'paymentHash' } as const

/** The stored hash of a password; null for members that cannot act. */
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

/** Puts another hash in the place of the one that was compared; false when that is gone. */
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

/** Puts a hash in the place of whatever was there. Answers what it replaced. */
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

/** Notes that one of a member's passwords is another one from now on. */
export async function notePasswordChange(tx: Tx, memberId: string): Promise<void> {
  await tx
    .updateTable('member')
    .set({ passwordsChangedAt: sql<Date>`house_now()` })
    .where('id', '=', memberId)
    .execute()
}

/** When one of a member's passwords last became another one; null where none ever did. */
export async function passwordsChangedAt(reader: Reader, memberId: string): Promise<Date | null> {
  const row = await reader
    .selectFrom('member')
    .select('passwordsChangedAt')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.passwordsChangedAt ?? null
}

/** A new payment password has not been guessed at yet. */
export async function forgetPaymentGuesses(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('paymentAttempt').where('memberId', '=', memberId).execute()
}

/** A reset of a password, and what it takes to undo it. */
export interface PasswordReset {
  id: string
  memberId: string
  password: PasswordKind
  proof: ResetProof
  madeAt: Date
  cancellableUntil: Date
  replacedHash: string
}

/** Resets that can be cancelled now: none of them cancelled, none too old. */
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

/** Marks a reset and every later one of the same password as cancelled; false when it is no longer cancellable. */
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

/** Forgets the replaced hashes that nobody can bring back any more. */
export async function dropReplacedHashes(database: Database): Promise<void> {
  await database
    .updateTable('passwordReset')
    .set({ replacedHash: null })
    .where('replacedHash', 'is not', null)
    .where('cancellableUntil', '<=', sql<Date>`(select house_now())`)
    .execute()
}
