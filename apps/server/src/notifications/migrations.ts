import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Notifications of members. */
export const notificationMigrations: readonly Migration[] = [
  {
    id: '2026-11-22-notifications',
    sql: `
      create table notification (
        id uuid primary key,
        member_id uuid not null,
        kind text not null,
        side text check (side in ('buyer', 'seller')),
        subject text,
        slots jsonb not null,
        /* what happened, named by its own record: nobody is told of it twice */
        source text not null,
        at timestamptz not null,
        read_at timestamptz,
        unique (member_id, source)
      );
      create index notification_list on notification (member_id, at desc, id desc);
      create index notification_unread on notification (member_id) where read_at is null;
      create index notification_age on notification (at);

      -- How far the members of a settlement have been told.
      create table notification_settlement (
        period text primary key,
        told_up_to uuid,
        done_at timestamptz
      );

      grant select, insert, update, delete on notification to ${APP_ROLE};
      grant select, insert, update on notification_settlement to ${APP_ROLE};
    `,
  },
]
