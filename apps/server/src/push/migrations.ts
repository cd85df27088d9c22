import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Browsers that get push messages, and the messages on their way. */
export const pushMigrations: readonly Migration[] = [
  {
    id: '2026-11-24-push',
    sql: `
      create table push_subscription (
        id uuid primary key,
        member_id uuid not null,
        -- It lives no longer than its session: one for each.
        session_id uuid not null unique references session (id) on delete cascade,
        -- Address at the push service and the browser's keys, sealed.
        address bytea not null,
        kinds text[] not null,
        locale text not null,
        created_at timestamptz not null default house_now()
      );
      create index push_subscription_member on push_subscription (member_id);

      create table push_message (
        id uuid primary key,
        subscription_id uuid not null references push_subscription (id) on delete cascade,
        -- What it says, sealed. The row goes when it is sent or given up.
        message bytea not null,
        -- When it may be tried (again); while somebody tries it, when that somebody counts as lost.
        due_at timestamptz not null default house_now(),
        expires_at timestamptz not null,
        tries integer not null default 0
      );
      create index push_message_due on push_message (due_at);
      create index push_message_subscription on push_message (subscription_id);

      grant select, insert, update, delete on push_subscription, push_message to ${APP_ROLE};
    `,
  },
]
