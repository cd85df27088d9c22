import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Members and where they are paid. The root member has no key and no password: nobody logs in as it. */
export const identityMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-identity',
    sql: `
      create table member (
        id uuid primary key,
        account_id text not null unique check (account_id ~ '^[0-9]{8}$'),
        nickname text not null,
        invite_code text not null unique check (invite_code ~ '^[0-9A-Z]{8}$'),
        inviter_id uuid references member (id),
        public_key bytea unique check (length(public_key) = 32),
        login_hash text,
        payment_hash text,
        country text not null,
        consented_at timestamptz not null,
        frozen_at timestamptz,
        created_at timestamptz not null default house_now()
      );
      create index member_inviter on member (inviter_id, created_at);

      create table receiving_account (
        member_id uuid primary key,
        bsc text,
        tron text,
        contact text,
        changed_at timestamptz not null,
        check (bsc is not null or tron is not null)
      );

      -- Guesses are counted before they are looked at, so that parallel ones cannot slip through.
      create table payment_attempt (
        member_id uuid primary key,
        failures integer not null default 0,
        locked_until timestamptz,
        day_failures integer not null default 0,
        day_began_at timestamptz not null
      );

      grant select, insert on member to ${APP_ROLE};
      grant update (nickname, login_hash, payment_hash, frozen_at) on member to ${APP_ROLE};
      grant select, insert, update on receiving_account to ${APP_ROLE};
      grant select, insert, update, delete on payment_attempt to ${APP_ROLE};
    `,
  },
]
