import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Exports of the data about a member, while they are made and until they expire. */
export const personalDataMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-personal-data',
    sql: `
      create table data_export (
        id uuid primary key,
        member_id uuid not null,
        /* who asked, and alone may download */
        session_id uuid not null,
        state text not null check (state in ('making', 'ready', 'failed', 'expired')),
        asked_at timestamptz not null,
        parts integer not null,
        faults integer not null default 0,
        ready_at timestamptz,
        expires_at timestamptz,
        check ((state in ('ready', 'expired')) = (ready_at is not null))
      );
      create index data_export_member on data_export (member_id, asked_at desc);
      create unique index data_export_making on data_export (member_id) where state = 'making';
      create index data_export_ready on data_export (expires_at) where state = 'ready';

      -- One part for each kind of data, sealed: written one after the other, so that a restart loses one at most.
      create table data_export_part (
        export_id uuid not null references data_export (id),
        name text not null,
        rows integer not null,
        body bytea not null,
        primary key (export_id, name)
      );

      grant select, insert, update on data_export to ${APP_ROLE};
      grant select, insert, delete on data_export_part to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-24-account-closing',
    sql: `
      -- Accounts that are being closed, and those that are. After 'closed' the words and pictures of the
      -- member are destroyed, piece by piece, as each ceases to be needed; then it is 'erased'.
      create table account_closing (
        member_id uuid primary key references member (id),
        state text not null check (state in ('resting', 'undone', 'stopped', 'closed', 'erased')),
        asked_at timestamptz not null,
        due_at timestamptz not null check (due_at > asked_at),
        gave_up_remainder boolean not null,
        ended_at timestamptz,
        check ((state = 'resting') = (ended_at is null))
      );
      create index account_closing_due on account_closing (due_at) where state = 'resting';
      create index account_closing_closed on account_closing (member_id) where state = 'closed';

      grant select, insert, update on account_closing to ${APP_ROLE};
    `,
  },
]
