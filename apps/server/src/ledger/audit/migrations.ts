import { APP_ROLE } from '../../platform/database/connect.ts'
import type { Migration } from '../../platform/database/migrate.ts'

/**
 * The chain over the history. Each history row carries the number of the transaction that wrote it:
 * all rows up to the oldest open transaction are a set that no later commit can add to. A BRIN
 * index finds a span of them; it costs the money transaction next to nothing, because the worker
 * summarises a range of pages only after it is full.
 */
export const ledgerAuditMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-ledger-audit',
    sql: `
      do $$ declare history text; begin
        foreach history in array array['ledger_transfer','ledger_posting','ledger_hold','ledger_hold_resolution','ledger_epoch'] loop
          execute format('alter table %I add column xid bigint not null default (pg_current_xact_id()::text::bigint)', history);
          execute format('create index %I on %I using brin (xid) with (pages_per_range = 128)', history || '_xid', history);
        end loop;
      end $$;

      -- Ranges of pages that are full and have no summary get one; the newest gigabyte is looked at.
      -- It belongs to the owner of the tables, who alone may do this.
      create function ledger_summarize_history() returns integer language plpgsql security definer
        set search_path = pg_catalog, public set lock_timeout = '100ms' as $$
        declare part record; full_ranges bigint; done integer := 0;
        begin
          for part in
            select x.indexrelid::regclass as index, x.indrelid as heap
            from pg_index x join pg_class i on i.oid = x.indexrelid join pg_am a on a.oid = i.relam
            where a.amname = 'brin' and i.relkind = 'i' and i.relnamespace = 'public'::regnamespace
              and i.relname like 'ledger\\_%'
          loop
            full_ranges := pg_relation_size(part.heap) / current_setting('block_size')::bigint / 128;
            for place in greatest(0, full_ranges - 1024) .. full_ranges - 1 loop
              done := done + brin_summarize_range(part.index, place * 128);
            end loop;
          end loop;
          return done;
        end $$;
      revoke execute on function ledger_summarize_history from public;
      grant execute on function ledger_summarize_history to ${APP_ROLE};

      -- A batch seals every row of the history with from_xid < xid <= to_xid. docs/ledger.md says how.
      create table ledger_audit (
        batch bigint primary key check (batch > 0),
        from_xid bigint not null unique check (from_xid >= 0),
        to_xid bigint not null check (to_xid > from_xid),
        transfers integer not null check (transfers >= 0),
        postings integer not null check (postings >= 0),
        holds integer not null check (holds >= 0),
        resolutions integer not null check (resolutions >= 0),
        epochs integer not null check (epochs >= 0),
        total_transfers bigint not null check (total_transfers >= transfers),
        sealed_at timestamptz not null,
        body bytea not null check (octet_length(body) = 32),
        head bytea not null unique check (octet_length(head) = 32),
        entries bytea not null,
        constraint seals_something check (transfers + postings + holds + resolutions + epochs > 0),
        constraint entry_for_each_row check (octet_length(entries) = 24 * (transfers + postings + holds + resolutions + epochs))
      );
      -- Digests do not compress.
      alter table ledger_audit alter column entries set storage external;
      create trigger ledger_audit_rows before update or delete on ledger_audit for each row execute function ledger_is_history();
      create trigger ledger_audit_all before truncate on ledger_audit for each statement execute function ledger_is_history();
      grant select, insert on ledger_audit to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-ledger-audit-clusters',
    sql: `
      -- Numbers that go on when a dump is restored into another cluster; see database_cluster.
      alter table ledger_transfer alter column xid set default transaction_number();
      alter table ledger_hold alter column xid set default transaction_number();
      alter table ledger_hold_resolution alter column xid set default transaction_number();
      alter table ledger_epoch alter column xid set default transaction_number();
    `,
  },
]
