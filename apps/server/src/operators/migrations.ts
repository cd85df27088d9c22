import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Operators, their sessions, and the log of all their acts. */
export const operatorMigrations: readonly Migration[] = [
  {
    id: '2026-11-22-operators',
    sql: `
      create table operator (
        id uuid primary key,
        name text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{1,31}$'),
        role text not null check (role in ('support', 'reviewer', 'arbitrator', 'treasurer', 'administrator')),
        /* the operator's own account as a member, where there is one: for ties */
        member_id uuid unique,
        password_hash text,
        /* of the one-time secret that chooses the password */
        secret_hash bytea,
        secret_until timestamptz,
        failures integer not null default 0,
        locked_until timestamptz,
        created_at timestamptz not null,
        disabled_at timestamptz,
        check ((secret_hash is null) = (secret_until is null))
      );
      create table operator_session (
        id uuid primary key,
        operator_id uuid not null references operator (id),
        token_hash bytea not null unique check (octet_length(token_hash) = 32),
        signed_in_at timestamptz not null,
        last_seen_at timestamptz not null,
        expires_at timestamptz not null,
        ended_at timestamptz
      );
      create index operator_session_operator on operator_session (operator_id) where ended_at is null;

      -- Each act is chained to the one before by its hash; the first one to 32 zero bytes.
      create table operator_act (
        seq bigint primary key check (seq > 0),
        at timestamptz not null,
        operator_id uuid references operator (id),
        actor text not null,
        role text not null check (role in ('support', 'reviewer', 'arbitrator', 'treasurer', 'administrator', 'house')),
        session_hash bytea,
        action text not null,
        object text not null,
        reason text,
        before_hash bytea,
        after_hash bytea,
        prev bytea not null check (octet_length(prev) = 32),
        hash bytea not null unique check (octet_length(hash) = 32)
      );
      create index operator_act_operator on operator_act (operator_id, seq desc);
      create function operator_act_is_history() returns trigger language plpgsql as $$
        begin
          raise exception 'the audit log cannot be changed' using errcode = 'integrity_constraint_violation';
        end $$;
      create trigger operator_act_rows before update or delete on operator_act for each row execute function operator_act_is_history();
      create trigger operator_act_all before truncate on operator_act for each statement execute function operator_act_is_history();

      grant select, insert, update on operator, operator_session to ${APP_ROLE};
      grant select, insert on operator_act to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-operators-devices',
    sql: `
      -- Where an operator has signed in: failures of strangers elsewhere do not count here. The counts
      -- themselves are kept where those of members' logins are.
      create table operator_device (
        operator_id uuid not null references operator (id),
        device_hash bytea not null check (octet_length(device_hash) = 32),
        primary key (operator_id, device_hash)
      );
      alter table operator drop column failures, drop column locked_until;
      grant select, insert on operator_device to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-operators-grants',
    sql: `
      -- An account, or another role, as one administrator proposes it and another approves; under the
      -- proposal's id.
      create table operator_grant (
        id uuid primary key,
        name text not null check (name ~ '^[a-z0-9][a-z0-9-]{1,31}$'),
        role text not null check (role in ('support', 'reviewer', 'arbitrator', 'treasurer', 'administrator')),
        role_before text check (role_before in ('support', 'reviewer', 'arbitrator', 'treasurer', 'administrator')),
        member_id uuid
      );
      create trigger operator_grant_rows before update or delete on operator_grant
        for each row execute function operator_act_is_history();
      grant select, insert on operator_grant to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-operators-refused',
    sql: `
      -- Who was refused to sign in is nobody that the house knows.
      alter table operator_act drop constraint operator_act_role_check,
        add constraint operator_act_role_check
          check (role in ('support', 'reviewer', 'arbitrator', 'treasurer', 'administrator', 'house', 'unknown'));
    `,
  },
  {
    id: '2026-11-23-operators-presence',
    sql: `
      -- When an arbitrator was last here is asked by every take.
      create index operator_session_signed_in on operator_session (operator_id, signed_in_at);
    `,
  },
  {
    id: '2026-11-23-operators-keys',
    sql: `
      -- The public key that an operator signs payouts with, the newest one counts. The signer has a list
      -- of its own: this one gives a clear answer before it is asked.
      create table operator_payout_key (
        operator_id uuid not null references operator (id),
        registered_at timestamptz not null,
        public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{87}$'),
        primary key (operator_id, registered_at)
      );
      create trigger operator_payout_key_rows before update or delete on operator_payout_key
        for each row execute function operator_act_is_history();
      grant select, insert on operator_payout_key to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-26-operators-console',
    sql: `
      -- A session is a tool's, which has its token, or the console's, which keeps it in a cookie and is
      -- locked instead of ended. When a second factor was last proven in it.
      alter table operator_session
        add column kind text not null default 'tool' check (kind in ('tool', 'console')),
        add column agent text check (length(agent) <= 200),
        add column proven_at timestamptz;

      create table operator_passkey (
        id uuid primary key,
        operator_id uuid not null references operator (id),
        credential_id bytea not null unique,
        public_key bytea not null,
        sign_count bigint not null,
        transports text[] not null,
        label text not null check (length(label) between 1 and 60),
        added_at timestamptz not null,
        used_at timestamptz,
        removed_at timestamptz
      );
      create index operator_passkey_operator on operator_passkey (operator_id) where removed_at is null;
      -- The secret of an authenticator is sealed. The step of the last code that was taken is kept, so
      -- that no code is taken twice.
      create table operator_totp (
        id uuid primary key,
        operator_id uuid not null references operator (id),
        secret_sealed bytea not null,
        begun_at timestamptz not null,
        added_at timestamptz,
        used_at timestamptz,
        last_step bigint not null default 0,
        removed_at timestamptz
      );
      create unique index operator_totp_operator on operator_totp (operator_id) where added_at is not null and removed_at is null;
      -- What a passkey has to sign: one at a time for each session and use, and used once.
      create table operator_challenge (
        session_id uuid not null references operator_session (id),
        use text not null check (use in ('add', 'prove')),
        challenge text not null,
        until timestamptz not null,
        primary key (session_id, use)
      );
      -- The second factors of an operator who has lost them, as one administrator proposes to remove
      -- them and another approves; under the proposal's id.
      create table operator_factor_reset (
        id uuid primary key,
        operator_id uuid not null references operator (id),
        why text not null check (length(why) between 1 and 500)
      );
      create trigger operator_factor_reset_rows before update or delete on operator_factor_reset
        for each row execute function operator_act_is_history();

      grant select, insert on operator_passkey, operator_totp, operator_factor_reset to ${APP_ROLE};
      grant update (sign_count, used_at, removed_at) on operator_passkey to ${APP_ROLE};
      grant update (added_at, used_at, last_step, removed_at) on operator_totp to ${APP_ROLE};
      grant select, insert, update, delete on operator_challenge to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-26-operators-audit-roots',
    sql: `
      -- Acts from here on have the second form: what names or describes people is in the record as a salted
      -- hash alone, and its text beside it. Earlier acts stay as they are; their hashes are leaves of the
      -- same tree.
      alter table operator_act
        add column form smallint not null default 1 check (form in (1, 2)),
        add column reason_hash bytea check (octet_length(reason_hash) = 32),
        add constraint operator_act_words check (form = 1 and reason_hash is null or form = 2 and reason is null);
      create index operator_act_action on operator_act (action, seq desc);
      create index operator_act_object on operator_act (object, seq desc);

      -- The reason of an act with the salt of its hashes. It is destroyed when all members whom the act
      -- concerns have closed their accounts.
      create table operator_act_text (
        seq bigint primary key references operator_act (seq),
        salt bytea not null check (octet_length(salt) = 32),
        reason text,
        -- Written for the member, who reads it.
        for_member boolean not null
      );
      create table operator_act_member (
        seq bigint not null references operator_act (seq),
        place smallint not null check (place > 0),
        member_id uuid not null,
        salt bytea not null check (octet_length(salt) = 32),
        primary key (seq, place)
      );
      create index operator_act_member_acts on operator_act_member (member_id, seq desc);
      create trigger operator_act_member_rows before update or delete on operator_act_member
        for each row execute function operator_act_is_history();
      create trigger operator_act_member_all before truncate on operator_act_member
        for each statement execute function operator_act_is_history();
      create function operator_act_text_stays() returns trigger language plpgsql as $$
        begin
          if exists (select from operator_act_member where seq = old.seq) and not exists (
            select from operator_act_member a join member m on m.id = a.member_id
            where a.seq = old.seq and m.closed_at is null) then return old; end if;
          raise exception 'the audit log cannot be changed' using errcode = 'integrity_constraint_violation';
        end $$;
      create trigger operator_act_text_rows before update on operator_act_text
        for each row execute function operator_act_is_history();
      create trigger operator_act_text_gone before delete on operator_act_text
        for each row execute function operator_act_text_stays();
      create trigger operator_act_text_all before truncate on operator_act_text
        for each statement execute function operator_act_is_history();

      -- Roots of the tree over the hashes of the first so many acts, signed with a key that is not here.
      -- The peaks are what the next root is computed from.
      create table operator_act_root (
        number bigint primary key check (number > 0),
        size bigint not null check (size >= 0),
        root bytea not null check (octet_length(root) = 32),
        at timestamptz not null,
        peaks bytea not null check (octet_length(peaks) % 32 = 0),
        public_key bytea not null check (octet_length(public_key) = 32),
        signature bytea not null check (octet_length(signature) = 64)
      );
      create trigger operator_act_root_rows before update or delete on operator_act_root
        for each row execute function operator_act_is_history();
      create trigger operator_act_root_all before truncate on operator_act_root
        for each statement execute function operator_act_is_history();

      grant select, insert on operator_act_member, operator_act_root to ${APP_ROLE};
      grant select, insert, delete on operator_act_text to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-26-operators-ends',
    sql: `
      -- Accounts of operators that one administrator proposes to end and another approves; under the proposal's id.
      create table operator_end (
        id uuid primary key,
        operator_id uuid not null references operator (id),
        why text not null check (length(why) between 1 and 500)
      );
      create trigger operator_end_rows before update or delete on operator_end
        for each row execute function operator_act_is_history();
      grant select, insert on operator_end to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-27-operators-audit-key',
    sql: `
      -- Where another key begins: the key of the root before has signed that this one follows it.
      alter table operator_act_root add column key_change bytea check (octet_length(key_change) = 64);
    `,
  },
]
