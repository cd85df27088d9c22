import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { prepared } from '../database/prepared.ts'

/** Rows of one round: so many take a fraction of a second. */
const MOST = 5_000

const round = prepared<{ waits: boolean }, { newest: number }>(
  'outbox-places',
  ({ waits }) => sql`select place_outbox(${sql.lit(MOST)}, ${waits}) as newest`,
)

/**
 * Gives places to committed rows of the outbox that have none, and returns the highest place of
 * all. Whoever wants to read calls it: one process at a time does the work, and its round is one
 * statement, so no process that stops or hangs keeps others from it. While another one is at work,
 * it returns at once, or with `waits` after it.
 */
export async function placeNews(
  database: Database,
  { waits = false }: { waits?: boolean } = {},
): Promise<number> {
  const [row] = await round(database, { waits })
  if (!row) throw new Error('the database gave no place')
  return row.newest
}
