import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'
import { ruleVersionColumn } from '../platform/database/migration-columns.ts'
import { disputeMigrations } from './dispute-migrations.ts'
import { floatingMigrations } from './floating-migrations.ts'
import { lateMigrations } from './late-migrations.ts'
import { paymentMigrations } from './payment-migrations.ts'
import { takerMigrations } from './taker-migrations.ts'

/** Orders, trades and every step that a trade has taken. */
export const otcMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-otc',
    sql: `
      create table otc_order (
        id uuid primary key,
        order_number text not null unique,
        member_id uuid not null,
        side text not null check (side in ('sell')),
        price numeric(38,0) not null check (price > 0),
        total numeric(38,0) not null check (total > 0),
        available numeric(38,0) not null check (available >= 0),
        in_trade numeric(38,0) not null default 0 check (in_trade >= 0),
        dealt numeric(38,0) not null default 0 check (dealt >= 0),
        returned numeric(38,0) not null default 0 check (returned >= 0),
        min_quantity numeric(38,0) not null check (min_quantity > 0),
        max_quantity numeric(38,0) not null,
        concession_bps integer not null check (concession_bps between 0 and 500),
        fee_bps integer not null check (fee_bps between 0 and 10000),
        /* fee coins still in escrow for this order: for what is available, and in trades */
        fee_held numeric(38,0) not null check (fee_held >= 0),
        /* the part of fee_held, or of fees paid, that belongs to takes in trade or dealt */
        fee_taken numeric(38,0) not null default 0 check (fee_taken >= 0),
        networks text[] not null check (cardinality(networks) > 0),
        version integer not null default 1,
        epoch integer not null default 0,
        cancelled_at timestamptz,
        created_at timestamptz not null,
        idempotency_key text not null,
        unique (member_id, idempotency_key),
        check (total = available + in_trade + dealt + returned),
        check (max_quantity >= min_quantity)
      );
      create index otc_order_owner on otc_order (member_id, created_at desc, id);
      create index otc_order_market on otc_order (side, ((price * (10000 - concession_bps))), created_at, id) where available > 0;

      create table otc_trade (
        id uuid primary key,
        matching_id text not null unique,
        order_id uuid not null references otc_order (id),
        seller_id uuid not null,
        buyer_id uuid not null check (buyer_id <> seller_id),
        state text not null check (state in ('unpaid', 'payment_grace', 'payment_timeout', 'paid', 'release_timeout', 'finished')),
        reason text check (reason in ('gave_up', 'unpaid')),
        quantity numeric(38,0) not null check (quantity > 0),
        price numeric(38,0) not null check (price > 0),
        deal_amount numeric(38,0) not null,
        concession_quantity numeric(38,0) not null check (concession_quantity >= 0),
        payment_amount numeric(38,0) not null check (payment_amount > 0),
        fee numeric(38,0) not null check (fee >= 0),
        network text not null check (network in ('BSC', 'TRON')),
        pay_to text not null,
        contact text,
        payment_hash text,
        paid_at timestamptz,
        dealt_at timestamptz not null,
        payment_deadline timestamptz not null,
        grace_deadline timestamptz not null,
        release_deadline timestamptz,
        closed_at timestamptz,
        version integer not null default 1,
        epoch integer not null default 0,
        idempotency_key text not null,
        unique (buyer_id, idempotency_key)
      );
      create index otc_trade_seller on otc_trade (seller_id, dealt_at desc, id);
      create index otc_trade_buyer on otc_trade (buyer_id, dealt_at desc, id);
      create index otc_trade_order on otc_trade (order_id);
      create index otc_trade_payment_due on otc_trade (payment_deadline) where state = 'unpaid';
      create index otc_trade_grace_due on otc_trade (grace_deadline) where state = 'payment_grace';
      create index otc_trade_release_due on otc_trade (release_deadline) where state = 'paid';
      create index otc_trade_deals on otc_trade (closed_at desc) where state = 'finished';

      create table otc_trade_event (
        trade_id uuid not null references otc_trade (id),
        version integer not null,
        event text not null,
        actor text not null check (actor in ('buyer', 'seller', 'clock')),
        at timestamptz not null,
        primary key (trade_id, version)
      );

      create table otc_voucher (
        trade_id uuid not null references otc_trade (id),
        upload_id uuid not null,
        position integer not null,
        added_at timestamptz not null,
        primary key (trade_id, upload_id)
      );
      create index otc_voucher_upload on otc_voucher (upload_id);

      grant select, insert, update on otc_order, otc_trade to ${APP_ROLE};
      grant select, insert on otc_trade_event, otc_voucher to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-21-otc-2',
    sql: `
      -- Where a buyer pays is sealed (security.md T28). The clear columns are emptied by the
      -- migration door, which has the key; nothing writes them any more.
      alter table otc_trade
        add column pay_to_sealed bytea,
        add column contact_sealed bytea,
        alter column pay_to drop not null,
        add constraint otc_trade_pay_to check (num_nonnulls(pay_to, pay_to_sealed) > 0);
    `,
  },
  {
    id: '2026-11-22-otc-3',
    sql: `
      -- The run that redeems the fee of a finished trade: the first whose cut-off follows the release.
      alter table otc_trade add column fee_period text;
      create index otc_trade_fee_open on otc_trade (closed_at)
        where state = 'finished' and fee_period is null;
      create index otc_trade_fee_period on otc_trade (fee_period, closed_at, id)
        where fee_period is not null;
    `,
  },
  {
    id: '2026-11-22-otc-orders',
    sql: `
      -- Both sides of the market, what an owner asks of a taker, and the life of an order beside its
      -- status: the table of otc/order.ts, which the trigger below repeats and a test compares.
      alter table otc_order
        drop constraint otc_order_side_check,
        add constraint otc_order_side_check check (side in ('sell', 'buy')),
        add column life text not null default 'open'
          check (life in ('open', 'paused', 'held', 'cancelled', 'expired', 'complete')),
        add column held_because text check (held_because in ('guide_moved', 'outside_band')),
        add column effective_only boolean not null default false,
        add column min_finished_trades integer not null default 0 check (min_finished_trades >= 0),
        add column min_completion_rate integer not null default 0 check (min_completion_rate between 0 and 100),
        /* the guide price that the owner saw last: at publishing, resuming or changing; per coin of today */
        add column guide_seen numeric(38,0) check (guide_seen > 0),
        add column expires_at timestamptz,
        /* what the market sorts by: the price after concession times 10,000, of buy orders below zero */
        add column rank numeric(38,0) generated always as
          (case side when 'sell' then price * (10000 - concession_bps) else -price * (10000 - concession_bps) end) stored;
      alter table otc_order rename column cancelled_at to ended_at;
      update otc_order set expires_at = created_at + interval '7 days',
        guide_seen = greatest(1, div(price * (10000 - concession_bps), 10000)),
        life = case when ended_at is not null then 'cancelled' when dealt = total then 'complete' else 'open' end,
        ended_at = case when ended_at is null and dealt = total then created_at else ended_at end;
      alter table otc_order
        alter column expires_at set not null,
        alter column guide_seen set not null,
        alter column life drop default,
        add constraint otc_order_held check ((life = 'held') = (held_because is not null)),
        add constraint otc_order_ended check ((ended_at is not null) = (life in ('cancelled', 'expired', 'complete'))),
        add constraint otc_order_over check (ended_at is null or available = 0),
        add constraint otc_order_complete check (life <> 'complete' or in_trade = 0),
        /* a buy order holds no coin: its sellers do, in their trades */
        add constraint otc_order_buys check (side = 'sell' or (fee_held = 0 and fee_taken = 0 and concession_bps = 0)),
        drop constraint otc_order_member_id_idempotency_key_key,
        add constraint otc_order_once unique (member_id, side, idempotency_key);
      drop index otc_order_market;
      create index otc_order_market on otc_order (side, rank, created_at, id) where life = 'open' and available > 0;
      create index otc_order_expiry on otc_order (expires_at) where available > 0;

      create function otc_order_step() returns trigger language plpgsql as $$
        begin
          if new.life <> old.life and not (old.life || '>' || new.life) = any (array[
            'open>paused', 'open>held', 'open>cancelled', 'open>expired', 'open>complete',
            'paused>open', 'paused>cancelled', 'paused>expired', 'paused>complete',
            'held>open', 'held>paused', 'held>cancelled', 'held>expired', 'held>complete'])
          then
            raise exception 'an order does not go from % to %', old.life, new.life using errcode = 'integrity_constraint_violation';
          end if;
          if (new.id, new.member_id, new.side, new.order_number, new.created_at, new.fee_bps)
            is distinct from (old.id, old.member_id, old.side, old.order_number, old.created_at, old.fee_bps)
            or new.version < old.version or new.epoch < old.epoch
            or (new.epoch = old.epoch and (new.total <> old.total or new.dealt < old.dealt or new.returned < old.returned))
          then
            raise exception 'an order keeps what it is, and what is dealt or returned stays so' using errcode = 'integrity_constraint_violation';
          end if;
          return new;
        end $$;
      create trigger otc_order_steps before update on otc_order for each row execute function otc_order_step();

      -- Which side's order a trade was made from: its taker is the buyer of a sell order, the seller of
      -- a buy order. \`counts\`: for the reputation of both, known soon after the trade ended.
      -- A live trade keeps its price in a split; \`split_multiple\` says how often the coin was split since.
      alter table otc_trade
        add column order_side text not null default 'sell' check (order_side in ('sell', 'buy')),
        add column counts boolean,
        add column split_multiple numeric(38,0) not null default 1 check (split_multiple >= 1),
        drop constraint otc_trade_buyer_id_idempotency_key_key;
      alter table otc_trade alter column order_side drop default;
      create unique index otc_trade_once on otc_trade
        ((case order_side when 'sell' then buyer_id else seller_id end), order_side, idempotency_key);
      create index otc_trade_uncounted on otc_trade (closed_at) where closed_at is not null and counts is null;
      create index otc_trade_faults on otc_trade (buyer_id, closed_at) where state = 'payment_timeout';

      -- Why and until when a member takes nothing and publishes no buy order.
      create table otc_penalty (
        id uuid primary key,
        member_id uuid not null,
        cause text not null,
        /* the first, second, third … of its cause: each longer than the last */
        grade integer not null check (grade > 0),
        since timestamptz not null,
        until timestamptz not null check (until > since)
      );
      create index otc_penalty_member on otc_penalty (member_id, until desc);
      grant select, insert on otc_penalty to ${APP_ROLE};
    `,
  },
  ...disputeMigrations,
  {
    id: '2026-11-22-otc-held-at',
    sql: `
      -- When the market held an order last: its owner is told once of each time.
      alter table otc_order add column held_at timestamptz;
    `,
  },
  {
    id: '2026-11-22-otc-auto-release',
    sql: `
      -- A seller's wish that stays with the order, so that a trade need not keep it: a payment that the
      -- chain has verified is released without being asked for.
      alter table otc_order
        add column auto_release boolean not null default false,
        add constraint otc_order_auto_release check (side = 'sell' or not auto_release);
    `,
  },
  {
    id: '2026-11-22-otc-versioned',
    sql: `
      -- How much is too much, and how long a pause is, says the version of the rule book in force.
      alter table otc_order
        drop constraint otc_order_concession_bps_check,
        add constraint otc_order_concession_bps_check check (concession_bps between 0 and 9999);
      alter table otc_penalty
        drop constraint otc_penalty_check,
        add constraint otc_penalty_check check (until >= since);
    `,
  },
  {
    id: '2026-11-22-otc-rules',
    sql: `
      -- Rule book 2.15: by whose fee an order was published, by whose times a trade was made.
      ${ruleVersionColumn('otc_order', 'created_at')}
      ${ruleVersionColumn('otc_trade', 'dealt_at')}
    `,
  },
  ...paymentMigrations,
  ...takerMigrations,
  ...lateMigrations,
  ...floatingMigrations,
  {
    id: '2026-11-23-otc-trades-that-go-on',
    sql: `
      -- A wind-down that is closing asks often whether any is left.
      create index otc_trade_held on otc_trade (id) where state in
        ('unpaid', 'payment_grace', 'paid', 'release_timeout', 'arbitration_from_grace',
          'arbitration_from_paid', 'arbitration_from_timeout', 'arbitration_from_closed');
      create index otc_trade_appealable on otc_trade (closed_at) where state = 'payment_timeout';
    `,
  },
  {
    id: '2026-11-27-otc-looked-at',
    sql: `
      -- What the checks after a settlement read: what is open, and what has ended lately.
      create index otc_trade_closed on otc_trade (closed_at);
      create index otc_order_ended on otc_order (ended_at);
    `,
  },
  {
    id: '2026-11-27-otc-orders-in-trade',
    sql: `
      -- An order that has ended is still checked while it has open trades.
      create index otc_order_in_trade on otc_order (id) where in_trade > 0;
    `,
  },
]
