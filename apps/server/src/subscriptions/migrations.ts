import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'
import { dealVersionColumn, ruleVersionColumn } from '../platform/database/migration-columns.ts'

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
  {
    id: '2026-11-22-subscription-terms',
    sql: `
      alter table subscription
        /* in whose units the quantity is */
        add column epoch integer not null default 0,
        /* the last run that would have taken it and filled nobody: rule book 2.3 (5) */
        add column passed_period text;
      grant update (kind, epoch, passed_period) on subscription to ${APP_ROLE};

      /* The undo of a first fill: its coins are a hold until a run takes them back. */
      create table subscription_undo (
        id uuid primary key,
        subscription_id uuid not null references subscription (id),
        member_id uuid not null,
        /* in the units of its epoch */
        quantity numeric(38,0) not null check (quantity > 0),
        epoch integer not null,
        /* what was paid for them */
        fill numeric(38,0) not null check (fill > 0),
        hold_id uuid not null unique,
        state text not null check (state in ('queued', 'settling', 'done', 'cancelled')),
        asked_at timestamptz not null,
        /* the last run that had it: it did it, is doing it, or had no price for it */
        period text,
        exit_price numeric(38,0),
        pay numeric(38,0) check (pay between 0 and fill),
        /* the coins in the units of its end */
        ended_quantity numeric(38,0),
        closed_at timestamptz,
        idempotency_key text not null,
        unique (member_id, idempotency_key),
        check (period is not null or state in ('queued', 'cancelled')),
        check ((closed_at is null) = (state in ('queued', 'settling'))),
        check ((ended_quantity is null) = (closed_at is null)),
        check (num_nonnulls(exit_price, pay) = case state when 'done' then 2 else 0 end)
      );
      /* Once per member; one that was taken back does not count. */
      create unique index subscription_undo_once on subscription_undo (member_id) where state <> 'cancelled';
      create index subscription_undo_queue on subscription_undo (asked_at, id) where state = 'queued';
      create index subscription_undo_settling on subscription_undo (period, asked_at, id) where state = 'settling';

      /* What a cut-off gave to its run: frozen, so that the run has the same facts whenever it asks. */
      create table subscription_undo_turn (
        period text not null check (period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        undo_id uuid not null references subscription_undo (id),
        member_id uuid not null,
        quantity numeric(38,0) not null check (quantity > 0),
        epoch integer not null,
        fill numeric(38,0) not null,
        asked_at timestamptz not null,
        primary key (period, asked_at, undo_id)
      );

      /* What members allow themselves, wish by wish: rule book 2.4. */
      create table investment_limit (
        member_id uuid not null,
        number integer not null check (number > 0),
        amount numeric(38,0) not null check (amount >= 0),
        asked_at timestamptz not null,
        effective_at timestamptz not null check (effective_at >= asked_at),
        primary key (member_id, number)
      );

      grant select, insert on subscription_undo, subscription_undo_turn, investment_limit to ${APP_ROLE};
      grant update (state, period, exit_price, pay, ended_quantity, closed_at) on subscription_undo to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-investment-pause',
    sql: `
      /* Breaks that members take from investing, break by break: none is made shorter. */
      create table investment_pause (
        member_id uuid not null,
        until timestamptz not null,
        asked_at timestamptz not null,
        check (until > asked_at),
        primary key (member_id, until)
      );
      grant select, insert on investment_pause to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-subscription-rules',
    sql: `
      /* Rule book 2.15: by whose limits it was placed, and by whose terms a run dealt it. */
      ${ruleVersionColumn('subscription', 'placed_at')}
      ${dealVersionColumn('subscription', 'filled is not null')}
      ${ruleVersionColumn('subscription_undo', 'asked_at')}
      ${dealVersionColumn('subscription_undo', "state = 'done'")}
      grant update (deal_version) on subscription, subscription_undo to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-subscriptions-of-a-shared-loss',
    sql: `
      /* what was asked for, where a shared loss has cut the amount */
      alter table subscription add column asked numeric(38,0) check (asked > amount);
      grant update (amount, hold_id, asked) on subscription to ${APP_ROLE};
    `,
  },
]
