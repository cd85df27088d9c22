import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Pictures as the house keeps them: decoded and encoded again, never the bytes that came in. */
export const uploadMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-uploads',
    sql: `
      create table upload (
        id uuid primary key,
        member_id uuid not null,
        sha256 bytea not null,
        media_type text not null,
        width integer not null,
        height integer not null,
        bytes integer not null,
        file_name text not null unique,
        uploaded_at timestamptz not null default house_now()
      );
      create index upload_member on upload (member_id, uploaded_at);
      create index upload_sha on upload (sha256);
      grant select, insert on upload to ${APP_ROLE};
    `,
  },
]
