import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Orders to buy coin from the reserve at the next guide price, and the runs that fill them. */
export const subscriptionMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-subscriptions',
    sql: `
      create table settlement_run (
        period date primary key,
        cutoff_at timestamptz not null unique,
        input_hash bytea not null,
        result_hash bytea,
        closed_at timestamptz not null default house_now(),
        published_at timestamptz
      );

      create table subscription (
        id uuid primary key,
        order_number text not null unique,
        member_id uuid not null,
        amount numeric(38,0) not null check (amount > 0),
        hold_id uuid not null unique,
        state text not null check (state in ('pending', 'settling', 'issued', 'part_issued', 'cancelled', 'refunded')),
        placed_at timestamptz not null,
        /* the first cut-off that may fill it: 24 h later for a member's first order ever */
        ripe_at timestamptz not null,
        period date,
        filled numeric(38,0),
        quantity numeric(38,0),
        guide_price numeric(38,0),
        closed_at timestamptz,
        idempotency_key text not null,
        unique (member_id, idempotency_key)
      );
      create index subscription_member on subscription (member_id, placed_at desc, id);
      create index subscription_open on subscription (ripe_at) where state in ('pending', 'settling');

      grant select, insert, update on settlement_run, subscription to ${APP_ROLE};
    `,
  },
]
