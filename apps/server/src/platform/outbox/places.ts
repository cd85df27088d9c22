import { sql } from 'kysely'
import { lockNumbers } from '../database/advisory-locks.ts'
import type { Database } from '../database/connect.ts'
import { prepared } from '../database/prepared.ts'

/** Rows of one round: so many take a fraction of a second. */
const MOST = 5_000
const most = sql.lit(MOST)
const number = sql.lit(lockNumbers.outboxPlaces)

const round = prepared<Record<string, never>, { newest: number }>(
  'outbox-places',
  () => sql`select place_outbox(${most}, true) as newest`,
)

/** The lock is taken before the round begins, which takes it once more. */
const roundIfFree = prepared<Record<string, never>, { newest: number | null }>(
  'outbox-places-if-free',
  () => sql`
    select case when pg_try_advisory_xact_lock(${number}) then place_outbox(${most}, true) end as newest`,
)

/**
 * Gives places to committed rows of the outbox that have none, and returns the highest place of
 * all. Every reader calls it: one process at a time does the work, and its round is one
 * statement, so no process that stops or hangs keeps others from it. While another one is at work,
 * it waits.
 */
export async function placeNews(database: Database): Promise<number> {
  const [row] = await round(database, {})
  if (!row) throw new Error('the database gave no place')
  return row.newest
}

/** The same, or null at once while another one is at work. */
export async function placeNewsIfFree(database: Database): Promise<number | null> {
  const [row] = await roundIfFree(database, {})
  return row?.newest ?? null
}

/**
 * Gives places until everything that was committed before the call has one; returns the highest of
 * all. A round that is not full has placed what it saw; one of them may still have ended what an
 * earlier round saw, so only the second in a row counts.
 */
export async function placeAllNews(database: Database): Promise<number> {
  let newest = await placeNews(database)
  for (let notFull = 0; notFull < 2; ) {
    const before = newest
    newest = await placeNews(database)
    notFull = newest - before < MOST ? notFull + 1 : 0
  }
  return newest
}
