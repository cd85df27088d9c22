import { platformMigrations } from './database/migrate.ts'
import { heartbeat } from './heartbeat.ts'
import { housekeeping } from './housekeeping.ts'
import { defineModule } from './manifest.ts'
import type { Module } from './module.ts'

/** The platform's own tables and jobs. Every module stands on them without naming them. */
export const platformModule = defineModule({
  name: 'platform',
  migrations: platformMigrations,
  open: ({ database }): { module: Module } => ({
    module: { jobs: [heartbeat(database), housekeeping(database)] },
  }),
})
