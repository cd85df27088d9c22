import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Forecasts that operators let compute, with what they were computed from. */
export const forecastMigrations: readonly Migration[] = [
  {
    id: '2026-11-27-forecasts',
    sql: `
      create table rule_forecast (
        id uuid primary key,
        state text not null default 'running' check (state in ('running', 'done', 'failed', 'cancelled')),
        fault text check ((fault is not null) = (state = 'failed')),
        based_on integer not null,
        /* the present and the proposed numbers as texts, and one hash over both */
        numbers_before text not null,
        numbers_after text not null,
        numbers_hash bytea not null,
        days integer not null check (days between 1 and 90),
        started_by text not null,
        started_at timestamptz not null,
        /* by the clock of the database, not the platform's: whether its process is alive */
        seen_at timestamptz not null default clock_timestamp(),
        ended_at timestamptz check ((ended_at is not null) = (state <> 'running')),
        done integer not null default 0,
        total integer not null check (total > 0),
        result text check ((result is not null) = (state = 'done'))
      );
      create unique index rule_forecast_running on rule_forecast ((true)) where state = 'running';
      create index rule_forecast_numbers on rule_forecast (numbers_hash, started_at desc);
      grant select, insert, update on rule_forecast to ${APP_ROLE};
    `,
  },
]
