import { sql } from 'kysely'
import type { Database, Tx } from '../database/connect.ts'

/** An e-mail that this process has claimed for sending. */
export interface TakenEmail {
  id: string
  letter: Buffer
  /** The number of tries, this one included. */
  tries: number
}

export async function addEmail(tx: Tx, id: string, letter: Buffer): Promise<void> {
  await tx.insertInto('mail').values({ id, letter }).execute()
}

/**
 * Cancels an e-mail that has not been sent; one that is being sent right now arrives all the same.
 */
export async function dropEmail(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('mail').where('id', '=', id).where('letter', 'is not', null).execute()
}

/**
 * Claims up to `limit` due e-mails and counts the try. For `leaseMs` no other process claims them;
 * if this one dies, they become due again.
 */
export async function takeDue(
  database: Database,
  limit: number,
  leaseMs: number,
): Promise<TakenEmail[]> {
  const { rows } = await sql<TakenEmail>`
    update mail set tries = tries + 1, due_at = house_now() + make_interval(secs => ${leaseMs / 1000})
    where id in (
      select id from mail where letter is not null and due_at <= (select house_now())
      order by due_at limit ${limit} for update skip locked
    )
    returning id, letter, tries`.execute(database)
  return rows
}

/** The e-mail was sent: its text is deleted. Returns when; null when it was cancelled meanwhile. */
export async function markSent(tx: Tx, id: string): Promise<Date | null> {
  const row = await tx
    .updateTable('mail')
    .set({ letter: null, sentAt: sql<Date>`house_now()`, lastError: null })
    .where('id', '=', id)
    .where('letter', 'is not', null)
    .returning('sentAt')
    .executeTakeFirst()
  return row?.sentAt ?? null
}

/** The try failed; the e-mail becomes due again after `waitMs`. */
export async function putOff(
  database: Database,
  id: string,
  error: string,
  waitMs: number,
): Promise<void> {
  await database
    .updateTable('mail')
    .set({
      lastError: error,
      dueAt: sql<Date>`house_now() + make_interval(secs => ${waitMs / 1000})`,
    })
    .where('id', '=', id)
    .where('letter', 'is not', null)
    .execute()
}

/** The last try failed: the e-mail will not be sent, and its text is deleted. */
export async function giveUp(database: Database, id: string, error: string): Promise<void> {
  await database
    .updateTable('mail')
    .set({ letter: null, givenUpAt: sql<Date>`house_now()`, lastError: error })
    .where('id', '=', id)
    .where('letter', 'is not', null)
    .execute()
}

/** The number of e-mails sent within the last hour. */
export async function sentLastHour(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('mail')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('sentAt', '>', sql<Date>`(select house_now() - interval '1 hour')`)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes the rows of e-mails from more than a week ago. */
export async function dropOldEmails(database: Database): Promise<void> {
  await database
    .deleteFrom('mail')
    .where('letter', 'is', null)
    .where('queuedAt', '<', sql<Date>`(select house_now() - interval '7 days')`)
    .execute()
}

/** What waits to be sent. */
export interface MailQueue {
  waiting: number
  oldestAt: Date | null
  /** Of those that wait, the newest failure. */
  lastError: string | null
  sentAt: Date | null
}

/** Returns what waits to be sent, and when the last e-mail was. */
export async function queueOf(database: Database): Promise<MailQueue> {
  const { rows } = await sql<MailQueue>`
    select count(*)::int as waiting, min(queued_at) as oldest_at,
      (array_agg(last_error order by due_at desc) filter (where last_error is not null))[1] as last_error,
      (select max(sent_at) from mail where sent_at is not null) as sent_at
    from mail where letter is not null`.execute(database)
  return rows[0] as MailQueue
}
