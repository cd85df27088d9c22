import { type CodePurpose, codeTerms, type Locale } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'

export type Reader = Database | Tx

/** Everything that a code is bound to, in stored form. */
export interface CodeName {
  /** A hash of the member, or of the account ID as it was typed. */
  account: Buffer
  purpose: CodePurpose
  /** Blind indexes of the address, the current one first: while a key is rotated there are two. */
  addresses: readonly [Buffer, ...Buffer[]]
}

const hourAgo = sql<Date>`(select house_now() - interval '1 hour')`

/**
 * Serializes requests per account and per address, because limits are counts and a count has no
 * lock.
 */
export async function lockAsking(tx: Tx, { account, addresses }: CodeName): Promise<void> {
  for (const key of [account, ...[...addresses].sort(Buffer.compare)])
    await sql`select pg_advisory_xact_lock(hashtextextended(${`codes of ${key.toString('hex')}`}, 0))`.execute(
      tx,
    )
}

/** When this very code was last asked for, used or not. */
export async function lastAsked(tx: Tx, name: CodeName): Promise<Date | null> {
  const row = await tx
    .selectFrom('emailCode')
    .select('askedAt')
    .where('account', '=', name.account)
    .where('purpose', '=', name.purpose)
    .where('address', 'in', name.addresses)
    .orderBy('askedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.askedAt ?? null
}

/**
 * When an account asked for codes within the hour, newest first; only for one address if it is
 * given.
 */
export const askedLastHour = (
  tx: Tx,
  by: Pick<CodeName, 'account'> & Partial<CodeName>,
): Promise<Date[]> =>
  timesOf(
    ofLastHour(tx)
      .where('account', '=', by.account)
      .$if(by.addresses !== undefined, query => query.where('address', 'in', by.addresses ?? [])),
  )

/**
 * When e-mails with codes of a purpose were sent to an address within the hour, newest first, for
 * any account.
 */
export const writtenLastHour = (
  tx: Tx,
  by: Pick<CodeName, 'purpose' | 'addresses'>,
): Promise<Date[]> =>
  timesOf(
    ofLastHour(tx)
      .where('address', 'in', by.addresses)
      .where('purpose', '=', by.purpose)
      .where('letterId', 'is not', null),
  )

const ofLastHour = (tx: Tx) =>
  tx.selectFrom('emailCode').select('askedAt').where('askedAt', '>', hourAgo)

async function timesOf(query: ReturnType<typeof ofLastHour>): Promise<Date[]> {
  const rows = await query.orderBy('askedAt', 'desc').limit(codeTerms.perHourAndAccount).execute()
  return rows.map(row => row.askedAt)
}

/** Ends the open codes of this name. Returns the e-mails that contain them. */
export async function closeOpen(tx: Tx, name: CodeName): Promise<string[]> {
  const rows = await tx
    .updateTable('emailCode')
    .set({ closedAt: sql<Date>`house_now()` })
    .where('account', '=', name.account)
    .where('purpose', '=', name.purpose)
    .where('address', 'in', name.addresses)
    .where('closedAt', 'is', null)
    .returning('letterId')
    .execute()
  return rows.flatMap(row => row.letterId ?? [])
}

export async function addCode(
  tx: Tx,
  {
    addresses: [address],
    ...code
  }: CodeName & { id: string; codeHash: Buffer; letterId: string | null; askedAt: Date },
): Promise<void> {
  await tx
    .insertInto('emailCode')
    .values({ ...code, address })
    .execute()
}

/** The e-mail was sent: from now on the code is valid for ten more minutes. */
export async function startValidity(tx: Tx, emailId: string, sentAt: Date): Promise<void> {
  await tx
    .updateTable('emailCode')
    .set({ expiresAt: new Date(sentAt.getTime() + codeTerms.validMinutes * 60_000) })
    .where('letterId', '=', emailId)
    .where('expiresAt', 'is', null)
    .execute()
}

/** A code that a guess is counted against. */
export interface GuessedCode {
  id: string
  codeHash: Buffer
  /**
   * Not known to be sent for longer than its validity: the e-mail can be there before the mail server
   * has answered.
   */
  valid: boolean
  /** The number of guesses, this one included. */
  tries: number
}

/**
 * Counts a guess at the open code of a name. Returns undefined when there is none, or no try left.
 */
export async function countGuess(tx: Tx, name: CodeName): Promise<GuessedCode | undefined> {
  return tx
    .updateTable('emailCode')
    .set(eb => ({ tries: eb('tries', '+', 1) }))
    .where('account', '=', name.account)
    .where('purpose', '=', name.purpose)
    .where('address', 'in', name.addresses)
    .where('closedAt', 'is', null)
    .where('tries', '<', codeTerms.tries)
    .returning(['id', 'codeHash', 'tries'])
    .returning(sql<boolean>`coalesce(expires_at > house_now(), true)`.as('valid'))
    .executeTakeFirst()
}

/**
 * The guess was right and no longer counts, unless it was the last one or others have used up the
 * rest.
 */
export async function returnGuess(database: Database, id: string): Promise<void> {
  await database
    .updateTable('emailCode')
    .set(eb => ({ tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .where('tries', '>', 0)
    .where('tries', '<', codeTerms.tries)
    .execute()
}

/** The open, valid code of a name, locked until the transaction of its act ends. */
export async function lockOpen(
  tx: Tx,
  name: CodeName,
): Promise<{ id: string; codeHash: Buffer } | undefined> {
  return tx
    .selectFrom('emailCode')
    .select(['id', 'codeHash'])
    .where('account', '=', name.account)
    .where('purpose', '=', name.purpose)
    .where('address', 'in', name.addresses)
    .where('closedAt', 'is', null)
    .where(eb => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', sql<Date>`house_now()`)]))
    .forUpdate()
    .executeTakeFirst()
}

/** The act is done, so the code is used. */
export async function closeCode(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('emailCode')
    .set({ closedAt: sql<Date>`house_now()` })
    .where('id', '=', id)
    .execute()
}

/** Deletes codes that were asked for more than a day ago. */
export async function dropOldCodes(database: Database): Promise<void> {
  await database
    .deleteFrom('emailCode')
    .where('askedAt', '<', sql<Date>`(select house_now() - interval '24 hours')`)
    .execute()
}

/** A bound address in stored form. */
export interface EmailRow {
  address: Buffer
  locale: Locale
  boundAt: Date
  distrustedAt: Date | null
}

export async function emailOf(reader: Reader, memberId: string): Promise<EmailRow | null> {
  const row = await reader
    .selectFrom('memberEmail')
    .select(['address', 'locale', 'boundAt', 'distrustedAt'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row ? (row as EmailRow) : null
}

/** Serializes bindings of a member. */
export const lockEmailOf = (tx: Tx, memberId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`e-mail of ${memberId}`}, 0))`.execute(tx)

/** Replaces the address. The new one is trusted. Returns the time of the change. */
export async function saveEmail(
  tx: Tx,
  memberId: string,
  email: { address: Buffer; addressIndex: Buffer; locale: Locale },
): Promise<Date> {
  const now = sql<Date>`house_now()`
  const { boundAt } = await tx
    .insertInto('memberEmail')
    .values({ memberId, ...email, boundAt: now })
    .onConflict(conflict =>
      conflict.column('memberId').doUpdateSet({ ...email, boundAt: now, distrustedAt: null }),
    )
    .returning('boundAt')
    .executeTakeFirstOrThrow()
  return boundAt
}

/** Marks the bound address as one that resets no password. */
export async function distrustEmail(tx: Tx, memberId: string): Promise<void> {
  await tx
    .updateTable('memberEmail')
    .set({ distrustedAt: sql<Date>`house_now()` })
    .where('memberId', '=', memberId)
    .where('distrustedAt', 'is', null)
    .execute()
}

/** Removes the address of a member. */
export async function forgetEmail(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('memberEmail').where('memberId', '=', memberId).execute()
}

/** Members with this address, by its blind indexes. */
export async function membersByEmail(
  reader: Reader,
  addressIndexes: readonly Buffer[],
): Promise<string[]> {
  const rows = await reader
    .selectFrom('memberEmail')
    .select('memberId')
    .where('addressIndex', 'in', addressIndexes)
    .limit(100)
    .execute()
  return rows.map(row => row.memberId)
}

/** Addresses of before there was an index, locked until the transaction ends. */
export const unindexedEmails = (tx: Tx, limit: number) =>
  tx
    .selectFrom('memberEmail')
    .select(['memberId', 'address'])
    .where('addressIndex', 'is', null)
    .orderBy('memberId')
    .limit(limit)
    .forUpdate()
    .execute()

/** Stores the index of an address. */
export async function saveEmailIndex(
  tx: Tx,
  memberId: string,
  addressIndex: Buffer,
): Promise<void> {
  await tx
    .updateTable('memberEmail')
    .set({ addressIndex })
    .where('memberId', '=', memberId)
    .execute()
}
