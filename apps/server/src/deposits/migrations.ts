import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/**
 * Deposit addresses by index of the platform's xpub, the chain as followed, and what was seen on
 * it.
 */
export const depositMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-deposits',
    sql: `
      create table deposit_address (
        member_id uuid primary key,
        derivation_index integer not null unique check (derivation_index >= 0),
        address text not null unique,
        made_at timestamptz not null default house_now()
      );

      -- How far the chain goes as its nodes agree on it, and when it was last followed without
      -- trouble. Its row is also the lock under which the rows below it change.
      create table chain_watch (
        chain_id bigint primary key,
        head_number bigint not null,
        finalized_number bigint not null,
        followed_at timestamptz not null
      );

      -- The watcher's own chain of headers, the last few hundred: each row's parent is the row below,
      -- or it is taken back. Ranges that were final when they were read leave their last row only.
      create table chain_block (
        chain_id bigint not null,
        number bigint not null,
        hash text not null,
        parent_hash text not null,
        primary key (chain_id, number)
      );

      -- One transfer event to one of our addresses. Its ordinal counts inside the receipt, because
      -- the log index of a block changes when a transaction is mined again elsewhere.
      create table deposit (
        id uuid primary key,
        chain_id bigint not null,
        transaction_hash text not null,
        ordinal integer not null check (ordinal >= 0),
        member_id uuid not null,
        token_units numeric(78,0) not null check (token_units > 0),
        units_per_micro numeric(38,0) not null check (units_per_micro > 0),
        amount numeric(38,0) not null check (amount >= 0),
        state text not null check (state in ('confirming', 'credited', 'below_minimum', 'vanished')),
        block_number bigint not null,
        block_hash text not null,
        seen_at timestamptz not null,
        credited_at timestamptz,
        -- Since when no block of the chain holds it.
        taken_back_at timestamptz,
        unique (chain_id, transaction_hash, ordinal),
        check ((state = 'credited') = (credited_at is not null)),
        check (state <> 'vanished' or taken_back_at is not null)
      );
      create index deposit_member on deposit (member_id, seen_at desc, id desc);
      create index deposit_block on deposit (chain_id, block_number);
      create index deposit_open on deposit (chain_id, member_id) where state in ('confirming', 'below_minimum');

      -- Token units below one micro-USDT are carried per address and credited when whole.
      create table deposit_carry (
        chain_id bigint not null,
        member_id uuid not null,
        token_units numeric(78,0) not null check (token_units >= 0),
        primary key (chain_id, member_id)
      );

      grant select, insert on deposit_address to ${APP_ROLE};
      grant select, insert, update, delete on chain_block to ${APP_ROLE};
      grant select, insert, update on chain_watch, deposit, deposit_carry to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-deposit-holdings',
    sql: `
      -- What each credited address held when the chain was last asked: the newest reading only.
      create table deposit_holding (
        chain_id bigint not null,
        member_id uuid not null,
        token_units numeric(78,0) not null check (token_units >= 0),
        block_number bigint not null,
        read_at timestamptz not null,
        primary key (chain_id, member_id)
      );
      grant select, insert, update on deposit_holding to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-custody',
    sql: `
      -- The addresses that the platform publishes for its own money. One that the settings name no
      -- longer stays watched: what it holds counts, and what leaves it for another one is no receipt.
      create table custody_address (
        chain_id bigint not null,
        address text not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
        use text not null check (use in ('founding', 'income', 'hot', 'cold')),
        published_at timestamptz not null,
        replaced_at timestamptz,
        primary key (chain_id, address)
      );
      create unique index custody_address_one_case on custody_address (chain_id, lower(address));

      -- USDT that came to one of them from outside, one row for each transfer event. Amount and time
      -- are the chain's: nobody enters them, and what is final does not change.
      create table custody_receipt (
        id uuid primary key,
        chain_id bigint not null,
        transaction_hash text not null,
        ordinal integer not null check (ordinal >= 0),
        address text not null,
        sender text not null,
        token_units numeric(78,0) not null check (token_units > 0),
        units_per_micro numeric(38,0) not null check (units_per_micro > 0),
        amount numeric(38,0) not null check (amount = div(token_units, units_per_micro)),
        state text not null check (state in ('confirming', 'final', 'vanished')),
        block_number bigint not null,
        block_hash text not null,
        block_at timestamptz not null,
        seen_at timestamptz not null,
        final_at timestamptz,
        -- Since when no block of the chain holds it.
        taken_back_at timestamptz,
        -- Since when two treasurers have said what it is.
        booked_at timestamptz,
        unique (chain_id, transaction_hash, ordinal),
        foreign key (chain_id, address) references custody_address (chain_id, address),
        check ((state = 'final') = (final_at is not null)),
        check (state <> 'vanished' or taken_back_at is not null),
        check (booked_at is null or state = 'final')
      );
      create index custody_receipt_newest on custody_receipt (block_at desc, id desc);
      create index custody_receipt_block on custody_receipt (chain_id, block_number);
      create index custody_receipt_open on custody_receipt (chain_id) where booked_at is null;

      create function custody_receipt_stays() returns trigger language plpgsql as $$
      begin
        if old.state = 'final' and (new.state, new.token_units, new.amount, new.address, new.block_at)
            is distinct from (old.state, old.token_units, old.amount, old.address, old.block_at)
          or old.booked_at is not null and new.booked_at is distinct from old.booked_at then
          raise exception 'receipt % is final', old.id using errcode = 'check_violation';
        end if;
        return new;
      end $$;
      create trigger custody_receipt_final before update on custody_receipt
        for each row execute function custody_receipt_stays();

      -- What every address held when all of them were last asked, at one final block.
      create table custody_reading (
        chain_id bigint primary key,
        block_number bigint not null,
        block_hash text not null,
        read_at timestamptz not null
      );
      create table custody_balance (
        chain_id bigint not null,
        address text not null,
        token_units numeric(78,0) not null check (token_units >= 0),
        primary key (chain_id, address)
      );
      -- Asked one by one at blocks of their own; the next reading asks all of them again.
      drop table deposit_holding;

      grant select, insert, update on custody_address, custody_receipt, custody_reading, custody_balance to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-custody-transfers',
    sql: `
      -- USDT that left one of the platform's published addresses for an address that is not custody's,
      -- one row for each transfer event: payouts, and what nobody here has paid.
      create table custody_transfer (
        id uuid primary key,
        chain_id bigint not null,
        transaction_hash text not null,
        ordinal integer not null check (ordinal >= 0),
        address text not null,
        recipient text not null,
        token_units numeric(78,0) not null check (token_units > 0),
        units_per_micro numeric(38,0) not null check (units_per_micro > 0),
        state text not null check (state in ('confirming', 'final', 'vanished')),
        block_number bigint not null,
        block_hash text not null,
        block_at timestamptz not null,
        seen_at timestamptz not null,
        final_at timestamptz,
        taken_back_at timestamptz,
        unique (chain_id, transaction_hash, ordinal),
        foreign key (chain_id, address) references custody_address (chain_id, address),
        check ((state = 'final') = (final_at is not null)),
        check (state <> 'vanished' or taken_back_at is not null)
      );
      create index custody_transfer_block on custody_transfer (chain_id, block_number);
      create index custody_transfer_open on custody_transfer (chain_id) where state = 'confirming';
      grant select, insert, update on custody_transfer to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-custody-transfers-of-all-addresses',
    sql: `
      -- From here on what leaves a recharge address is kept too, and what moves from one address of
      -- custody to another, with where it leads to.
      alter table custody_transfer
        drop constraint custody_transfer_chain_id_address_fkey,
        /* of a recharge address; null for a published one */
        add column derivation_index integer check (derivation_index >= 0),
        add column leads_to text not null default 'outside'
          check (leads_to in ('founding', 'income', 'hot', 'cold', 'recharge', 'outside'));
      alter table custody_transfer alter column leads_to drop default;
      create index custody_balance_full on custody_balance (chain_id, token_units);
      create index custody_transfer_stray on custody_transfer (chain_id)
        where derivation_index is not null and leads_to not in ('hot', 'cold');
    `,
  },
  {
    id: '2026-11-23-custody-transfers-paid-out',
    sql: `
      -- What left the platform for good: each is compared with the payouts before anything is paid.
      create index custody_transfer_paid_out on custody_transfer (chain_id, address)
        where state = 'final' and leads_to = 'outside';
    `,
  },
  {
    id: '2026-11-23-deposits-confirming',
    sql: `
      -- A wind-down waits for those that were seen before the market had ended.
      create index deposit_confirming on deposit (seen_at) where state = 'confirming';
    `,
  },
  {
    id: '2026-11-25-deposit-keys',
    sql: `
      -- The keys that recharge addresses come from, one generation after the other. A change stands here under the
      -- id of its proposal; approved by another person, it has a number and the index from which on it is used. The
      -- first one has no proposal: the settings named it when the first address was given out.
      create table deposit_key (
        id uuid primary key,
        xpub text not null check (xpub ~ '^xpub'),
        number integer unique check (number >= 1),
        first_index integer check (first_index >= 0),
        since timestamptz,
        why_zh text check (length(why_zh) between 1 and 1000),
        why_en text check (length(why_en) between 1 and 1000),
        proposed_by uuid,
        proposed_at timestamptz,
        approved_by uuid check (approved_by <> proposed_by),
        dropped_at timestamptz,
        check (num_nonnulls(number, first_index, since) in (0, 3)),
        check (num_nonnulls(why_zh, why_en, proposed_by, proposed_at)
          = case when number is not distinct from 1 then 0 else 4 end),
        check ((approved_by is not null) = (coalesce(number, 1) > 1)),
        check (num_nonnulls(since, dropped_at) <= 1)
      );
      create unique index deposit_key_once on deposit_key (xpub) where dropped_at is null;
      create unique index deposit_key_one_open on deposit_key ((true)) where since is null and dropped_at is null;
      create function deposit_key_ends_once() returns trigger language plpgsql as $$
      begin
        if num_nonnulls(old.since, old.dropped_at) > 0 then
          raise exception 'change % of the deposit key has ended before', old.id using errcode = 'check_violation';
        end if;
        return new;
      end $$;
      create trigger deposit_key_once before update on deposit_key for each row execute function deposit_key_ends_once();
      grant select, insert on deposit_key to ${APP_ROLE};
      grant update (number, first_index, since, approved_by, dropped_at) on deposit_key to ${APP_ROLE};

      -- A member has one address for each key. Its row names the cluster that gave it out: what a restored
      -- database has forgotten is not given out again.
      alter table deposit_address drop constraint deposit_address_pkey,
        add column generation integer not null default 1 check (generation >= 1),
        add column cluster integer not null default 1,
        add unique (member_id, generation);
      alter table deposit_address alter column generation drop default, alter column cluster drop default,
        drop constraint deposit_address_derivation_index_key, add primary key (derivation_index);

      -- Which of a member's addresses a recharge came to; null for one of before a chain that is not followed any more.
      alter table deposit add column derivation_index integer check (derivation_index >= 0);
      update deposit set derivation_index = deposit_address.derivation_index
        from deposit_address where deposit_address.member_id = deposit.member_id;
      create index deposit_of_address on deposit (derivation_index);
    `,
  },
  {
    id: '2026-11-26-deposits-for-operators',
    sql: `
      -- Who sent a recharge, for operators; null for what was seen before it was kept.
      alter table deposit add column sender text check (sender ~ '^0x[0-9a-f]{40}$');
      create index deposit_seen on deposit (seen_at desc, id desc);
      create index deposit_hash on deposit (transaction_hash);
      create index deposit_sender on deposit (sender) where sender is not null;
      create index deposit_taken_back on deposit (seen_at desc) where taken_back_at is not null;
      create index deposit_address_plain on deposit_address (lower(address));
      create index custody_transfer_ignored on custody_transfer (seen_at desc, id desc) where leads_to = 'recharge';
    `,
  },
  {
    id: '2026-11-27-deposits-credited',
    sql: `
      -- What the checks after a settlement read.
      create index deposit_credited on deposit (credited_at) where credited_at is not null;
    `,
  },
]
