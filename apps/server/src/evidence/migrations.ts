import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** What the chains say of payments, and evidence that was shown twice. */
export const evidenceMigrations: readonly Migration[] = [
  {
    id: '2026-11-22-evidence',
    sql: `
      create table hash_check (
        trade_id uuid not null,
        hash text not null check (hash ~ '^[0-9a-f]{64}$'),
        since timestamptz not null,
        due_at timestamptz not null,
        tries integer not null default 0,
        -- Of the newest finding.
        finding text,
        confirmations integer,
        -- Nothing can change any more, or nobody waits for it.
        ended_at timestamptz,
        primary key (trade_id, hash)
      );
      create index hash_check_due on hash_check (due_at) where ended_at is null;
      create index hash_check_hash on hash_check (hash);

      create table hash_finding (
        trade_id uuid not null,
        hash text not null,
        number integer not null check (number > 0),
        finding text not null check (finding in ('verified', 'pending', 'not_found', 'wrong_recipient', 'wrong_token',
          'wrong_amount', 'outside_window', 'used_before', 'unavailable', 'not_checked')),
        confirmations integer,
        needed integer,
        block_at timestamptz,
        -- Micro-USDT that reached the agreed address by it.
        received numeric(38,0),
        at timestamptz not null,
        primary key (trade_id, hash, number),
        foreign key (trade_id, hash) references hash_check
      );

      -- A transfer pays one trade: the one for which it was verified.
      create table hash_binding (
        chain text not null,
        hash text not null,
        ordinal integer not null,
        trade_id uuid not null,
        primary key (chain, hash, ordinal)
      );

      -- Evidence of a trade that was shown in another one too. Each pair stands twice, once from each side.
      create table evidence_reuse (
        trade_id uuid not null,
        other_trade_id uuid not null check (other_trade_id <> trade_id),
        kind text not null check (kind in ('hash', 'picture', 'similar_picture')),
        at timestamptz not null,
        primary key (trade_id, other_trade_id, kind)
      );

      create function evidence_is_history() returns trigger language plpgsql as $$
        begin
          raise exception 'what was found cannot be changed' using errcode = 'integrity_constraint_violation';
        end $$;
      create trigger hash_finding_rows before update or delete on hash_finding for each row execute function evidence_is_history();
      create trigger hash_finding_all before truncate on hash_finding for each statement execute function evidence_is_history();
      create trigger hash_binding_rows before update or delete on hash_binding for each row execute function evidence_is_history();
      create trigger hash_binding_all before truncate on hash_binding for each statement execute function evidence_is_history();

      grant select, insert, update on hash_check to ${APP_ROLE};
      grant select, insert on hash_finding, hash_binding, evidence_reuse to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-evidence-payers',
    sql: `
      -- docs/otc-payments.md: a transfer is the payment of the one trade whose amount it has.
      alter table hash_finding
        drop constraint hash_finding_finding_check,
        add constraint hash_finding_finding_check check (finding in ('verified', 'pending', 'not_found', 'wrong_recipient',
          'wrong_token', 'wrong_amount', 'near', 'other_trade', 'wrong_payer', 'contested', 'before_take', 'outside_window',
          'used_before', 'unavailable', 'not_checked')),
        -- Where it came from, as its chain writes addresses.
        add column payer text;
      -- When a look after the time to pay said that this hash is no payment; null while it may be one.
      alter table hash_check add column no_payment_at timestamptz;
      -- What was bound; empty of transfers that were bound before a payment had to be exact.
      alter table hash_binding
        add column amount numeric(38,0),
        add column payer text,
        add column block_at timestamptz;
      create index hash_binding_trade on hash_binding (trade_id);
      -- Up to which block payments were looked for on a chain.
      create table payment_watch (
        chain text primary key,
        block integer not null
      );
      grant select, insert, update on payment_watch to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-26-evidence-files',
    sql: `
      -- The same video or document in two trades; the same picture has a kind of its own.
      alter table evidence_reuse
        drop constraint evidence_reuse_kind_check,
        add constraint evidence_reuse_kind_check check (kind in ('hash', 'picture', 'similar_picture', 'file'));
    `,
  },
]
