import { sql } from 'kysely'
import type { Database, Tx } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import { placeNews } from './places.ts'

/** A row of the outbox, as a follower reads it. */
export interface FollowedRow {
  memberId: string | null
  topic: string
  subject: string | null
}

const BATCH = 500

/** The place up to which a follower has read; null for one that has never been there. */
async function placeOf(reader: Database | Tx, follower: string): Promise<number | null> {
  const { rows } = await sql<{ place: number | null }>`
    select max(place) as place from outbox_followed where name = ${follower}`.execute(reader)
  return rows[0]?.place ?? null
}

/**
 * Whether there is anything that a follower has not read. Rows that have no place are given one only where nothing
 * else is left to read: this runs after every piece of news, which mostly has its place by then.
 */
async function isBehind(database: Database, follower: string): Promise<boolean> {
  const place = (await placeOf(database, follower)) ?? (await firstPlace(database, follower))
  const { rows } = await sql<{ newest: number | null }>`
    select max(place) as newest from outbox_place`.execute(database)
  return (rows[0]?.newest ?? 0) > place || (await placeNews(database)) > place
}

/**
 * A new follower gets a position before all news. It must have one before its first batch succeeds: what it has not
 * read is kept for it, and its delay is measured.
 */
async function firstPlace(database: Database, follower: string): Promise<number> {
  await database
    .insertInto('outboxFollowed')
    .values({ name: follower, place: 0 })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return 0
}

/**
 * Passes the rows of the outbox to a follower, in the order of their places, each once: its
 * position is written in the transaction of its effect. A second process leaves it to the first.
 * A row that has no place yet gets a higher one later, so none is skipped. Returns the number of
 * rows.
 */
export async function followOutbox(
  database: Database,
  follower: string,
  handle: (tx: Tx, rows: readonly FollowedRow[]) => Promise<void>,
): Promise<number> {
  // Most runs end here.
  if (!(await isBehind(database, follower))) return 0
  return inTransaction(database, async tx => {
    const { rows: locks } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`outbox follower ${follower}`}, 0)) as got`.execute(
      tx,
    )
    if (!locks[0]?.got) return 0
    const rows = await tx
      .selectFrom('outboxPlace')
      .select(['place', 'memberId', 'topic', 'subject'])
      .where('place', '>', (await placeOf(tx, follower)) ?? 0)
      .orderBy('place')
      .limit(BATCH)
      .execute()
    const last = rows.at(-1)
    if (!last) return 0
    await handle(tx, rows)
    // A position is added, not changed: a row that is changed often is slow to read while a
    // transaction elsewhere is open for long.
    await tx.insertInto('outboxFollowed').values({ name: follower, place: last.place }).execute()
    return rows.length
  })
}
