import { sql } from 'kysely'
import { connectDatabase, type Tx } from '../platform/database/connect.ts'
import type { TestDatabase } from './database.ts'

/** What was read a millisecond before an instant, at it, and a millisecond after it. */
export interface Around<T> {
  before: T
  at: T
  after: T
}

/**
 * Reads at three times around an instant, given as PostgreSQL reads one. The clock of the database
 * stands still meanwhile; `prepare` and what the reading changes are undone after each, and nobody
 * else sees them. Keys to other tables are not checked, so that a row can stand alone.
 */
export async function around<T>(
  db: TestDatabase,
  instant: string,
  { prepare, read }: { prepare: string; read: (tx: Tx) => Promise<T> },
): Promise<Around<T>> {
  const readAt = (offset: string) => undone(db, `timestamptz '${instant}' ${offset}`, prepare, read)
  return {
    before: await readAt("- interval '1 millisecond'"),
    at: await readAt(''),
    after: await readAt("+ interval '1 millisecond'"),
  }
}

async function undone<T>(
  db: TestDatabase,
  now: string,
  prepare: string,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result: { read?: T } = {}
  const enough = new Error('enough')
  await connectDatabase(db.owner)
    .transaction()
    .execute(async tx => {
      await sql.raw('set local session_replication_role = replica').execute(tx)
      await sql
        .raw(
          `create or replace function house_now() returns timestamptz language sql volatile parallel safe as $$ select ${now} $$`,
        )
        .execute(tx)
      await sql.raw(prepare).execute(tx)
      result.read = await read(tx)
      throw enough
    })
    .catch(error => {
      if (error !== enough) throw error
    })
  return result.read as T
}
