import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Withdrawal requests. The amount is a hold on the available account until the request ends. */
export const withdrawalMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-withdrawals',
    sql: `
      create table withdrawal (
        id uuid primary key,
        order_number text not null unique,
        member_id uuid not null,
        address text not null,
        amount numeric(38,0) not null check (amount > 0),
        fee numeric(38,0) not null check (fee >= 0 and fee < amount),
        remarks text,
        state text not null check (state in ('requested', 'cancelled')),
        hold_id uuid not null unique,
        reason text,
        approvable_from timestamptz not null,
        requested_at timestamptz not null,
        closed_at timestamptz,
        idempotency_key text not null,
        unique (member_id, idempotency_key)
      );
      create index withdrawal_member on withdrawal (member_id, requested_at desc, id desc);

      grant select, insert on withdrawal to ${APP_ROLE};
      grant update (state, reason, closed_at) on withdrawal to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-withdrawals-of-a-shared-loss',
    sql: `
      /* what was asked for, where a shared loss has cut the amount */
      alter table withdrawal add column asked numeric(38,0) check (asked > amount);
      grant update (amount, hold_id, asked) on withdrawal to ${APP_ROLE};
    `,
  },
]
