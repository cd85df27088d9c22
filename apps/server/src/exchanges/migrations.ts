import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'
import { dealVersionColumn, ruleVersionColumn } from '../platform/database/rule-version-column.ts'

/** Coins that go back to the reserve at the next exit price: a hold on the member's available coin. */
export const exchangeMigrations: readonly Migration[] = [
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
]
