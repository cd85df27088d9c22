import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** E-mail addresses of members, and the codes that prove them. */
export const verificationMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-verification',
    sql: `
      create table member_email (
        member_id uuid primary key,
        -- Sealed. One address may serve several accounts: a unique one could be asked about.
        address bytea not null,
        -- The language that letters are written in.
        locale text not null check (locale in ('zh-CN', 'en')),
        bound_at timestamptz not null,
        -- Since a reset by this mailbox was cancelled: it proves nothing for a reset any more.
        distrusted_at timestamptz
      );

      -- Asked for, whether an account stands behind it or not, so that both behave alike.
      create table email_code (
        id uuid primary key,
        -- A hash of the member or of the account ID as it was typed.
        account bytea not null check (length(account) = 32),
        purpose text not null
          check (purpose in ('bind', 'rebind-old', 'reset-login', 'reset-payment', 'withdraw')),
        -- A blind index of the address.
        address bytea not null check (length(address) = 32),
        code_hash bytea not null check (length(code_hash) = 32),
        -- Null when nothing is sent.
        letter_id uuid,
        asked_at timestamptz not null,
        -- Ten minutes from the sending; null until then.
        expires_at timestamptz,
        tries integer not null default 0 check (tries between 0 and 5),
        -- Used, or replaced by a later one: no guess at it is looked at any more.
        closed_at timestamptz
      );
      create index email_code_asked on email_code (account, purpose, address, asked_at desc);
      create index email_code_account on email_code (account, asked_at);
      create index email_code_address on email_code (address, asked_at);
      create index email_code_letter on email_code (letter_id) where letter_id is not null;
      create index email_code_age on email_code (asked_at);

      grant select, insert, update, delete on member_email, email_code to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-24-verification-closing',
    sql: `
      alter table email_code drop constraint email_code_purpose_check,
        add constraint email_code_purpose_check check (purpose in
          ('bind', 'rebind-old', 'reset-login', 'reset-payment', 'withdraw', 'close-account'));
    `,
  },
  {
    id: '2026-11-26-verification-found-by-address',
    sql: `
      -- A blind index of the address, by which operators find its members; null until a row of
      -- before this is carried. Not unique: one address may serve several accounts.
      alter table member_email add column address_index bytea check (length(address_index) = 32);
      create index member_email_address on member_email (address_index);
      create index member_email_uncarried on member_email (member_id) where address_index is null;
    `,
  },
]
