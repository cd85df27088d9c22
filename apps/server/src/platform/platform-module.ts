import { platformMigrations } from './database/migrate.ts'
import { heartbeat, heartbeatAge } from './heartbeat.ts'
import { housekeeping } from './housekeeping.ts'
import { sealedSample } from './key-check.ts'
import { defineModule } from './manifest.ts'
import type { Module } from './module.ts'
import { outboxLag } from './outbox/lag.ts'
import { outboxPlaceMigration } from './outbox/place-migration.ts'

/** The platform's own tables and jobs. Every module stands on them without naming them. */
export const platformModule = defineModule({
  name: 'platform',
  migrations: [...platformMigrations, outboxPlaceMigration],
  keyEvidence: {
    sealed: [
      sealedSample(
        'idempotency_key where answer_sealed is not null',
        "answer_sealed as sealed, 'answer of ' || member_id || ' ' || operation || ' ' || key as place",
      ),
    ],
  },
  sealed: [
    {
      table: 'idempotency_key',
      id: { member_id: 'uuid', operation: 'text', key: 'text' },
      columns: { answer_sealed: "'answer of ' || member_id || ' ' || operation || ' ' || key" },
    },
  ],
  open: ({ database }): { module: Module } => ({
    module: {
      jobs: [heartbeat(database), housekeeping(database)],
      gauges: [heartbeatAge(database), outboxLag(database)],
    },
  }),
})
