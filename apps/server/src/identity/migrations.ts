import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/**
 * Members and their receiving accounts. The root member has no key and no password, so nobody can
 * log in as it.
 */
export const identityMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-identity',
    sql: `
      create table member (
        id uuid primary key,
        account_id text not null unique check (account_id ~ '^[0-9]{8}$'),
        nickname text not null,
        invite_code text not null unique check (invite_code ~ '^[0-9A-Z]{8}$'),
        inviter_id uuid references member (id),
        public_key bytea unique check (length(public_key) = 32),
        login_hash text,
        payment_hash text,
        country text not null,
        consented_at timestamptz not null,
        frozen_at timestamptz,
        created_at timestamptz not null default house_now()
      );
      create index member_inviter on member (inviter_id, created_at);

      create table receiving_account (
        member_id uuid primary key,
        bsc text,
        tron text,
        contact text,
        changed_at timestamptz not null,
        check (bsc is not null or tron is not null)
      );

      -- Guesses are counted before they are looked at, so that parallel ones cannot slip through.
      -- wrong_at holds the guesses of the last 24 h, at most ten of them.
      create table payment_attempt (
        member_id uuid primary key,
        wrong_in_row integer not null default 0,
        locked_until timestamptz,
        wrong_at timestamptz[] not null default '{}' check (cardinality(wrong_at) <= 10),
        reset_needed boolean not null default false
      );

      -- What a member's key may sign once. Any key gets one, so asking teaches nothing.
      create table challenge (
        nonce bytea primary key check (length(nonce) = 32),
        public_key bytea not null check (length(public_key) = 32),
        purpose text not null,
        origin text not null,
        expires_at timestamptz not null
      );
      create index challenge_age on challenge (expires_at);

      grant select, insert on member to ${APP_ROLE};
      grant update (nickname, login_hash, payment_hash, frozen_at) on member to ${APP_ROLE};
      grant select, insert, update on receiving_account to ${APP_ROLE};
      grant select, insert, update, delete on payment_attempt, challenge to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-21-identity-2',
    sql: `
      -- Addresses and contact are sealed (security.md T28). The clear columns are emptied by the
      -- migration door, which has the key; nothing writes them any more. A network that ever had an
      -- address is known: another one there is a change, not a first entry.
      alter table receiving_account
        add column bsc_sealed bytea,
        add column tron_sealed bytea,
        add column contact_sealed bytea,
        add column bsc_known boolean not null default false,
        add column tron_known boolean not null default false,
        drop constraint receiving_account_check,
        add constraint receiving_account_address
          check (num_nonnulls(bsc, tron, bsc_sealed, tron_sealed) > 0);
      update receiving_account set bsc_known = bsc is not null, tron_known = tron is not null;

      -- A password that was replaced without being known: by words, or by a code to the e-mail
      -- address. While it can be cancelled, the hash that it replaced is kept.
      create table password_reset (
        id uuid primary key,
        member_id uuid not null,
        password text not null check (password in ('login', 'payment')),
        proof text not null check (proof in ('words', 'email')),
        replaced_hash text,
        made_at timestamptz not null,
        cancellable_until timestamptz not null,
        cancelled_at timestamptz
      );
      create index password_reset_member on password_reset (member_id, made_at);
      create index password_reset_kept on password_reset (cancellable_until) where replaced_hash is not null;

      -- Why a member may not send money away for a while. Never shortened.
      create table member_freeze (
        id uuid primary key,
        member_id uuid not null,
        cause text not null check (cause in ('login-reset', 'payment-reset', 'address-change')),
        withdrawals boolean not null,
        sells boolean not null,
        began_at timestamptz not null,
        until timestamptz not null check (until > began_at)
      );
      create index member_freeze_member on member_freeze (member_id, until);

      grant select, insert, update on password_reset to ${APP_ROLE};
      grant select, insert on member_freeze to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-identity-nicknames',
    sql: `
      -- What a nickname looks like: no two members have the same. Of members of before, the migration
      -- door writes it; of those among them who look alike, the first to join has it.
      alter table member add column nickname_skeleton text;
      create unique index member_nickname_skeleton on member (nickname_skeleton);
      create index member_nickname_carried on member (created_at, id) where nickname_skeleton is null;
      grant update (nickname_skeleton) on member to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-identity-freezes',
    sql: `
      alter table member_freeze drop constraint member_freeze_cause_check,
        add constraint member_freeze_cause_check
          check (cause in ('login-reset', 'payment-reset', 'email-change', 'address-change'));
      -- Whose orders nobody takes now: sell orders of who may not sell, all orders of a closed account.
      create view frozen_order_owner as
        select member_id, 'sell' as side from member_freeze where sells and until > house_now()
        union all
        select id, side from member cross join (values ('sell'), ('buy')) as sides (side)
          where frozen_at is not null;
      grant select on frozen_order_owner to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-identity-passwords-changed',
    sql: `
      -- When a password was last changed, reset or brought back. A change of before by the old password
      -- was not written down.
      alter table member add column passwords_changed_at timestamptz;
      update member set passwords_changed_at = reset.made_at
        from (select member_id, max(greatest(made_at, cancelled_at)) as made_at from password_reset group by member_id) reset
        where reset.member_id = member.id;
      grant update (passwords_changed_at) on member to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-24-identity-closing',
    sql: `
      -- Since when a member waits for the own account to be closed, and since when it is. A closed account
      -- counts as frozen everywhere; its key and login hash stay, so that whoever proves either is told.
      alter table member add column closing_at timestamptz, add column closed_at timestamptz,
        add constraint member_closed check (closed_at is null or (frozen_at is not null and closing_at is null));
      create or replace view frozen_order_owner as
        select member_id, 'sell' as side from member_freeze where sells and until > house_now()
        union all
        select id, side from member cross join (values ('sell'), ('buy')) as sides (side)
          where frozen_at is not null or closing_at is not null;
      grant update (closing_at, closed_at) on member to ${APP_ROLE};
      grant delete on receiving_account to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-26-identity-account-freezes',
    sql: `
      -- That a member's account is frozen, or opened again, as one operator proposes it and another
      -- approves; under the proposal's id. It is carried out in the transaction that it names.
      create table account_freeze (
        id uuid primary key,
        member_id uuid not null,
        freezes boolean not null,
        why text not null check (length(why) between 1 and 500),
        done_in text
      );
      create index account_freeze_member on account_freeze (member_id, done_in);
      grant select, insert on account_freeze to ${APP_ROLE};
      grant update (done_in) on account_freeze to ${APP_ROLE};

      create function account_freeze_once() returns trigger language plpgsql as $$
        begin
          if old.done_in is not null then
            raise exception 'freeze % was carried out before', old.id using errcode = 'check_violation';
          end if;
          return new;
        end $$;
      create trigger account_freeze_once before update on account_freeze for each row execute function account_freeze_once();

      -- The server changes frozen_at by such an act alone, and by closing the account.
      create function member_frozen_by_an_act() returns trigger language plpgsql as $$
        begin
          if current_user = '${APP_ROLE}' and new.closed_at is null and not exists (
            select from account_freeze where member_id = new.id and done_in = pg_current_xact_id()::text
              and freezes = (new.frozen_at is not null))
          then
            raise exception 'no act freezes or opens the account of member %', new.id using errcode = 'check_violation';
          end if;
          return new;
        end $$;
      create trigger member_frozen_by_an_act before update on member for each row
        when (new.frozen_at is distinct from old.frozen_at) execute function member_frozen_by_an_act();
    `,
  },
  {
    id: '2026-11-26-identity-account-freezes-told',
    sql: `
      -- When it was carried out, for the member's notification; null for what was before this.
      alter table account_freeze add column done_at timestamptz check (done_at is null or done_in is not null);
      grant update (done_at) on account_freeze to ${APP_ROLE};
    `,
  },
]
