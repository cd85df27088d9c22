import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** What was held and owed, one row for the time from each settlement to the next: its last reading. */
export const solvencyMigrations: readonly Migration[] = [
  {
    id: '2026-11-22-solvency',
    sql: `
      create table solvency_reading (
        period text primary key check (period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        read_at timestamptz not null,
        custody numeric(38,0) not null,
        owed numeric(38,0) not null check (owed >= 0),
        red boolean not null,
        /* the figures behind the two sums, as they are shown */
        figures jsonb not null,
        /* breaches of the invariants of all rooms; null until they were looked at */
        breaches integer check (breaches >= 0),
        checked_at timestamptz,
        check ((breaches is null) = (checked_at is null))
      );
      grant select, insert, update on solvency_reading to ${APP_ROLE};
    `,
  },
]
