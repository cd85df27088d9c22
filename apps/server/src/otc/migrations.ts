import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'
import { disputeMigrations } from './dispute-migrations.ts'

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
  ...disputeMigrations,
]
