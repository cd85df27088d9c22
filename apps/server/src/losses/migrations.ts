import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/**
 * Losses beyond the house accounts, which two people let the dynamic pool and all balances share.
 */
export const lossMigrations: readonly Migration[] = [
  {
    id: '2026-11-22-losses',
    sql: `
      create table loss_sharing (
        id uuid primary key,
        /* the most that was approved, micro-USDT */
        most numeric(38,0) not null check (most > 0),
        notice_zh text not null check (length(notice_zh) between 1 and 1000),
        notice_en text not null check (length(notice_en) between 1 and 1000),
        proposed_by uuid not null,
        proposed_at timestamptz not null,
        /* Two people: nobody approves what they proposed. */
        approved_by uuid check (approved_by <> proposed_by),
        approved_at timestamptz,
        dropped_at timestamptz,
        /* the run that it was spent on */
        period text unique references settlement_run (period),
        /* what that run found missing beyond the house's own accounts: 0 leaves everybody as they are */
        left_over numeric(38,0) check (left_over >= 0),
        /* what two computations agreed on, before anybody bears anything of it */
        shared numeric(38,0) check (shared between 0 and most),
        owed numeric(38,0) check (owed >= shared),
        pool_dynamic numeric(38,0) check (pool_dynamic >= 0),
        dust numeric(38,0) check (dust >= 0),
        posted_at timestamptz,
        check (num_nonnulls(approved_by, approved_at) in (0, 2)),
        check (dropped_at is null or approved_at is null),
        check (num_nonnulls(period, left_over) in (0, 2)),
        check (period is null or approved_at is not null),
        check (num_nonnulls(shared, owed, pool_dynamic, dust) in (0, 4)),
        check (posted_at is null or period is not null)
      );
      -- One stands at a time.
      create unique index loss_sharing_one on loss_sharing ((true)) where period is null and dropped_at is null;
      create unique index loss_sharing_posting on loss_sharing ((true)) where period is not null and posted_at is null;

      -- What members had at the cut-off of the run; written once.
      create table loss_balance (
        period text not null references loss_sharing (period),
        member_id uuid not null,
        balance numeric(38,0) not null check (balance > 0),
        primary key (period, member_id)
      );
      create index loss_balance_member on loss_balance (member_id);
      -- What was held of it, for orders of other rooms; kept: what the order is held to since.
      create table loss_hold (
        hold_id uuid primary key,
        period text not null references loss_sharing (period),
        kind text not null check (kind in ('withdrawal', 'subscription')),
        order_id uuid not null,
        member_id uuid not null,
        amount numeric(38,0) not null check (amount > 0),
        kept numeric(38,0) check (kept between 0 and amount)
      );
      create index loss_hold_run on loss_hold (period, member_id);

      grant select, insert on loss_sharing, loss_balance, loss_hold to ${APP_ROLE};
      grant update (approved_by, approved_at, dropped_at, period, left_over, shared, owed, pool_dynamic, dust,
        posted_at) on loss_sharing to ${APP_ROLE};
      grant update (kept) on loss_hold to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-losses-of-closed-platforms',
    sql: `
      -- A platform that was wound down has no settlements: its sharings are named by the day of a cut-off as well.
      alter table loss_sharing drop constraint loss_sharing_period_fkey;
    `,
  },
]
