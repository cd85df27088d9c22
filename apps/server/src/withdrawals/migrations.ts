import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Withdrawal requests. The amount is a hold on the available account until the request ends. */
export const withdrawalMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-withdrawals',
    sql: `
      create table withdrawal (
        id uuid primary key,
        order_number text not null unique,
        member_id uuid not null,
        address text not null,
        amount numeric(38,0) not null check (amount > 0),
        fee numeric(38,0) not null check (fee >= 0 and fee < amount),
        remarks text,
        state text not null check (state in ('requested', 'cancelled')),
        hold_id uuid not null unique,
        reason text,
        approvable_from timestamptz not null,
        requested_at timestamptz not null,
        closed_at timestamptz,
        idempotency_key text not null,
        unique (member_id, idempotency_key)
      );
      create index withdrawal_member on withdrawal (member_id, requested_at desc, id desc);

      grant select, insert on withdrawal to ${APP_ROLE};
      grant update (state, reason, closed_at) on withdrawal to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-withdrawals-of-a-shared-loss',
    sql: `
      /* what was asked for, where a shared loss has cut the amount */
      alter table withdrawal add column asked numeric(38,0) check (asked > amount);
      grant update (amount, hold_id, asked) on withdrawal to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-24-withdrawals-closing',
    sql: `
      -- The remarks of a closed account are taken away.
      grant update (remarks) on withdrawal to ${APP_ROLE};
    `,
  },
]

/**
 * Review, release and payout of requests. Runs after the operators module, whose decisions it
 * stores.
 */
export const payoutMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-withdrawals-paid',
    sql: `
      alter table withdrawal drop constraint withdrawal_state_check,
        add constraint withdrawal_state_check check (state in ('requested', 'reviewed', 'released', 'handed',
          'signed', 'sent', 'paid', 'refused', 'cancelled', 'returned'));
      create index withdrawal_open on withdrawal (state, requested_at)
        where state not in ('paid', 'refused', 'cancelled', 'returned');

      -- When a withdrawal came to each of its states.
      create table withdrawal_step (
        withdrawal_id uuid not null references withdrawal (id),
        place integer not null check (place >= 0),
        state text not null,
        at timestamptz not null,
        primary key (withdrawal_id, place)
      );
      insert into withdrawal_step (withdrawal_id, place, state, at)
        select id, 0, 'requested', requested_at from withdrawal
        union all
        select id, 1, state, closed_at from withdrawal where closed_at is not null;

      -- What was decided about it. An approval names what arrives by it; one that was given for another
      -- amount is overtaken.
      create table withdrawal_decision (
        id uuid primary key,
        withdrawal_id uuid not null references withdrawal (id),
        decision text not null check (decision in ('review', 'release', 'automatic', 'refuse')),
        role text check (role in ('reviewer', 'treasurer')),
        operator_id uuid references operator (id),
        operator text,
        at timestamptz not null,
        note text check (length(note) between 1 and 500),
        arrives numeric(38,0) not null check (arrives > 0),
        /* of the order, as the signer checks it too */
        signature text,
        overtaken_at timestamptz,
        check ((decision = 'automatic') = (operator_id is null)),
        check (num_nonnulls(role, operator_id, operator) in (0, 3)),
        check (decision <> 'review' or role = 'reviewer'),
        check (decision <> 'release' or role = 'treasurer'),
        check (decision <> 'refuse' or note is not null),
        check ((decision = 'refuse') = (signature is null))
      );
      create index withdrawal_decision_order on withdrawal_decision (withdrawal_id, at);
      create unique index withdrawal_decision_once on withdrawal_decision (withdrawal_id, decision)
        where overtaken_at is null;
      -- Two people: nobody gives both approvals.
      create unique index withdrawal_decision_two_people on withdrawal_decision (withdrawal_id, operator_id)
        where overtaken_at is null and decision in ('review', 'release');

      -- A withdrawal that was handed to the signer: one payout for each, for ever.
      create table withdrawal_payout (
        withdrawal_id uuid primary key references withdrawal (id),
        chain_id bigint not null,
        hot_address text not null,
        handed_at timestamptz not null,
        nonce bigint check (nonce >= 0),
        signed_at timestamptz,
        /* the one that paid it, once it is in a block */
        transaction_hash text unique,
        /* what the signer answered last, where it signed nothing */
        refused text,
        refused_detail text,
        retry_at timestamptz,
        check ((nonce is null) = (signed_at is null))
      );
      create unique index withdrawal_payout_nonce on withdrawal_payout (chain_id, hot_address, nonce);
      -- Every transaction that was signed for one: of no two payouts.
      create table withdrawal_transaction (
        hash text primary key check (hash ~ '^0x[0-9a-f]{64}$'),
        withdrawal_id uuid not null references withdrawal_payout (withdrawal_id),
        place integer not null check (place >= 0),
        unique (withdrawal_id, place)
      );

      -- Addresses that members asked to be paid at. One that is removed and used again is new again.
      create table withdrawal_address (
        member_id uuid not null,
        address text not null,
        label text check (length(label) between 1 and 40),
        added_at timestamptz not null,
        removed_at timestamptz,
        primary key (member_id, address)
      );
      insert into withdrawal_address (member_id, address, added_at)
        select member_id, address, min(requested_at) from withdrawal
        where state <> 'cancelled' group by member_id, address;
      -- Each is announced to the signer once; its own cooling begins when it has noted it.
      create table payout_address (
        address text primary key,
        asked_at timestamptz not null,
        noted_at timestamptz,
        first_seen_at timestamptz,
        check ((noted_at is null) = (first_seen_at is null))
      );
      create index payout_address_untold on payout_address (asked_at) where noted_at is null;
      insert into payout_address (address, asked_at)
        select address, min(added_at) from withdrawal_address group by address;

      -- Whether approved withdrawals are paid out now, and what the signer said of itself.
      create table payout_status (
        only_row boolean primary key default true check (only_row),
        pause text,
        since timestamptz,
        checked_at timestamptz not null,
        signer jsonb,
        check ((pause is null) = (since is null))
      );

      grant select, insert on withdrawal_step, withdrawal_transaction to ${APP_ROLE};
      grant select, insert on withdrawal_decision, withdrawal_payout to ${APP_ROLE};
      grant update (overtaken_at) on withdrawal_decision to ${APP_ROLE};
      grant update (nonce, signed_at, transaction_hash, refused, refused_detail, retry_at)
        on withdrawal_payout to ${APP_ROLE};
      grant select, insert, update on withdrawal_address, payout_address, payout_status to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-withdrawals-rule-check',
    sql: `
      -- What the rule check found, once for each withdrawal: approved where there is no reason against it.
      create table withdrawal_rule_check (
        withdrawal_id uuid primary key references withdrawal (id),
        at timestamptz not null,
        /* of the rule book that it was decided by */
        version integer not null,
        reasons text[] not null,
        facts jsonb not null
      );
      create index withdrawal_decision_automatic on withdrawal_decision (at) where decision = 'automatic';
      grant select, insert on withdrawal_rule_check to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-withdrawals-voided',
    sql: `
      alter table withdrawal_payout
        /* since when the signer refuses it for a cause that asking again does not mend */
        add column refused_since timestamptz check (refused_since is null or refused is not null);
      grant update (refused_since) on withdrawal_payout to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-withdrawals-indexes',
    sql: `
      -- What the rule check and the notices of refusals look up; few rows of each.
      create index withdrawal_payout_refused on withdrawal_payout (refused_since)
        where refused_since is not null;
      -- Other members with the same address.
      create index withdrawal_address_shared on withdrawal_address (address) where removed_at is null;
    `,
  },
  {
    id: '2026-11-23-withdrawals-refused-at',
    sql: `
      alter table withdrawal_payout
        /* when the signer last refused it; a signer that could not look leaves it as it is */
        add column refused_at timestamptz check (refused_at is null or refused is not null);
      grant update (refused_at) on withdrawal_payout to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-withdrawals-voided-by-two',
    sql: `
      -- Under the id of its proposal: an order that the signer refuses is given back before its day is over.
      create table withdrawal_void (
        id uuid primary key,
        withdrawal_id uuid not null references withdrawal (id),
        why text not null check (length(why) between 1 and 500),
        proposed_by uuid not null,
        proposed_at timestamptz not null,
        approved_by uuid check (approved_by <> proposed_by),
        approved_at timestamptz,
        dropped_at timestamptz,
        check ((approved_by is null) = (approved_at is null)),
        check (num_nonnulls(approved_at, dropped_at) <= 1)
      );
      create unique index withdrawal_void_one on withdrawal_void (withdrawal_id) where dropped_at is null;
      grant select, insert on withdrawal_void to ${APP_ROLE};
      grant update (approved_by, approved_at, dropped_at) on withdrawal_void to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-withdrawals-after-a-restore',
    sql: `
      -- Paid before a restore of the database to an earlier moment, and found again on the chain.
      create table withdrawal_rebooked (
        withdrawal_id uuid primary key references withdrawal (id),
        transaction_hash text not null unique,
        cluster integer not null,
        at timestamptz not null
      );
      -- The restores after which every payout was looked for; nothing is paid while the newest is not here.
      create table payout_reconciled (
        number integer primary key,
        at timestamptz not null
      );
      grant select, insert on withdrawal_rebooked, payout_reconciled to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-withdrawals-voids-lapse',
    sql: `
      -- An approval is of one refusal of the signer: when it refuses anew, it can be asked for again.
      drop index withdrawal_void_one;
      create unique index withdrawal_void_one on withdrawal_void (withdrawal_id)
        where dropped_at is null and approved_at is null;
    `,
  },
  {
    id: '2026-11-24-withdrawals-restore-asks-the-signer',
    sql: `
      alter table withdrawal_rebooked
        /* a transfer on the chain showed it, or the journal of the signer before it was mined */
        add column found_by text not null default 'chain' check (found_by in ('chain', 'signer'));
      -- Whether the signer lacked payouts that the books show when it was asked after a restore.
      create table payout_signer_behind (
        number integer primary key,
        is_behind boolean not null,
        at timestamptz not null
      );
      grant select, insert, update on payout_signer_behind to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-26-withdrawals-listed',
    sql: `
      -- The operators' list, oldest first: of one state, and by account, address and amount.
      create index withdrawal_listed on withdrawal (requested_at, id);
      create index withdrawal_state on withdrawal (state, requested_at, id);
      create index withdrawal_to on withdrawal (lower(address) text_pattern_ops);
      create index withdrawal_amount on withdrawal (amount);
    `,
  },
]
