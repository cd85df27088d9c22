import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Pictures and files. Pictures as they are kept: decoded and encoded again, never the bytes that came in. */
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
  {
    id: '2026-11-22-uploads-2',
    sql: `
      -- What a picture looks like, in sixteen parts of sixteen bits: pictures that differ in few bits
      -- have a part in common, so they are found by an index. None of a picture without features.
      create table upload_look (
        upload_id uuid not null references upload (id),
        part integer not null check (part between 0 and 15),
        bits integer not null check (bits between 0 and 65535),
        primary key (upload_id, part)
      );
      create index upload_look_bits on upload_look (part, bits);

      -- The bytes that came in, encrypted: for a case alone, and taken away long after it.
      create table upload_original (
        upload_id uuid primary key references upload (id),
        file_name text unique,
        media_type text not null,
        kept_since timestamptz not null default house_now(),
        /* when it is asked next whether somebody still needs it */
        look_at timestamptz not null,
        removed_at timestamptz,
        check ((file_name is null) = (removed_at is not null))
      );
      create index upload_original_look on upload_original (look_at) where removed_at is null;
      grant select, insert on upload_look to ${APP_ROLE};
      grant select, insert, update on upload_original to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-uploads-software',
    sql: `
      -- What program the hidden data of a picture named, where it named one: for a case alone.
      alter table upload_original add column software text check (length(software) <= 100);
    `,
  },
  {
    id: '2026-11-22-uploads-space',
    sql: `
      -- How large an original is, for what a member's pictures take up; unknown of those from before.
      alter table upload_original add column bytes integer check (bytes > 0);
    `,
  },
  {
    id: '2026-11-23-uploads-removed',
    sql: `
      -- A picture that its owner deleted: what it looked like stays for the search for reused evidence.
      alter table upload add column removed_at timestamptz, add column files_gone boolean not null default false;
      create index upload_removed on upload (removed_at) where removed_at is not null and not files_gone;
      grant update (removed_at, files_gone) on upload to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-26-uploads-files',
    sql: `
      -- Videos and documents beside the pictures. A name is sealed, and emptied when its file is deleted.
      alter table upload
        add column kind text not null default 'picture' check (kind in ('picture', 'video', 'document')),
        add column name bytea,
        add column seconds integer check (seconds between 1 and 60),
        alter column width drop not null,
        alter column height drop not null,
        add check ((kind = 'picture') = (width is not null) and (kind = 'picture') = (height is not null)),
        add check ((kind = 'picture') = (name is null)),
        add check ((kind = 'video') = (seconds is not null));
      grant update (name) on upload to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-27-uploads-written',
    sql: `
      -- Names of files that no row names yet. One is written down before its file is kept, and taken out
      -- with the row that names it: what is left a day later is taken away. Once that has begun, no row
      -- may name it any more.
      create table upload_written (
        file_name text primary key,
        written_at timestamptz not null default house_now(),
        dropping_at timestamptz
      );
      create index upload_written_age on upload_written (written_at);
      grant select, insert, update, delete on upload_written to ${APP_ROLE};

      -- Whose files a store outside holds: it is marked with this id.
      create table upload_home (id uuid primary key default gen_random_uuid());
      create unique index upload_home_one on upload_home ((true));
      insert into upload_home default values;
      grant select on upload_home to ${APP_ROLE};
    `,
  },
]
