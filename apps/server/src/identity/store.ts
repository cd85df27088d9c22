import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { PaymentGuesses } from './payment-guesses.ts'

/** Reads alone or inside a transaction. */
export type Reader = Database | Tx

/** The facts about a member that logging in needs. */
export interface Credentials {
  memberId: string
  accountId: string
  nickname: string
  loginHash: string | null
  frozen: boolean
  /** The member has closed the account for good. */
  closed: boolean
}

/** A member's own view of themselves. */
export interface OwnFacts {
  id: string
  accountId: string
  nickname: string
  inviteCode: string
  inviterNickname: string | null
  createdAt: Date
}

export interface NewMember {
  id: string
  accountId: string
  nickname: string
  nicknameSkeleton: string
  inviteCode: string
  inviterId: string | null
  publicKey: Buffer | null
  loginHash: string | null
  paymentHash: string | null
  country: string
}

const credentials = (reader: Reader) =>
  reader
    .selectFrom('member')
    .select(['id as memberId', 'accountId', 'nickname', 'loginHash'])
    .select(eb => eb('frozenAt', 'is not', null).$castTo<boolean>().as('frozen'))
    .select(eb => eb('closedAt', 'is not', null).$castTo<boolean>().as('closed'))

/** The member of an account ID, or null. */
export const credentialsByAccountId = async (
  reader: Reader,
  accountId: string,
): Promise<Credentials | null> =>
  (await credentials(reader).where('accountId', '=', accountId).executeTakeFirst()) ?? null

/** The member of a public key, or null. */
export const credentialsByPublicKey = async (
  reader: Reader,
  publicKey: Buffer,
): Promise<Credentials | null> =>
  (await credentials(reader).where('publicKey', '=', publicKey).executeTakeFirst()) ?? null

/** Those of the members that exist. */
export const credentialsByIds = async (
  reader: Reader,
  ids: readonly string[],
): Promise<Credentials[]> =>
  ids.length === 0 ? [] : credentials(reader).where('id', 'in', ids).execute()

/** Nicknames by member. */
export async function nicknamesOf(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('member')
    .select(['id', 'nickname'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.id, row.nickname]))
}

/** The account ID of a member. */
export async function accountIdOf(reader: Reader, memberId: string): Promise<string> {
  const { accountId } = await reader
    .selectFrom('member')
    .select('accountId')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return accountId
}

/** All members after the given one, ordered by id. */
export async function membersAfter(
  reader: Reader,
  after: string | null,
  limit: number,
): Promise<string[]> {
  let query = reader.selectFrom('member').select('id').orderBy('id').limit(limit)
  if (after !== null) query = query.where('id', '>', after)
  return (await query.execute()).map(row => row.id)
}

/** The dates on which these members joined. Unknown ids are omitted. */
export async function joinedAmong(
  reader: Reader,
  memberIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await reader
    .selectFrom('member')
    .select(['id', 'createdAt'])
    .where('id', 'in', memberIds)
    .execute()
  return new Map(rows.map(row => [row.id, row.createdAt]))
}

/** The country that a member, who must exist, has declared. */
export async function countryOf(reader: Reader, memberId: string): Promise<string> {
  const { country } = await reader
    .selectFrom('member')
    .select('country')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return country
}

/** The members among these who have declared one of these countries. */
export async function declaredAmong(
  reader: Reader,
  memberIds: readonly string[],
  countries: readonly string[],
): Promise<Set<string>> {
  const rows = await reader
    .selectFrom('member')
    .select('id')
    .where('id', 'in', memberIds)
    .where('country', 'in', countries)
    .execute()
  return new Set(rows.map(row => row.id))
}

/** True when an operator has frozen the whole account. */
export async function isFrozen(reader: Reader, memberId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('member')
    .select('frozenAt')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.frozenAt != null
}

/**
 * Returns which of the members are closing their account. Locks their rows in the transaction of a
 * call: a closing waits for the call, and the call sees an earlier closing.
 */
export async function closingAmong(tx: Tx, memberIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; closing: boolean }>`
    select id, closing_at is not null as closing from member
    where id = any(${[...memberIds]}::uuid[]) order by id for share`.execute(tx)
  return new Set(rows.filter(row => row.closing).map(row => row.id))
}

/** The member's own facts, or undefined. */
export const ownFacts = (reader: Reader, memberId: string): Promise<OwnFacts | undefined> =>
  reader
    .selectFrom('member')
    .leftJoin('member as inviter', 'inviter.id', 'member.inviterId')
    .select([
      'member.id',
      'member.accountId',
      'member.nickname',
      'member.inviteCode',
      'inviter.nickname as inviterNickname',
      'member.createdAt',
    ])
    .where('member.id', '=', memberId)
    .executeTakeFirst()

/** The member behind an invitation code, or undefined. The code of a closed account is invalid. */
export const memberOfInviteCode = (reader: Reader, inviteCode: string) =>
  reader
    .selectFrom('member')
    .select(['id', 'nickname', 'inviterId'])
    .where('inviteCode', '=', inviteCode)
    .where('closedAt', 'is', null)
    .executeTakeFirst()

/**
 * Returns how many members joined by this member's code in the last 24 h. Locks the row so that the
 * count stays valid.
 */
export async function countInvitedToday(tx: Tx, inviterId: string): Promise<number> {
  await tx
    .selectFrom('member')
    .select('id')
    .where('id', '=', inviterId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { count } = await tx
    .selectFrom('member')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('inviterId', '=', inviterId)
    .where('createdAt', '>', sql<Date>`(select house_now() - interval '24 hours')`)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds a member. Returns false when one of the unique values is taken. */
export async function addMember(reader: Reader, member: NewMember): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await reader
    .insertInto('member')
    .values({ ...member, consentedAt: sql<Date>`house_now()` })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** True when a member has a nickname that looks like this. */
export async function isSkeletonTaken(reader: Reader, skeleton: string): Promise<boolean> {
  const row = await reader
    .selectFrom('member')
    .select('id')
    .where('nicknameSkeleton', '=', skeleton)
    .executeTakeFirst()
  return row !== undefined
}

export const inviteCodeOf = (reader: Reader, memberId: string) =>
  reader
    .selectFrom('member')
    .select('inviteCode')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

/** Locks the member's guesses; creates an empty row for the first one. */
export async function lockPaymentGuesses(tx: Tx, memberId: string): Promise<PaymentGuesses> {
  const locked = tx
    .selectFrom('paymentAttempt')
    .select(['wrongInRow', 'lockedUntil', 'wrongAt', 'resetNeeded'])
    .where('memberId', '=', memberId)
    .forUpdate()
  const known = await locked.executeTakeFirst()
  if (known) return known
  await tx
    .insertInto('paymentAttempt')
    .values({ memberId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return locked.executeTakeFirstOrThrow()
}

export async function savePaymentGuesses(
  tx: Tx,
  memberId: string,
  guesses: PaymentGuesses,
): Promise<void> {
  await tx
    .updateTable('paymentAttempt')
    .set({ ...guesses, wrongAt: [...guesses.wrongAt] })
    .where('memberId', '=', memberId)
    .execute()
}

/** Returns false and changes nothing when the guesses are no longer those of before. */
export async function replacePaymentGuesses(
  database: Database,
  memberId: string,
  before: PaymentGuesses,
  after: PaymentGuesses,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('paymentAttempt')
    .set({ ...after, wrongAt: [...after.wrongAt] })
    .where('memberId', '=', memberId)
    .where('wrongInRow', '=', before.wrongInRow)
    .where(sql<boolean>`locked_until is not distinct from ${before.lockedUntil}`)
    .where(sql<boolean>`wrong_at = ${[...before.wrongAt]}::timestamptz[]`)
    .where('resetNeeded', '=', before.resetNeeded)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores a challenge for `seconds` and returns its end. */
export async function addChallenge(
  reader: Reader,
  challenge: {
    nonce: Buffer
    publicKey: Buffer
    purpose: string
    origin: string
    seconds: number
  },
): Promise<Date> {
  const { seconds, ...row } = challenge
  const { expiresAt } = await reader
    .insertInto('challenge')
    .values({ ...row, expiresAt: sql<Date>`house_now() + make_interval(secs => ${seconds})` })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return expiresAt
}

/** Deletes a live challenge. Returns its origin, or null when there is no such challenge. */
export async function takeChallenge(
  tx: Tx,
  named: { nonce: Buffer; publicKey: Buffer; purpose: string },
): Promise<string | null> {
  const row = await tx
    .deleteFrom('challenge')
    .where('nonce', '=', named.nonce)
    .where('publicKey', '=', named.publicKey)
    .where('purpose', '=', named.purpose)
    .where('expiresAt', '>', sql<Date>`house_now()`)
    .returning('origin')
    .executeTakeFirst()
  return row?.origin ?? null
}

/** Deletes the challenges that were not answered in time. */
export async function dropOldChallenges(database: Database): Promise<void> {
  // The sub-select is evaluated once, so the index on the end can be used.
  await database
    .deleteFrom('challenge')
    .where('expiresAt', '<', sql<Date>`(select house_now())`)
    .execute()
}
