import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import type { Gauge } from '../platform/module.ts'

/** How far the settlements are, for a collector of metrics. */
export const settlementGauges = (database: Database): Gauge[] => [
  {
    name: 'settlement_age_seconds',
    help: 'Seconds since the cut-off of the last settlement that was published',
    read: async () => {
      const { rows } = await sql<{ value: number | null }>`
        select extract(epoch from house_now() - max(cutoff_at))::float8 as value
        from settlement_run where published_at is not null`.execute(database)
      return rows.flatMap(({ value }) => (value === null ? [] : { value }))
    },
  },
  {
    name: 'settlement_stages_done',
    help: 'Stages that have ended, of a settlement that is not published yet; 0 when there is none',
    read: async () => {
      const { rows } = await sql<{ value: number }>`
        select count(*)::int as value from settlement_stage stage
        join settlement_run run using (period)
        where run.published_at is null and stage.ended_at is not null`.execute(database)
      return rows
    },
  },
  {
    name: 'settlement_alarms_open',
    help: 'Settlements that were stopped by a difference and wait for a person',
    read: async () => {
      const { rows } = await sql<{ value: number }>`
        select count(*)::int as value from settlement_alarm where settled_at is null`.execute(
        database,
      )
      return rows
    },
  },
]
