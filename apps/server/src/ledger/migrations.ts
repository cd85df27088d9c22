import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'
import { accountId } from './accounts.ts'
import { ledgerAuditMigrations } from './audit/migrations.ts'
import { houseAccount } from './ledger.ts'
import { ledgerPostMigration } from './post-migration.ts'
import { ledgerProofMigration } from './proof-migration.ts'

/**
 * The contra accounts of recharges and withdrawals: few rows beside all trades, so they have
 * indexes of their own.
 */
const outside = accountId(houseAccount('USDT', 'EXT'))
const onTheWay = accountId(houseAccount('USDT', 'PAYOUTS'))

/** Transfers of a settlement that share a row. */
export const BLOCK = 64

/**
 * Double entry. A transfer takes from one account and gives to another of the same asset, so it
 * sums to zero by construction; each side is a posting that keeps the balance after it. Keys begin
 * with the account, a hot path uses no sequence, and no foreign key crosses owners.
 */
export const ledgerMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-ledger',
    sql: `
      create table ledger_account (
        id uuid primary key,
        owner uuid not null,
        asset text not null check (asset in ('USDT', 'LEAF')),
        kind text not null,
        posted numeric(38,0) not null default 0,
        held numeric(38,0) not null default 0 check (held >= 0),
        overdraft boolean not null default false,
        version bigint not null default 0,
        epoch integer not null default 0,
        opened_at timestamptz not null default house_now(),
        closed_at timestamptz,
        unique (owner, asset, kind),
        constraint no_overdraft check (overdraft or posted - held >= 0),
        constraint closed_is_empty check (closed_at is null or (posted = 0 and held = 0))
        -- Room on each page, so that a new balance lands beside the old one and no index is touched.
      ) with (fillfactor = 70);
      -- Who is still to be told of a split; a column that changes at splits only.
      create index ledger_account_epoch on ledger_account (epoch, id) where asset = 'LEAF';

      -- One transfer for each deed, whatever its partition: the key holds the kind that it is split by.
      create table ledger_transfer (
        id uuid not null,
        group_id uuid not null,
        debit_account uuid not null,
        credit_account uuid not null,
        asset text not null,
        amount numeric(38,0) not null check (amount > 0),
        kind text not null,
        reference text not null,
        hold_id uuid,
        reverses uuid,
        epoch integer not null default 0,
        request_hash bytea not null,
        posted_at timestamptz not null default house_now(),
        check (debit_account <> credit_account),
        primary key (kind, reference)
      ) partition by list (kind);
      create table ledger_transfer_single partition of ledger_transfer default;
      -- What comes by the million: its ids are made by the ledger, never by a caller, and it is
      -- never reversed, so an id and a reversal are unique although each partition keeps its own index.
      create table ledger_transfer_bulk partition of ledger_transfer (check (reverses is null))
        for values in ('static_earning', 'dynamic_earning', 'split');
      create unique index ledger_transfer_single_id on ledger_transfer_single (id);
      create unique index ledger_transfer_bulk_id on ledger_transfer_bulk (id);
      create unique index ledger_transfer_reversal on ledger_transfer_single (reverses)
        where reverses is not null;
      create index ledger_transfer_in on ledger_transfer (credit_account) include (amount)
        where debit_account = '${outside}';
      create index ledger_transfer_out on ledger_transfer (debit_account) include (amount)
        where credit_account = '${outside}';

      create table ledger_posting (
        account_id uuid not null,
        version bigint not null,
        transfer_id uuid not null,
        amount numeric(38,0) not null check (amount <> 0),
        balance_after numeric(38,0) not null,
        posted_at timestamptz not null default house_now(),
        -- The number of a line in its account. That a transfer has its two lines and no third is
        -- reconcile's to see: an index for it costs a tenth of every posting.
        primary key (account_id, version)
      );

      create table ledger_hold (
        id uuid primary key,
        account_id uuid not null,
        amount numeric(38,0) not null check (amount > 0),
        kind text not null,
        reference text not null,
        epoch integer not null default 0,
        request_hash bytea not null,
        held_at timestamptz not null default house_now(),
        expires_at timestamptz,
        unique (kind, reference)
      );
      create index ledger_hold_account on ledger_hold (account_id);

      -- How a hold ended: a row of its own, so the second who tries finds the first.
      create table ledger_hold_resolution (
        hold_id uuid primary key,
        outcome text not null check (outcome in ('posted', 'voided', 'expired')),
        posted numeric(38,0) not null default 0 check (posted >= 0),
        -- The request that ended it, so that one who lost the answer can tell its own end from another's.
        request uuid not null,
        resolved_at timestamptz not null default house_now()
      );

      -- Open holds that end by themselves: a list to work through, not history.
      create table ledger_hold_due (
        hold_id uuid primary key,
        expires_at timestamptz not null
      );
      create index ledger_hold_due_order on ledger_hold_due (expires_at);

      -- A split changes every holder at one instant: coins are read times the later multiples.
      create table ledger_epoch (
        epoch integer primary key,
        asset text not null,
        multiple integer not null check (multiple > 1),
        -- Whole milliseconds, as every program can say it: each split line bears this very instant.
        began_at timestamptz not null default date_trunc('milliseconds', house_now())
      );
      -- Exact: a product of whole numbers, never a logarithm.
      create aggregate ledger_product(numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');
      create function ledger_later_multiple(of_asset text, since integer) returns numeric
        language sql stable parallel safe as $$
          select ledger_product(multiple) from ledger_epoch where asset = of_asset and epoch > since
        $$;

      -- Ends a batch that was decided on balances that are no longer there: it is decided anew.
      create function ledger_stale() returns boolean language plpgsql volatile as $$
        begin
          raise exception 'the batch was decided on older balances' using errcode = 'serialization_failure';
        end $$;

      create function ledger_is_history() returns trigger language plpgsql as $$
        begin
          raise exception 'the ledger''s history cannot be changed: post a reversal' using errcode = 'integrity_constraint_violation';
        end $$;
      do $$ declare history text; begin
        foreach history in array array['ledger_transfer','ledger_posting','ledger_hold','ledger_hold_resolution','ledger_epoch'] loop
          execute format('create trigger %I before update or delete on %I for each row execute function ledger_is_history()', history || '_rows', history);
          execute format('create trigger %I before truncate on %I for each statement execute function ledger_is_history()', history || '_all', history);
        end loop;
        -- Row triggers reach the partitions by themselves, those of a statement do not.
        foreach history in array array['ledger_transfer_single','ledger_transfer_bulk'] loop
          execute format('create trigger %I before truncate on %I for each statement execute function ledger_is_history()', history || '_all', history);
        end loop;
      end $$;

      grant select, insert on ledger_account, ledger_transfer, ledger_posting, ledger_hold, ledger_hold_resolution, ledger_epoch to ${APP_ROLE};
      grant select, insert, delete on ledger_hold_due to ${APP_ROLE};
      grant update (posted, held, version, epoch, closed_at) on ledger_account to ${APP_ROLE};
    `,
  },
  ...ledgerAuditMigrations,
  {
    id: '2026-11-21-ledger-lines',
    sql: `
      -- Both lines of a transfer stand in its row: one row instead of three for every movement. What
      -- the books say and what the chain has sealed stays the same; only books that are whole are carried.
      alter table ledger_transfer add column debit_version bigint, add column debit_after numeric(38,0),
        add column credit_version bigint, add column credit_after numeric(38,0);
      alter table ledger_transfer disable trigger ledger_transfer_rows;
      update ledger_transfer transfer
        set debit_version = debit.version, debit_after = debit.balance_after,
          credit_version = credit.version, credit_after = credit.balance_after
        from ledger_posting debit, ledger_posting credit
        where (debit.transfer_id, debit.account_id, debit.amount, debit.posted_at, debit.xid)
            = (transfer.id, transfer.debit_account, -transfer.amount, transfer.posted_at, transfer.xid)
          and (credit.transfer_id, credit.account_id, credit.amount, credit.posted_at, credit.xid)
            = (transfer.id, transfer.credit_account, transfer.amount, transfer.posted_at, transfer.xid);
      alter table ledger_transfer enable trigger ledger_transfer_rows;
      do $$ begin
        if (select count(*) from ledger_posting) <> 2 * (select count(*) from ledger_transfer where debit_version > 0) then
          raise exception 'a posting is not that of its transfer: ledger:verify of the version before names it';
        end if;
      end $$;
      alter table ledger_transfer alter column debit_version set not null, alter column debit_after set not null,
        alter column credit_version set not null, alter column credit_after set not null;
      drop table ledger_posting;

      -- The number of a line in its account, on either side. That no number occurs on both is
      -- reconcile's to see; the account's own version makes it so.
      do $$ declare part text; begin
        foreach part in array array['single', 'bulk'] loop
          execute format('create unique index ledger_transfer_%1$s_debit on ledger_transfer_%1$s (debit_account, debit_version)', part);
          execute format('create unique index ledger_transfer_%1$s_credit on ledger_transfer_%1$s (credit_account, credit_version)', part);
        end loop;
      end $$;

      create view ledger_posting as
        select debit_account as account_id, debit_version as version, id as transfer_id,
          -amount as amount, debit_after as balance_after, posted_at, xid from ledger_transfer
        union all
        select credit_account, credit_version, id, amount, credit_after, posted_at, xid from ledger_transfer;
      grant select on ledger_posting to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-ledger-room',
    sql: `
      -- A settlement gives every row of a page a new balance in one transaction: half of each page is
      -- kept for them, or most new balances go to another page and into three indexes. What is there
      -- already spreads as it changes.
      alter table ledger_account set (fillfactor = 45);
    `,
  },
  {
    id: '2026-11-22-ledger-blocks',
    sql: `
      -- Settlements whose transfers stand in blocks: where a statement looks for them.
      create table ledger_settlement (
        kind text not null,
        settlement text not null,
        asset text not null,
        began_at timestamptz not null default house_now(),
        primary key (kind, settlement)
      );
      create index ledger_settlement_newest on ledger_settlement (asset, began_at);

      -- Transfers of a settlement between members and one account of the house, ${BLOCK} to a row in the
      -- order of the members' ids: a row for each, with its head and four index entries, cost PostgreSQL
      -- more than the balances themselves.
      create table ledger_transfer_block (
        kind text not null,
        settlement text not null,
        first uuid not null,
        last uuid not null,
        owners uuid[] not null,
        accounts uuid[] not null,
        -- What each is given; below zero it is what each bears.
        amounts bigint[] not null,
        versions bigint[] not null,
        balances bigint[] not null,
        -- The id of its first transfer; the others count up.
        first_id uuid not null,
        group_id uuid not null,
        -- The house's side, before the first: the number of its line, and its balance.
        house_account uuid not null,
        house_version bigint not null,
        house_before numeric(38,0) not null,
        asset text not null,
        epoch integer not null,
        request_hash bytea not null,
        posted_at timestamptz not null,
        xid bigint not null,
        primary key (kind, settlement, first),
        foreign key (kind, settlement) references ledger_settlement,
        check (first = owners[1] and last = owners[cardinality(owners)] and first <= last),
        check (cardinality(owners) between 1 and ${BLOCK}
          and cardinality(accounts) = cardinality(owners)
          and cardinality(amounts) = cardinality(owners)
          and cardinality(versions) = cardinality(owners)
          and cardinality(balances) = cardinality(owners)),
        check (0 < all (amounts) or 0 > all (amounts)),
        check (0 <= all (balances)),
        check (house_account <> all (accounts))
      );
      -- Numbers of eight bytes do not shrink: nobody need try.
      alter table ledger_transfer_block alter owners set storage plain, alter accounts set storage plain,
        alter amounts set storage plain, alter versions set storage plain, alter balances set storage plain;
      create unique index ledger_transfer_block_id on ledger_transfer_block (first_id);
      create unique index ledger_transfer_block_house on ledger_transfer_block (house_account, house_version);
      create index ledger_transfer_block_xid on ledger_transfer_block using brin (xid) with (pages_per_range = 128);
      do $$ declare history text; begin
        foreach history in array array['ledger_settlement','ledger_transfer_block'] loop
          execute format('create trigger %I before update or delete on %I for each row execute function ledger_is_history()', history || '_rows', history);
          execute format('create trigger %I before truncate on %I for each statement execute function ledger_is_history()', history || '_all', history);
        end loop;
      end $$;
      grant select, insert on ledger_settlement, ledger_transfer_block to ${APP_ROLE};

      -- The id so many places after another: ids of one group differ in their last four bytes.
      create function ledger_counted_id(uuid, bigint) returns uuid
        language sql immutable strict parallel safe as $$
          select (left($1::text, 28) || lpad(to_hex(('x' || right($1::text, 8))::bit(32)::bigint + $2), 8, '0'))::uuid
        $$;

      -- Every transfer, wherever it stands: what the books are for whoever adds them up.
      create view ledger_every_transfer as
        select id, group_id, debit_account, credit_account, asset, amount, kind, reference, hold_id, reverses,
          epoch, request_hash, posted_at, xid, debit_version, debit_after, credit_version, credit_after
        from ledger_transfer
        union all
        select ledger_counted_id(block.first_id, line.place - 1), block.group_id,
          case when line.amount > 0 then block.house_account else line.account end,
          case when line.amount > 0 then line.account else block.house_account end,
          block.asset, abs(line.amount)::numeric(38,0), block.kind, block.settlement || '/' || line.owner, null::uuid, null::uuid,
          block.epoch, block.request_hash, block.posted_at, block.xid,
          case when line.amount > 0 then block.house_version + line.place else line.version end,
          (case when line.amount > 0 then block.house_before - line.given else line.balance end)::numeric(38,0),
          case when line.amount > 0 then line.version else block.house_version + line.place end,
          (case when line.amount > 0 then line.balance else block.house_before - line.given end)::numeric(38,0)
        from ledger_transfer_block block
        cross join lateral (
          select *, sum(amount) over (order by place) as given
          from unnest(block.owners, block.accounts, block.amounts, block.versions, block.balances)
            with ordinality as one (owner, account, amount, version, balance, place)) line;

      create or replace view ledger_posting as
        select debit_account as account_id, debit_version as version, id as transfer_id,
          -amount as amount, debit_after as balance_after, posted_at, xid from ledger_every_transfer
        union all
        select credit_account, credit_version, id, amount, credit_after, posted_at, xid from ledger_every_transfer;
      grant select on ledger_every_transfer to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-ledger-blocks-only',
    sql: `
      -- A program of before that still runs must fail, not pay in rows who was paid in a block, nor
      -- seal lines without their transfers. What is there already is not looked at.
      alter table ledger_transfer_bulk add constraint paid_in_blocks check (kind = 'split') not valid;
      alter table ledger_audit add constraint two_lines_each check (postings = 2 * transfers) not valid;
    `,
  },
  {
    id: '2026-11-23-ledger-no-stale-batches',
    sql: `
      -- No batch is decided without the locks on its accounts any more.
      drop function ledger_stale();
    `,
  },
  {
    id: '2026-11-23-ledger-payouts',
    sql: `
      -- What a member has withdrawn goes by way of the payouts on the way.
      create index ledger_transfer_to_payouts on ledger_transfer (debit_account) include (amount, kind)
        where credit_account = '${onTheWay}';
      create index ledger_transfer_from_payouts on ledger_transfer (credit_account) include (amount, kind)
        where debit_account = '${onTheWay}';
    `,
  },
  {
    id: '2026-11-26-ledger-nothing-expires',
    sql: `
      -- No hold has a time limit and no account is closed any more. What older books say of either
      -- stays in its rows.
      drop table ledger_hold_due;
      revoke update (closed_at) on ledger_account from ${APP_ROLE};
    `,
  },
  ledgerPostMigration,
  ledgerProofMigration,
]
