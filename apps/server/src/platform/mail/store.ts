import { sql } from 'kysely'
import type { Database, Tx } from '../database/connect.ts'

/** A letter that this process has just taken upon itself to send. */
export interface TakenEmail {
  id: string
  letter: Buffer
  /** This try counted. */
  tries: number
}

export async function addEmail(tx: Tx, id: string, letter: Buffer): Promise<void> {
  await tx.insertInto('mail').values({ id, letter }).execute()
}

/** Takes back a letter that has not been sent; one on its way right now arrives all the same. */
export async function dropEmail(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('mail').where('id', '=', id).where('letter', 'is not', null).execute()
}

/**
 * Takes up to `limit` due letters and counts the try. For `leaseMs` no other process takes them;
 * should this one die, they come due again.
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

/** The letter has left: its words are forgotten. Answers when; null when it was taken back meanwhile. */
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

/** The try failed; the letter comes due again after `waitMs`. */
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

/** The last try failed: the letter will not be sent, and its words are forgotten. */
export async function giveUp(database: Database, id: string, error: string): Promise<void> {
  await database
    .updateTable('mail')
    .set({ letter: null, givenUpAt: sql<Date>`house_now()`, lastError: error })
    .where('id', '=', id)
    .where('letter', 'is not', null)
    .execute()
}

/** Letters sent within the last hour. */
export async function sentLastHour(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('mail')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('sentAt', '>', sql<Date>`(select house_now() - interval '1 hour')`)
    .executeTakeFirstOrThrow()
  return count
}

/** Forgets that there were letters a week ago. */
export async function dropOldEmails(database: Database): Promise<void> {
  await database
    .deleteFrom('mail')
    .where('letter', 'is', null)
    .where('queuedAt', '<', sql<Date>`(select house_now() - interval '7 days')`)
    .execute()
}
