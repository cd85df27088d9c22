import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Deposit addresses by index of the house's xpub, the chain as followed, and what was seen on it. */
export const depositMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-deposits',
    sql: `
      create table deposit_address (
        member_id uuid primary key,
        derivation_index integer not null unique check (derivation_index >= 0),
        address text not null unique,
        made_at timestamptz not null default house_now()
      );

      -- The watcher's own chain of headers: each row's parent is the row below, or it is taken back.
      create table chain_block (
        chain_id bigint not null,
        number bigint not null,
        hash text not null,
        parent_hash text not null,
        primary key (chain_id, number)
      );

      -- One transfer event to one of our addresses. Its ordinal counts inside the receipt, because
      -- the log index of a block changes when a transaction is mined again elsewhere.
      create table deposit (
        id uuid primary key,
        chain_id bigint not null,
        transaction_hash text not null,
        ordinal integer not null,
        member_id uuid not null,
        token_units numeric(78,0) not null check (token_units > 0),
        amount numeric(38,0) not null check (amount >= 0),
        state text not null check (state in ('confirming', 'credited', 'below_minimum', 'vanished')),
        block_number bigint not null,
        block_hash text not null,
        seen_at timestamptz not null default house_now(),
        credited_at timestamptz,
        unique (chain_id, transaction_hash, ordinal)
      );
      create index deposit_member on deposit (member_id, seen_at desc, id);
      create index deposit_open on deposit (chain_id, block_number) where state in ('confirming', 'vanished');

      -- Token units below one micro-USDT are carried per address and credited when whole.
      create table deposit_carry (
        member_id uuid primary key,
        token_units numeric(78,0) not null default 0 check (token_units >= 0)
      );

      grant select, insert on deposit_address to ${APP_ROLE};
      grant select, insert, update, delete on chain_block to ${APP_ROLE};
      grant select, insert, update on deposit, deposit_carry to ${APP_ROLE};
    `,
  },
]
