import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Opaque sessions and the accounts of a device. Tokens and device codes are stored as hashes only. */
export const sessionMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-sessions',
    sql: `
      create table session (
        id uuid primary key,
        token_hash bytea not null unique check (length(token_hash) = 32),
        member_id uuid not null,
        device_hash bytea not null check (length(device_hash) = 32),
        opened_at timestamptz not null default house_now(),
        used_at timestamptz not null default house_now(),
        expires_at timestamptz not null,
        ended_at timestamptz,
        /* logout, revoked, removed, replaced */
        end_reason text
      );
      create index session_member on session (member_id, used_at) where ended_at is null;
      create index session_age on session (expires_at);

      create table device_account (
        device_hash bytea not null check (length(device_hash) = 32),
        member_id uuid not null,
        last_used_at timestamptz not null,
        primary key (device_hash, member_id)
      );

      -- Keyed by a hash of what was typed, so unknown accounts behave like known ones.
      create table login_attempt (
        subject bytea not null,
        bucket bytea not null,
        failures integer not null default 0,
        began_at timestamptz not null,
        last_at timestamptz not null,
        locked_until timestamptz,
        primary key (subject, bucket)
      );
      create index login_attempt_age on login_attempt (last_at);

      grant select, insert, update, delete on session, device_account, login_attempt to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-21-sessions-2',
    sql: `
      alter table session
        add column device_kind text not null default 'unknown'
          check (device_kind in ('phone', 'tablet', 'desktop', 'unknown')),
        add column browser text,
        add column system text,
        -- When this device's unbroken line of sessions began: a session that follows another one of
        -- the same device on a password change goes on with its line.
        add column line_began_at timestamptz;
      update session set line_began_at = opened_at;
      alter table session alter column line_began_at set not null;
    `,
  },
]
