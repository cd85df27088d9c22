import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** The founding of the platform, and one run for every period since. */
export const treasuryMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-treasury',
    sql: `
      create table treasury_founding (
        only_row boolean primary key default true check (only_row),
        founded_at timestamptz not null
      );

      create table settlement_run (
        period text primary key check (period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        cutoff_at timestamptz not null unique,
        parameters_version integer not null,
        /* R and N as they were frozen at the cut-off */
        reserve numeric(38,0) not null check (reserve >= 0),
        outstanding numeric(38,0) not null check (outstanding >= 0),
        input_hash bytea not null check (length(input_hash) = 32),
        result_hash bytea not null check (length(result_hash) = 32),
        closed_at timestamptz not null,
        published_at timestamptz
      );
      create index settlement_run_published on settlement_run (period desc) where published_at is not null;

      grant select, insert on treasury_founding, settlement_run to ${APP_ROLE};
      grant update (published_at) on settlement_run to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-treasury-2',
    sql: `
      -- A run has three acts, each a row that is written once: closed at the cut-off, computed twice,
      -- published. What a run was closed on:
      alter table settlement_run
        add column epoch integer not null default 0,
        add column dynamic_enabled boolean not null default false,
        add column pool_static numeric(38,0) not null default 0 check (pool_static >= 0),
        add column pool_dynamic numeric(38,0) not null default 0 check (pool_dynamic >= 0),
        add column ops numeric(38,0) not null default 0 check (ops >= 0),
        add column risk numeric(38,0) not null default 0 check (risk >= 0),
        /* what custody lacked, and no run had booked */
        add column shortfall numeric(38,0) not null default 0 check (shortfall >= 0),
        /* the largest outside receipt that waited for an approval */
        add column largest_unapproved numeric(38,0) not null default 0 check (largest_unapproved >= 0);

      -- What came of it, once two computations agreed; and what it leaves for the next run.
      create table settlement_outcome (
        period text primary key references settlement_run (period),
        input_hash bytea not null check (length(input_hash) = 32),
        result_hash bytea not null check (length(result_hash) = 32),
        exit_price numeric(38,0) not null check (exit_price >= 0),
        entry_price numeric(38,0) not null check (entry_price >= 0),
        /* the payment factor, billionths */
        factor numeric(38,0) not null check (factor between 0 and 1000000000),
        dynamic_off numeric(38,0) not null check (dynamic_off >= 0),
        staff_share numeric(38,0) not null check (staff_share >= 0),
        reserved numeric(38,0) not null check (reserved >= 0),
        /* what each step came to, for people; null for the runs of two steps */
        summary jsonb,
        computed_at timestamptz not null
      );
      insert into settlement_outcome
        select run.period, run.input_hash, run.result_hash, price.exit_price, price.price, 1000000000,
          0, 0, 0, null, run.closed_at
        from settlement_run run join guide_price price on price.period = run.period;
      alter table settlement_run drop column input_hash, drop column result_hash;

      -- Both computations did not agree, or the books were not what the run says: a person looks.
      create table settlement_alarm (
        period text not null references settlement_run (period),
        raised_at timestamptz not null,
        what text not null,
        settled_at timestamptz,
        primary key (period, raised_at)
      );

      grant select, insert on settlement_outcome, settlement_alarm to ${APP_ROLE};
      grant update (settled_at) on settlement_alarm to ${APP_ROLE};
      revoke update on settlement_run from ${APP_ROLE};
      grant update (published_at) on settlement_run to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-treasury-3',
    sql: `
      -- Income from outside: evidence first, then two people, then the run of its block's period.
      create table treasury_receipt (
        id uuid primary key,
        amount numeric(38,0) not null check (amount > 0),
        /* where it came in: chain, hash, and what it is for */
        payment_reference text not null unique check (length(payment_reference) between 1 and 200),
        evidence text not null check (length(evidence) between 1 and 2000),
        block_at timestamptz not null,
        entered_by uuid not null,
        entered_at timestamptz not null
      );
      create table treasury_receipt_approval (
        receipt_id uuid not null references treasury_receipt (id),
        operator_id uuid not null,
        approved_at timestamptz not null,
        primary key (receipt_id, operator_id)
      );
      create table treasury_receipt_run (
        receipt_id uuid primary key references treasury_receipt (id),
        period text not null references settlement_run (period)
      );
      create index treasury_receipt_run_period on treasury_receipt_run (period);

      create function treasury_two_people() returns trigger language plpgsql as $$
      begin
        if (select count(distinct operator_id) from treasury_receipt_approval
            where receipt_id = new.receipt_id) < 2 then
          raise exception 'receipt % has not been approved by two people', new.receipt_id
            using errcode = 'check_violation';
        end if;
        return new;
      end $$;
      create trigger treasury_receipt_two_people before insert on treasury_receipt_run
        for each row execute function treasury_two_people();

      -- What custody was found to lack. One person stops new money by a report; another one confirms
      -- it, and then the next run books it, or dismisses it.
      create table treasury_shortfall (
        id uuid primary key,
        amount numeric(38,0) not null check (amount > 0),
        evidence text not null check (length(evidence) between 1 and 2000),
        reported_by uuid not null,
        reported_at timestamptz not null,
        decision text check (decision in ('confirmed', 'dismissed')),
        decided_by uuid check (decided_by <> reported_by),
        decided_at timestamptz,
        check (num_nonnulls(decision, decided_by, decided_at) in (0, 3))
      );

      create function treasury_decided_once() returns trigger language plpgsql as $$
      begin
        if old.decision is not null then
          raise exception 'shortfall % was decided before', old.id using errcode = 'check_violation';
        end if;
        return new;
      end $$;
      create trigger treasury_shortfall_once before update on treasury_shortfall
        for each row execute function treasury_decided_once();

      grant select, insert on treasury_receipt, treasury_receipt_approval, treasury_receipt_run,
        treasury_shortfall to ${APP_ROLE};
      grant update (decision, decided_by, decided_at) on treasury_shortfall to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-treasury-4',
    sql: `
      -- The dynamic module's switch is frozen with its own round.
      alter table settlement_run drop column dynamic_enabled;
    `,
  },
  {
    id: '2026-11-22-treasury-5',
    sql: `
      -- A receipt that was withdrawn or refused awaits nothing any more; its payment may be entered anew.
      alter table treasury_receipt add column dropped_at timestamptz;
      alter table treasury_receipt drop constraint treasury_receipt_payment_reference_key;
      create unique index treasury_receipt_payment on treasury_receipt (payment_reference)
        where dropped_at is null;
      create function treasury_receipt_ends_once() returns trigger language plpgsql as $$
      begin
        if old.dropped_at is not null
          or exists (select from treasury_receipt_run where receipt_id = old.id) then
          raise exception 'receipt % has ended before', old.id using errcode = 'check_violation';
        end if;
        return new;
      end $$;
      create trigger treasury_receipt_once before update on treasury_receipt
        for each row execute function treasury_receipt_ends_once();
      grant update (dropped_at) on treasury_receipt to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-treasury-payment-key',
    sql: `
      -- One payment is entered once, however its reference is written: by its transaction's hash where it
      -- names one, else without capitals, blanks and punctuation.
      create function treasury_payment_key(reference text) returns text language sql immutable strict as $$
        select coalesce(
          substring(plain from '(?:^|[^0-9a-f])(?:0x)?([0-9a-f]{64})(?:$|[^0-9a-z])'),
          regexp_replace(plain, '[[:space:][:punct:]]', '', 'g'))
        from lower(normalize(reference, nfkc)) as plain
      $$;
      alter table treasury_receipt
        add column payment_key text generated always as (treasury_payment_key(payment_reference)) stored,
        -- Above 0 only of references that were entered twice before they were compared so.
        add column payment_copy integer not null default 0;
      alter table treasury_receipt disable trigger treasury_receipt_once;
      update treasury_receipt set payment_copy = earlier.count
        from (select id, row_number() over (partition by payment_key order by entered_at, id) - 1 as count
          from treasury_receipt where dropped_at is null) earlier
        where earlier.id = treasury_receipt.id and earlier.count > 0;
      alter table treasury_receipt enable trigger treasury_receipt_once;
      drop index treasury_receipt_payment;
      create unique index treasury_receipt_payment on treasury_receipt (payment_key, payment_copy)
        where dropped_at is null;
    `,
  },
  {
    id: '2026-11-23-treasury-income',
    sql: `
      -- INCOME as it was frozen at the cut-off; null in runs whose rules book a receipt whole.
      alter table settlement_run add column income numeric(38,0) check (income >= 0);
    `,
  },
  {
    id: '2026-11-23-treasury-figure',
    sql: `
      /* A figure of a step of a published run, micro-units: nothing where the step came to nothing. */
      create function settlement_figure(summary jsonb, step text, figure text) returns numeric
        language sql immutable as $$
          select coalesce(sum((one->>'value')::numeric * 1000000), 0)::numeric(38,0)
          from jsonb_array_elements(summary->'steps') step_row, jsonb_array_elements(step_row->'figures') one
          where step_row->>'step' = step and one->>'name' = figure
        $$;
    `,
  },
  {
    id: '2026-11-26-settlement-stages',
    sql: `
      -- How far a run has come, and how long each of its stages took: for those who watch it. Nothing reads it
      -- to decide anything.
      create table settlement_stage (
        period text not null check (period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        stage text not null check (length(stage) between 1 and 100),
        place bigint not null generated always as identity,
        tries integer not null check (tries >= 1),
        begun_at timestamptz not null,
        ended_at timestamptz,
        ms bigint not null default 0 check (ms >= 0),
        primary key (period, stage)
      );
      grant select, insert, update on settlement_stage to ${APP_ROLE};
    `,
  },
]

/**
 * Receipts as the chain shows them: these run after the migrations of `deposits`, whose rows they
 * reference.
 */
export const treasuryReceiptMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-treasury-receipts',
    sql: `
      -- What one treasurer says of a receipt on the chain and another one approves. Amount and time are
      -- the receipt's own.
      create table treasury_classification (
        id uuid primary key,
        receipt_id uuid not null references custody_receipt (id),
        kind text not null check (kind in ('founding', 'income', 'refund', 'cover')),
        payer text not null check (length(payer) between 1 and 200),
        evidence text not null check (length(evidence) between 1 and 2000),
        proposed_by uuid not null,
        proposed_at timestamptz not null,
        /* Two people: nobody approves what they proposed. */
        approved_by uuid check (approved_by <> proposed_by),
        approved_at timestamptz,
        dropped_at timestamptz,
        check (num_nonnulls(approved_by, approved_at) in (0, 2)),
        check (dropped_at is null or approved_at is null)
      );
      -- One stands at a time, for ever where it is approved.
      create unique index treasury_classification_one on treasury_classification (receipt_id)
        where dropped_at is null;

      create function treasury_classification_ends_once() returns trigger language plpgsql as $$
      begin
        if old.approved_at is not null or old.dropped_at is not null then
          raise exception 'classification % has ended before', old.id using errcode = 'check_violation';
        end if;
        return new;
      end $$;
      create trigger treasury_classification_once before update on treasury_classification
        for each row execute function treasury_classification_ends_once();

      -- Receipts that stand in the books: each once for ever, as two people said, of the chain's amount.
      create table treasury_booking (
        receipt_id uuid primary key references custody_receipt (id),
        classification_id uuid not null unique references treasury_classification (id),
        kind text not null,
        amount numeric(38,0) not null check (amount > 0),
        booked_at timestamptz not null
      );
      create function treasury_booking_is_agreed() returns trigger language plpgsql as $$
      begin
        if not exists (
          select from treasury_classification said join custody_receipt receipt on receipt.id = said.receipt_id
          where said.id = new.classification_id and said.receipt_id = new.receipt_id
            and said.kind = new.kind and said.approved_by <> said.proposed_by
            and receipt.state = 'final' and receipt.taken_back_at is null
            and receipt.amount = new.amount) then
          raise exception 'receipt % is not final, or two people have not said what it is', new.receipt_id
            using errcode = 'check_violation';
        end if;
        return new;
      end $$;
      create trigger treasury_booking_agreed before insert on treasury_booking
        for each row execute function treasury_booking_is_agreed();

      -- The run that shares out an income.
      create table treasury_booking_run (
        receipt_id uuid primary key references treasury_booking (receipt_id),
        period text not null references settlement_run (period)
      );
      create index treasury_booking_run_period on treasury_booking_run (period);

      grant select, insert on treasury_classification, treasury_booking, treasury_booking_run to ${APP_ROLE};
      grant update (approved_by, approved_at, dropped_at) on treasury_classification to ${APP_ROLE};

      -- The receipt that the founding money came with; null where it stands on somebody's word.
      alter table treasury_founding add column receipt_id uuid unique references custody_receipt (id);
      grant update (receipt_id) on treasury_founding to ${APP_ROLE};
      alter table treasury_founding add constraint founded_by_a_receipt check (receipt_id is not null) not valid;

      -- Income that was entered by hand is kept as it was, and nothing is added to it.
      revoke insert on treasury_receipt, treasury_receipt_approval, treasury_receipt_run from ${APP_ROLE};
      revoke update (dropped_at) on treasury_receipt from ${APP_ROLE};

      -- A report changes nothing before a second person confirms it, so whoever made it may take it back.
      do $$ declare two_people text;
      begin
        select conname into strict two_people from pg_constraint
          where conrelid = 'treasury_shortfall'::regclass
            and pg_get_constraintdef(oid) like '%decided_by <> reported_by%';
        execute format('alter table treasury_shortfall drop constraint %I', two_people);
      end $$;
      alter table treasury_shortfall add constraint confirmed_by_another
        check (decided_by <> reported_by or decision = 'dismissed');
    `,
  },
  {
    id: '2026-11-27-treasury-costs',
    sql: `
      -- What one treasurer says of a payment out of the platform's addresses, under the id of its proposal, and that
      -- another agreed: then OPS bears it. Amount, addresses and time are the transfer's: nobody enters them.
      create table treasury_cost (
        id uuid primary key,
        transfer_id uuid not null references custody_transfer (id),
        payee text not null check (length(payee) between 1 and 200),
        reference text not null check (length(reference) between 1 and 200),
        evidence text not null check (length(evidence) between 1 and 2000),
        document bytea not null check (length(document) = 32),
        proposed_by uuid not null,
        proposed_at timestamptz not null,
        approved_by uuid check (approved_by <> proposed_by),
        booked_at timestamptz,
        /* what was booked */
        amount numeric(38,0) check (amount > 0),
        dropped_at timestamptz,
        check (num_nonnulls(approved_by, booked_at, amount) in (0, 3)),
        check (num_nonnulls(booked_at, dropped_at) <= 1)
      );
      create unique index treasury_cost_one on treasury_cost (transfer_id) where dropped_at is null;
      create index treasury_cost_newest on treasury_cost (booked_at desc, id desc) where booked_at is not null;
      create function treasury_cost_ends_once() returns trigger language plpgsql as $$
      begin
        if num_nonnulls(old.booked_at, old.dropped_at) > 0 then
          raise exception 'cost % has ended before', old.id using errcode = 'check_violation';
        end if;
        if new.booked_at is not null and not exists (
          select from custody_transfer sent
            join custody_address published on published.chain_id = sent.chain_id and published.address = sent.address
          where sent.id = new.transfer_id and sent.state = 'final' and sent.taken_back_at is null
            and sent.leads_to = 'outside' and sent.derivation_index is null
            and published.use in ('founding', 'income', 'cold')
            and ceil(sent.token_units / sent.units_per_micro) = new.amount) then
          raise exception 'cost % is not what left an address of the platform', new.id using errcode = 'check_violation';
        end if;
        return new;
      end $$;
      create trigger treasury_cost_once before update on treasury_cost
        for each row execute function treasury_cost_ends_once();
      grant select, insert on treasury_cost to ${APP_ROLE};
      grant update (approved_by, booked_at, amount, dropped_at) on treasury_cost to ${APP_ROLE};
    `,
  },
]
