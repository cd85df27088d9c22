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
      -- wrong_at holds the guesses of the last 24 h, at most ten of them.
      create table payment_attempt (
        member_id uuid primary key,
        wrong_in_row integer not null default 0,
        locked_until timestamptz,
        wrong_at timestamptz[] not null default '{}' check (cardinality(wrong_at) <= 10),
        reset_needed boolean not null default false
      );

      -- What a member's key may sign once. Any key gets one, so asking teaches nothing.
      create table challenge (
        nonce bytea primary key check (length(nonce) = 32),
        public_key bytea not null check (length(public_key) = 32),
        purpose text not null,
        origin text not null,
        expires_at timestamptz not null
      );
      create index challenge_age on challenge (expires_at);

      grant select, insert on member to ${APP_ROLE};
      grant update (nickname, login_hash, payment_hash, frozen_at) on member to ${APP_ROLE};
      grant select, insert, update on receiving_account to ${APP_ROLE};
      grant select, insert, update, delete on payment_attempt, challenge to ${APP_ROLE};
    `,
  },
]
