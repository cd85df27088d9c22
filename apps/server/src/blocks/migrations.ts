import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Which members have blocked which. */
export const blockMigrations: readonly Migration[] = [
  {
    id: '2026-11-22-blocks',
    sql: `
      create table block (
        id uuid primary key,
        member_id uuid not null,
        blocked_id uuid not null check (blocked_id <> member_id),
        blocked_at timestamptz not null,
        unique (member_id, blocked_id)
      );
      create index block_list on block (member_id, blocked_at desc, id desc);

      grant select, insert, delete on block to ${APP_ROLE};
    `,
  },
]
