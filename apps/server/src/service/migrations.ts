import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Messages of members and the service, feedback, and the tables of the staff's tools. */
export const serviceMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-service',
    sql: `
      create table service_thread (
        member_id uuid primary key,
        -- Places are given out here; this row is locked first by whatever changes a thread.
        last_place integer not null default 0,
        member_read integer not null default 0 check (member_read <= last_place),
        staff_read integer not null default 0 check (staff_read <= last_place)
      );

      create table service_conversation (
        id uuid primary key,
        member_id uuid not null references service_thread (member_id),
        opened_at timestamptz not null,
        last_at timestamptz not null,
        /* since when a person's answer is awaited */
        waiting_since timestamptz,
        person_asked_at timestamptz,
        operator_id uuid,
        operator_name text,
        assigned_at timestamptz,
        closed_at timestamptz,
        closed_by text check (closed_by in ('staff', 'idle')),
        stars smallint check (stars between 1 and 5),
        /* sealed, as everything that people write here */
        rating_text bytea,
        rated_at timestamptz,
        check ((closed_at is null) = (closed_by is null)),
        check (closed_at is null or waiting_since is null),
        check (stars is null or closed_at is not null),
        check ((stars is null) = (rated_at is null) and (stars is null) = (rating_text is null)),
        check ((operator_id is null) = (operator_name is null) and (operator_id is null) = (assigned_at is null))
      );
      -- One open conversation for each member.
      create unique index service_conversation_open on service_conversation (member_id) where closed_at is null;
      create index service_conversation_member on service_conversation (member_id, opened_at desc);
      create index service_conversation_waiting on service_conversation (waiting_since, id)
        where closed_at is null and operator_id is null;
      create index service_conversation_assigned on service_conversation (last_at desc, id desc)
        where closed_at is null and operator_id is not null;
      create index service_conversation_closed on service_conversation (last_at desc, id desc)
        where closed_at is not null;
      create index service_conversation_idle on service_conversation (last_at)
        where closed_at is null and waiting_since is null;

      create table service_message (
        member_id uuid not null references service_thread (member_id),
        place integer not null check (place > 0),
        id uuid not null unique,
        conversation_id uuid not null references service_conversation (id),
        author text not null check (author in ('member', 'staff', 'automatic', 'event')),
        /* the operator whose session it was, and the name that the member read then */
        operator_id uuid,
        nickname text,
        event text check (event in ('joined', 'personAsked', 'closed', 'closedIdle', 'rated')),
        text bytea not null,
        /* sealed JSON of what the server answered by itself */
        automatic bytea,
        at timestamptz not null,
        primary key (member_id, place),
        check ((author = 'event') = (event is not null)),
        check ((author = 'automatic') = (automatic is not null)),
        check (author <> 'staff' or operator_id is not null)
      );

      create table service_message_picture (
        message_id uuid not null references service_message (id),
        position integer not null,
        upload_id uuid not null,
        member_id uuid not null,
        conversation_id uuid not null references service_conversation (id),
        primary key (message_id, position)
      );
      create index service_message_picture_upload on service_message_picture (upload_id);
      create index service_message_picture_member on service_message_picture (member_id);

      -- The name that members read beside the answers of an operator.
      create table service_nickname (
        operator_id uuid primary key,
        nickname text not null
      );

      create table service_canned_answer (
        id uuid primary key,
        title text not null,
        zh text not null,
        en text not null,
        changed_by text not null,
        changed_at timestamptz not null
      );

      create table feedback (
        id uuid primary key,
        member_id uuid not null,
        type text not null check (type in ('problem', 'idea', 'complaint', 'other')),
        text bytea not null,
        sent_at timestamptz not null,
        answer bytea,
        answered_at timestamptz,
        answered_by uuid,
        answered_by_name text,
        nickname text,
        check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null)
          and (answer is null) = (answered_by_name is null))
      );
      create index feedback_member on feedback (member_id, sent_at desc, id desc);
      create index feedback_open on feedback (sent_at, id) where answered_at is null;
      create index feedback_answered on feedback (answered_at desc, id desc) where answered_at is not null;

      create table feedback_picture (
        feedback_id uuid not null references feedback (id),
        position integer not null,
        upload_id uuid not null,
        member_id uuid not null,
        primary key (feedback_id, position)
      );
      create index feedback_picture_upload on feedback_picture (upload_id);

      grant select, insert, update on service_thread, service_conversation, service_nickname, feedback to ${APP_ROLE};
      grant select, insert, update, delete on service_canned_answer to ${APP_ROLE};
      -- What was written stays as it was written.
      grant select, insert on service_message, service_message_picture, feedback_picture to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-24-service-closing',
    sql: `
      -- The texts of a closed account are emptied.
      grant update (text, automatic) on service_message to ${APP_ROLE};
    `,
  },
]
