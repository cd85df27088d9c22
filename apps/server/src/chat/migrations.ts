import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** The messages of a trade's parties and arbitrators. */
export const chatMigrations: readonly Migration[] = [
  {
    id: '2026-11-22-chat',
    sql: `
      create table chat (
        trade_id uuid primary key,
        buyer_id uuid not null,
        seller_id uuid not null,
        -- Places are given out here, so that they have no gap and the row's lock orders the writers.
        last_place integer not null default 0,
        buyer_read integer not null default 0 check (buyer_read <= last_place),
        seller_read integer not null default 0 check (seller_read <= last_place)
      );
      create index chat_buyer_unread on chat (buyer_id) where buyer_read < last_place;
      create index chat_seller_unread on chat (seller_id) where seller_read < last_place;

      create table chat_message (
        trade_id uuid not null references chat (trade_id),
        place integer not null check (place > 0),
        id uuid not null unique,
        author text not null check (author in ('buyer', 'seller', 'staff')),
        -- The member, or the operator, whose session it was.
        author_id uuid not null,
        -- Sealed: people write down where and who they are.
        text bytea not null,
        at timestamptz not null,
        primary key (trade_id, place)
      );

      create table chat_picture (
        message_id uuid not null references chat_message (id),
        position integer not null,
        upload_id uuid not null,
        trade_id uuid not null references chat (trade_id),
        primary key (message_id, position)
      );
      create index chat_picture_upload on chat_picture (upload_id);
      create index chat_picture_trade on chat_picture (trade_id);

      grant select, insert, update on chat to ${APP_ROLE};
      -- What was said stays said.
      grant select, insert on chat_message, chat_picture to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-24-chat-closing',
    sql: `
      -- What was said stays said, until the account of who said it is closed: then its text is emptied.
      grant update (text) on chat_message to ${APP_ROLE};
    `,
  },
]
