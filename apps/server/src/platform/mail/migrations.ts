import { APP_ROLE } from '../database/connect.ts'
import type { Migration } from '../database/migrate.ts'

/** Queued e-mails. */
export const mailMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-mail',
    sql: `
      create table mail (
        id uuid primary key,
        -- Recipient and words, sealed; taken away when the letter is sent or given up.
        letter bytea,
        queued_at timestamptz not null default house_now(),
        -- When it may be tried (again); while somebody tries it, when that somebody counts as lost.
        due_at timestamptz not null default house_now(),
        tries integer not null default 0,
        sent_at timestamptz,
        given_up_at timestamptz,
        -- What the mail server or the line said, without any address.
        last_error text,
        check ((letter is null) = (sent_at is not null or given_up_at is not null))
      );
      create index mail_due on mail (due_at) where letter is not null;
      create index mail_sent on mail (sent_at) where sent_at is not null;

      grant select, insert, update, delete on mail to ${APP_ROLE};
    `,
  },
]
