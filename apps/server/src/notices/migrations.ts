import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Notices, their versions and writers, and which members have read them. */
export const noticeMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-notices',
    sql: `
      create table notice (
        id uuid primary key,
        state text not null check (state in ('draft', 'scheduled', 'published', 'withdrawn')),
        /* goes up with everything that is done to it */
        version integer not null default 1,
        title_zh text not null,
        body_zh text not null,
        title_en text,
        body_en text,
        pinned boolean not null,
        pictures uuid[] not null,
        publish_at timestamptz,
        published_at timestamptz,
        edited_at timestamptz,
        ends_at timestamptz,
        withdrawn_at timestamptz,
        changed_at timestamptz not null,
        check ((title_en is null) = (body_en is null)),
        check ((state = 'scheduled') = (publish_at is not null)),
        check (state <> 'published' or published_at is not null),
        check (state not in ('draft', 'scheduled') or published_at is null),
        check ((state = 'withdrawn') = (withdrawn_at is not null))
      );
      create index notice_published on notice (published_at desc, id desc) where state = 'published';
      create index notice_due on notice (publish_at) where state = 'scheduled';
      create index notice_changed on notice (changed_at desc, id desc);

      create function refuse_notice_jump() returns trigger language plpgsql as $$
      begin
        if new.version <> old.version + 1 then
          raise exception 'a notice changes by one version at a time';
        end if;
        if old.state = 'withdrawn'
          or (old.state = 'published' and new.state not in ('published', 'withdrawn')) then
          raise exception 'a notice that is % does not become %', old.state, new.state;
        end if;
        return new;
      end $$;
      create trigger notice_life before update on notice
        for each row execute function refuse_notice_jump();

      -- Everything that was done to a notice, with the text that it had from then on.
      create table notice_version (
        notice_id uuid not null references notice (id),
        version integer not null,
        event text not null,
        actor text not null,
        at timestamptz not null,
        reason text,
        title_zh text not null,
        body_zh text not null,
        title_en text,
        body_en text,
        pinned boolean not null,
        primary key (notice_id, version)
      );

      create table notice_picture (
        id uuid primary key,
        file_name text not null unique,
        media_type text not null,
        width integer not null,
        height integer not null,
        bytes integer not null,
        sha256 bytea not null,
        uploaded_by uuid not null,
        uploaded_at timestamptz not null default house_now()
      );

      create table notice_read (
        member_id uuid not null,
        notice_id uuid not null references notice (id),
        read_at timestamptz not null,
        primary key (member_id, notice_id)
      );

      grant select, insert, update on notice to ${APP_ROLE};
      grant select, insert on notice_version, notice_picture, notice_read to ${APP_ROLE};
    `,
  },
]
