import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Assets and debts, one row for the time from each settlement to the next: its last reading. */
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
  {
    id: '2026-11-22-solvency-proof',
    sql: `
      /* What was published of everything owed, chained: docs/solvency-proof.md. Never changed. */
      create table solvency_root (
        period text primary key check (period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        sid bytea not null unique check (octet_length(sid) = 32),
        domain text not null,
        /* the one instant of the look at the books, and what the database calls it */
        taken_at timestamptz not null,
        snapshot text not null,
        sequence bigint not null,
        block_number bigint,
        block_hash bytea check (octet_length(block_hash) = 32),
        check ((block_number is null) = (block_hash is null)),
        members integer not null check (members >= 0),
        /* two roots can never follow one */
        previous bytea not null unique check (octet_length(previous) = 32),
        root bytea not null unique check (octet_length(root) = 32),
        published_at timestamptz not null default house_now()
      );
      create table solvency_root_tree (
        period text not null references solvency_root,
        asset text not null check (asset in ('USDT', 'LEAF')),
        root bytea not null check (octet_length(root) = 32),
        total numeric(38,0) not null check (total >= 0),
        depth smallint not null check (depth between 0 and 32),
        house jsonb not null,
        primary key (period, asset)
      );
      create function solvency_root_is_published() returns trigger language plpgsql as $$
        begin
          raise exception 'a published root cannot be changed' using errcode = 'integrity_constraint_violation';
        end $$;
      do $$ declare published text; begin
        foreach published in array array['solvency_root', 'solvency_root_tree'] loop
          execute format('create trigger %I before update or delete on %I for each row execute function solvency_root_is_published()', published || '_rows', published);
          execute format('create trigger %I before truncate on %I for each statement execute function solvency_root_is_published()', published || '_all', published);
        end loop;
      end $$;
      grant select, insert on solvency_root, solvency_root_tree to ${APP_ROLE};

      /* What a look has frozen: from it the trees are the same however often they are made. Of the
         newest few all is kept, so that members can be shown their paths. */
      create table solvency_look (
        period text primary key,
        sid bytea not null,
        domain text not null,
        taken_at timestamptz not null,
        snapshot text not null,
        sequence bigint not null,
        block_number bigint,
        block_hash bytea,
        members integer not null,
        /* everything owed, and all coins, as the books summed them at that instant */
        owed numeric(38,0) not null,
        outstanding numeric(38,0) not null,
        house jsonb not null,
        sealed_key bytea not null
      );
      /* Sixteen members to a row, in the order of their ids: id, login key, USDT, LEAF; 80 bytes each. */
      create table solvency_look_owners (
        period text not null references solvency_look on delete cascade,
        block integer not null,
        first uuid not null,
        owners bytea not null,
        primary key (period, block)
      );
      create index solvency_look_owners_first on solvency_look_owners (period, first);
      /* 4,096 leaves to a row, in the order of their hashes. */
      create table solvency_look_leaves (
        period text not null references solvency_look on delete cascade,
        asset text not null,
        block integer not null,
        first bytea not null,
        numbers bytea not null,
        groups bytea not null,
        node bytea not null,
        primary key (period, asset, block)
      );
      create index solvency_look_leaves_first on solvency_look_leaves (period, asset, first);
      /* Hashes do not compress. */
      alter table solvency_look_leaves alter column numbers set storage external,
        alter column groups set storage external;
      grant select, insert, delete on solvency_look, solvency_look_owners, solvency_look_leaves to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-solvency-custody',
    sql: `
      -- From here on custody is what the chain shows at this block, less what stands in no account. Readings
      -- of before have none: part of what they told was entered by hand.
      alter table solvency_reading
        add column block_number bigint,
        add column block_hash text,
        /* what the books have taken in and the chain does not show */
        add column missing numeric(38,0) check (missing >= 0),
        /* all shortfalls that were confirmed at the instant of the reading */
        add column confirmed numeric(38,0) check (confirmed >= 0),
        add constraint solvency_reading_of_a_block
          check (num_nonnulls(block_number, block_hash, missing, confirmed) in (0, 4));
    `,
  },
  {
    id: '2026-11-23-solvency-amiss-since',
    sql: `
      -- Since when less is shown than is owed, or an invariant is broken; of older readings it is not known.
      alter table solvency_reading add column amiss_since timestamptz;
    `,
  },
  {
    id: '2026-11-27-solvency-full-check',
    sql: `
      -- When all of history was checked: a check after a settlement reads what is new.
      alter table solvency_reading add column fully_checked_at timestamptz;
    `,
  },
]
