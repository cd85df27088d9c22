import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Orders to buy coin from the reserve at the next guide price. The amount is a hold until the order ends. */
export const subscriptionMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-subscriptions',
    sql: `
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
        /* the run that took it, since its cut-off */
        period text,
        filled numeric(38,0),
        quantity numeric(38,0),
        guide_price numeric(38,0),
        closed_at timestamptz,
        idempotency_key text not null,
        unique (member_id, idempotency_key),
        check ((period is null) = (state in ('pending', 'cancelled'))),
        check ((closed_at is null) = (state in ('pending', 'settling'))),
        check ((filled is null) = (state in ('pending', 'settling', 'cancelled'))),
        check ((quantity is null) = (filled is null) and (guide_price is null) = (filled is null)),
        check (filled = case state when 'issued' then amount when 'refunded' then 0 else filled end),
        check (state <> 'part_issued' or (filled > 0 and filled < amount))
      );
      create index subscription_member on subscription (member_id, placed_at desc, id desc);
      create index subscription_open on subscription (ripe_at) where state in ('pending', 'settling');
      create index subscription_period on subscription (period, placed_at, id) where period is not null;

      grant select, insert on subscription to ${APP_ROLE};
      grant update (state, period, filled, quantity, guide_price, closed_at) on subscription to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-21-subscription-kind',
    sql: `
      /* set when it is placed: by the prompt that it cites, else by what was issued before */
      alter table subscription add column kind text check (kind in ('first', 'additional', 'static_reinvest', 'dynamic_reinvest'));
      update subscription later set kind = case when exists (
        select from subscription earlier where earlier.member_id = later.member_id
          and earlier.state in ('issued', 'part_issued') and earlier.closed_at <= later.placed_at)
        then 'additional' else 'first' end;
      alter table subscription alter column kind set not null;
    `,
  },
]
