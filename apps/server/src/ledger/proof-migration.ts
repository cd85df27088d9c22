import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/**
 * What the history has been proven to come to, up to a sealed batch: so a later check begins there.
 * Nothing here is history; `reconcile` works all of it out again from the first row on.
 */
export const ledgerProofMigration: Migration = {
  id: '2026-11-27-ledger-proof',
  sql: `
    create table ledger_proof (
      only_row boolean primary key default true check (only_row),
      batch bigint not null check (batch >= 0),
      to_xid bigint not null check (to_xid >= 0),
      proven_at timestamptz not null default house_now()
    );
    insert into ledger_proof (batch, to_xid) values (0, 0);
    -- The last proven line of each account.
    create table ledger_proven_account (
      account_id uuid primary key,
      version bigint not null check (version > 0),
      posted numeric(38,0) not null
    ) with (fillfactor = 70);
    -- Lines of proven batches whose predecessors are in a later one.
    create table ledger_proven_ahead (
      account_id uuid not null,
      version bigint not null,
      amount numeric(38,0) not null,
      balance_after numeric(38,0) not null,
      primary key (account_id, version)
    );
    -- Every row of the history that was written after an instant has a higher number than this: the end of
    -- the last batch that was sealed before it. Batches are few, and are read from the newest on.
    create function ledger_number_before(instant timestamptz) returns bigint
      language sql stable parallel safe as $$
        select coalesce((select to_xid from ledger_audit where sealed_at <= instant
          order by batch desc limit 1), 0)
      $$;
    -- A block is larger than what PostgreSQL keeps in one piece, its arrays may not leave it, so its hash
    -- did: every line that was read fetched it again from another table. From now on it stays.
    alter table ledger_transfer_block alter request_hash set storage plain, alter settlement set storage plain;
    -- The holds that had not ended.
    create table ledger_proven_hold (hold_id uuid primary key);
    grant select, update on ledger_proof to ${APP_ROLE};
    grant select, insert, update on ledger_proven_account to ${APP_ROLE};
    grant select, insert, delete on ledger_proven_hold, ledger_proven_ahead to ${APP_ROLE};
  `,
}
