import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'
import { dealVersionColumn, ruleVersionColumn } from '../platform/database/migration-columns.ts'

/** Coins that go back to the reserve at the next exit price: a hold on the member's available coin. */
export const redemptionMigrations: readonly Migration[] = [
  {
    id: '2026-11-22-exchanges',
    sql: `
      create table exchange (
        id uuid primary key,
        order_number text not null unique,
        member_id uuid not null,
        /* in the units of its epoch */
        quantity numeric(38,0) not null check (quantity > 0),
        epoch integer not null,
        hold_id uuid not null unique,
        state text not null check (state in ('queued', 'settling', 'done', 'cancelled')),
        placed_at timestamptz not null,
        /* the last run that had it: it dealt it, is dealing it, or had no price for it */
        period text,
        exit_price numeric(38,0),
        gross numeric(38,0),
        fee numeric(38,0),
        pay numeric(38,0),
        /* the coins in the units of its end */
        ended_quantity numeric(38,0),
        closed_at timestamptz,
        idempotency_key text not null,
        unique (member_id, idempotency_key),
        check (period is not null or state in ('queued', 'cancelled')),
        check ((closed_at is null) = (state in ('queued', 'settling'))),
        check ((ended_quantity is null) = (closed_at is null)),
        check (num_nonnulls(exit_price, gross, fee, pay) = case state when 'done' then 4 else 0 end),
        check (gross = fee + pay and fee >= 0 and pay >= 0 and exit_price > 0)
      );
      create index exchange_member on exchange (member_id, placed_at desc, id desc);
      create index exchange_sold on exchange (member_id, closed_at desc, id desc) where state = 'done';
      create index exchange_queue on exchange (placed_at, id) where state = 'queued';
      create index exchange_settling on exchange (period, placed_at, id) where state = 'settling';

      /* What a cut-off gave to its run: frozen, so that the run has the same facts whenever it asks. */
      create table exchange_turn (
        period text not null check (period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        exchange_id uuid not null references exchange (id),
        member_id uuid not null,
        quantity numeric(38,0) not null check (quantity > 0),
        epoch integer not null,
        placed_at timestamptz not null,
        primary key (period, placed_at, exchange_id)
      );

      grant select, insert on exchange, exchange_turn to ${APP_ROLE};
      grant update (state, period, exit_price, gross, fee, pay, ended_quantity, closed_at) on exchange to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-exchange-rules',
    sql: `
      /* Rule book 2.15: by whose terms it was placed, and by whose terms a run dealt it. */
      ${ruleVersionColumn('exchange', 'placed_at')}
      ${dealVersionColumn('exchange', "state = 'done'")}
      grant update (deal_version) on exchange to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-redemptions',
    sql: `
      /* An exchange and the undo of a first fill are one: ids, holds and times stay as they were. */
      create table redemption (
        id uuid primary key,
        kind text not null check (kind in ('exchange', 'undo')),
        order_number text not null unique,
        member_id uuid not null,
        /* of an undo: the subscription, and what was paid for its coins */
        subscription_id uuid references subscription (id),
        fill numeric(38,0) check (fill > 0),
        /* in the units of its epoch */
        quantity numeric(38,0) not null check (quantity > 0),
        epoch integer not null,
        hold_id uuid not null unique,
        state text not null check (state in ('queued', 'settling', 'done', 'cancelled')),
        asked_at timestamptz not null,
        /* the last run that had it: it dealt it, is dealing it, or had no price for it */
        period text,
        exit_price numeric(38,0),
        gross numeric(38,0),
        fee numeric(38,0),
        pay numeric(38,0),
        /* the coins in the units of its end */
        ended_quantity numeric(38,0),
        closed_at timestamptz,
        idempotency_key text not null,
        rule_version integer not null check (rule_version >= 1),
        deal_version integer check (deal_version >= 1),
        unique (member_id, kind, idempotency_key),
        check (num_nonnulls(subscription_id, fill) = case kind when 'undo' then 2 else 0 end),
        check (period is not null or state in ('queued', 'cancelled')),
        check ((closed_at is null) = (state in ('queued', 'settling'))),
        check ((ended_quantity is null) = (closed_at is null)),
        check (num_nonnulls(exit_price, gross, fee, pay, deal_version) = case state when 'done' then 5 else 0 end),
        check (gross = fee + pay and fee >= 0 and pay >= 0 and exit_price > 0),
        check (kind = 'exchange' or (fee = 0 and pay <= fill))
      );
      create index redemption_member on redemption (member_id, asked_at desc, id desc);
      create index redemption_sold on redemption (member_id, closed_at desc, id desc)
        where kind = 'exchange' and state = 'done';
      create index redemption_queue on redemption (asked_at, id) where state = 'queued';
      create index redemption_settling on redemption (period, asked_at, id) where state = 'settling';
      /* One undo per member; one that was taken back does not count. */
      create unique index redemption_undo_once on redemption (member_id)
        where kind = 'undo' and state <> 'cancelled';

      /* What a cut-off gave to its run: frozen, so that the run has the same facts whenever it asks. */
      create table redemption_turn (
        period text not null check (period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        redemption_id uuid not null references redemption (id),
        /* in the units of its epoch, that of the cut-off */
        quantity numeric(38,0) not null check (quantity > 0),
        epoch integer not null,
        primary key (period, redemption_id)
      );

      insert into redemption (id, kind, order_number, member_id, quantity, epoch, hold_id, state, asked_at,
        period, exit_price, gross, fee, pay, ended_quantity, closed_at, idempotency_key, rule_version, deal_version)
      select id, 'exchange', order_number, member_id, quantity, epoch, hold_id, state, placed_at,
        period, exit_price, gross, fee, pay, ended_quantity, closed_at, idempotency_key, rule_version, deal_version
      from exchange;
      /* Undos had no order number: they are numbered by the day, in UTC+8, on which they were asked for. */
      insert into redemption (id, kind, order_number, member_id, subscription_id, fill, quantity, epoch, hold_id,
        state, asked_at, period, exit_price, gross, fee, pay, ended_quantity, closed_at, idempotency_key,
        rule_version, deal_version)
      select id, 'undo', 'U' || day || lpad(row_number() over (partition by day order by asked_at, id)::text, 8, '0'),
        member_id, subscription_id, fill, quantity, epoch, hold_id, state, asked_at, period, exit_price,
        pay, case when state = 'done' then 0 end, pay, ended_quantity, closed_at, idempotency_key,
        rule_version, deal_version
      from (select *, to_char(asked_at at time zone '+08', 'YYMMDD') as day from subscription_undo) undo;
      insert into redemption_turn (period, redemption_id, quantity, epoch)
      select period, exchange_id, quantity, epoch from exchange_turn
      union all
      select period, undo_id, quantity, epoch from subscription_undo_turn;

      drop table exchange_turn, exchange, subscription_undo_turn, subscription_undo;

      grant select, insert on redemption, redemption_turn to ${APP_ROLE};
      grant update (state, period, exit_price, gross, fee, pay, ended_quantity, closed_at, deal_version)
        on redemption to ${APP_ROLE};
    `,
  },
]
