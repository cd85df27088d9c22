import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import type { Gauge } from '../platform/module.ts'

/**
 * The age of the last check of all history, for a collector of metrics; before the first one, that of the
 * first reading. It has no figure before that.
 */
export const fullCheckAge = (database: Database): Gauge => ({
  name: 'full_check_age_seconds',
  help: 'Seconds since every invariant was checked over all of history',
  read: async () => {
    const { rows } = await sql<{ value: number | null }>`
      select extract(epoch from house_now() - coalesce(max(fully_checked_at), min(read_at)))::float8 as value
      from solvency_reading`.execute(database)
    return rows.flatMap(({ value }) => (value === null ? [] : { value }))
  },
})
