import { sql } from 'kysely'
import type { Database, Tx } from './database/connect.ts'
import type { Gauge, Job } from './module.ts'

const HEARTBEAT_MS = 5_000

async function beat(database: Database | Tx): Promise<void> {
  await database
    .insertInto('heartbeat')
    .values({ beatenAt: sql<Date>`house_now()` })
    .onConflict(conflict =>
      conflict.column('onlyRow').doUpdateSet({ beatenAt: ({ ref }) => ref('excluded.beatenAt') }),
    )
    .execute()
}

/**
 * Returns how long no server was running, in milliseconds, and writes the next beat in the same
 * transaction: of several processes that open at once, only one gets the outage. Zero on a new
 * platform.
 */
export async function takeOutage(tx: Tx): Promise<number> {
  const { rows } = await sql<{ goneMs: number }>`
    select extract(epoch from house_now() - beaten_at)::float8 * 1000 as gone_ms from heartbeat for update`.execute(
    tx,
  )
  await beat(tx)
  return Math.max(0, Math.round(rows[0]?.goneMs ?? 0))
}

/** Records every five seconds that the platform is running. */
export const heartbeat = (database: Database): Job => ({
  name: 'heartbeat',
  runsIn: 'worker',
  everyMs: HEARTBEAT_MS,
  run: () => beat(database),
})

/** How long ago a worker has last recorded that the platform is running. */
export const heartbeatAge = (database: Database): Gauge => ({
  name: 'heartbeat_age_seconds',
  help: 'Seconds since a worker last recorded that the platform is running',
  read: async () => {
    const { rows } = await sql<{ value: number }>`
      select extract(epoch from house_now() - beaten_at)::float8 as value from heartbeat`.execute(
      database,
    )
    return rows
  },
})
