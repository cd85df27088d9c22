import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** The founding of the house, and one run for every period since. */
export const treasuryMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-treasury',
    sql: `
      create table treasury_founding (
        only_row boolean primary key default true check (only_row),
        founded_at timestamptz not null
      );

      create table settlement_run (
        period text primary key check (period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        cutoff_at timestamptz not null unique,
        parameters_version integer not null,
        /* R and N as they were frozen at the cut-off */
        reserve numeric(38,0) not null check (reserve >= 0),
        outstanding numeric(38,0) not null check (outstanding >= 0),
        input_hash bytea not null check (length(input_hash) = 32),
        result_hash bytea not null check (length(result_hash) = 32),
        closed_at timestamptz not null,
        published_at timestamptz
      );
      create index settlement_run_published on settlement_run (period desc) where published_at is not null;

      grant select, insert on treasury_founding, settlement_run to ${APP_ROLE};
      grant update (published_at) on settlement_run to ${APP_ROLE};
    `,
  },
]
