export { dynamicMigrations } from './dynamic-migrations.ts'

import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'
import { ruleVersionColumn } from '../platform/database/migration-columns.ts'

/** Payouts per row: the most that fits into a row of two and a half kilobytes. */
export const PAYOUT_BLOCK = 64

/**
 * Computes the sources of rounds from before they were recorded, by the same rule, from the first
 * on: the movements of each run are in its figures. Stops where those do not add up to the recorded
 * pool.
 */
export const sourcesOfEarlierRounds = `
  do $$
  declare
    round record;
    kept numeric := 0;
    kept_income numeric := 0;
    in_pool numeric;
    spent numeric;
  begin
    for round in
      select static_round.period, pool, released, paid,
        settlement_figure(summary, '2', 'lossOfStatic') as lost,
        settlement_figure(summary, '2', 'incomeToStatic') as income,
        settlement_figure(summary, '4', 'toStatic') as fees
      from static_round left join settlement_outcome using (period)
      where paid_at is not null order by static_round.period
    loop
      exit when kept - round.lost + round.income + round.fees <> round.pool;
      in_pool := kept_income + round.income
        - case when kept > 0 then div(round.lost * kept_income, kept) else 0 end;
      spent := case when round.pool > 0 then div(round.paid * in_pool, round.pool) else 0 end;
      update static_round set pool_income = in_pool, paid_income = spent,
        released_income = case when round.pool > 0 then div(round.released * in_pool, round.pool) else 0 end
      where period = round.period;
      kept := round.pool - round.paid;
      kept_income := in_pool - spent;
    end loop;
  end $$;`

/**
 * Positions, what each settlement paid them, and the prompts of eliminations. A quantity is in the
 * units of its row's epoch; every change by a settlement is a new row, never an update.
 */
export const earningMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-earnings-static',
    sql: `
      create table static_position (
        id uuid primary key,
        member_id uuid not null,
        state text not null check (state in ('asked', 'opening', 'open', 'unlock_asked', 'unlocking', 'unlocked', 'eliminated', 'cancelled')),
        quantity numeric(38,0) not null check (quantity > 0),
        epoch integer not null,
        renews boolean not null,
        kind text check (kind in ('static_reinvest', 'dynamic_reinvest')),
        asked_at timestamptz not null,
        /* the run that opens it, since its cut-off; it shares from the next one on */
        opens_in text,
        opening_value numeric(38,0) check (opening_value >= 0),
        unlock_asked_at timestamptz,
        /* the run that frees it by its owner's word, since its cut-off: a mark that stays */
        leaves_in text,
        leave_reason text check (leave_reason in ('asked', 'cycle')),
        /* the last run that it shared in */
        ended_in text,
        end_reason text check (end_reason in ('cancelled', 'asked', 'cycle', 'cap', 'term')),
        ended_at timestamptz,
        idempotency_key text not null,
        unique (member_id, idempotency_key),
        check ((opens_in is null) = (state in ('asked', 'cancelled'))),
        check ((opening_value is null) = (state in ('asked', 'opening', 'cancelled'))),
        check (unlock_asked_at is not null or state <> 'unlock_asked'),
        check ((leaves_in is null) = (leave_reason is null)),
        check (leaves_in is not null or state not in ('unlocking', 'unlocked')),
        check (leaves_in is null or state in ('unlocking', 'unlocked', 'eliminated')),
        check ((ended_at is null) = (state not in ('unlocked', 'eliminated', 'cancelled'))),
        check ((end_reason is null) = (ended_at is null)),
        check ((ended_in is null) = (state not in ('unlocked', 'eliminated'))),
        check (end_reason = leave_reason or state <> 'unlocked'),
        check ((end_reason = 'cancelled') = (state = 'cancelled')),
        check ((end_reason in ('cap', 'term')) = (state = 'eliminated'))
      );
      create index static_position_member on static_position (member_id, asked_at desc, id desc);
      create index static_position_asked on static_position (asked_at) where state = 'asked';
      create index static_position_unlock on static_position (unlock_asked_at) where state = 'unlock_asked';
      create index static_position_opens on static_position (opens_in, id);
      create index static_position_leaves on static_position (leaves_in, id) where leaves_in is not null;
      create index static_position_locked on static_position (id) where ended_at is null and opens_in is not null;
      create index static_position_ended on static_position (ended_in) where ended_in is not null;

      create function static_position_step() returns trigger language plpgsql as $$
        begin
          if old.state <> new.state and (old.state, new.state) not in (
            ('asked', 'cancelled'), ('asked', 'opening'), ('opening', 'open'),
            ('open', 'unlock_asked'), ('open', 'unlocking'), ('open', 'eliminated'),
            ('unlock_asked', 'open'), ('unlock_asked', 'unlocking'), ('unlock_asked', 'eliminated'),
            ('unlocking', 'unlocked'), ('unlocking', 'eliminated'))
          then
            raise exception 'a position goes not from % to %', old.state, new.state
              using errcode = 'integrity_constraint_violation', constraint = 'static_position_step';
          end if;
          return new;
        end $$;
      create trigger static_position_step before update on static_position
        for each row execute function static_position_step();

      /* one for each settlement: the epoch of its cut-off, then what it did */
      create table static_round (
        period text primary key check (period ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        epoch integer not null,
        closed_at timestamptz not null,
        rule_version integer,
        pool numeric(38,0) check (pool >= 0),
        released numeric(38,0),
        weight numeric(38,0),
        paid numeric(38,0),
        positions integer,
        /* since then the round is whole, and members see it */
        paid_at timestamptz,
        check (num_nulls(rule_version, pool, released, weight, paid, positions, paid_at) in (0, 7)),
        check (paid <= released and released <= pool)
      );
      create index static_round_paid on static_round (period desc) where paid_at is not null;

      /* one for each position and settlement, zeros included */
      create table static_payout (
        period text not null,
        position_id uuid not null,
        weight numeric(38,0) not null check (weight > 0),
        amount numeric(38,0) not null check (amount >= 0),
        paid_after numeric(38,0) not null check (paid_after >= amount),
        primary key (period, position_id)
      );

      create table elimination_prompt (
        id uuid primary key,
        member_id uuid not null,
        module text not null check (module in ('static', 'dynamic')),
        reason text not null check (reason in ('cap', 'term', 'round')),
        /* the position, or the member's round, that was eliminated */
        source text not null,
        quantity numeric(38,0) check (quantity > 0),
        epoch integer not null,
        opened_at timestamptz not null,
        choice text check (choice in ('withdraw', 'keep', 'reinvest')),
        chosen_at timestamptz,
        /* the position or subscription that took its kind */
        cited_by text unique,
        unique (module, source),
        check ((choice is null) = (chosen_at is null)),
        check ((cited_by is not null) = (choice is not distinct from 'reinvest'))
      );
      create index elimination_prompt_member on elimination_prompt (member_id, opened_at desc);

      create function static_payout_is_history() returns trigger language plpgsql as $$
        begin
          raise exception 'what a settlement paid cannot be changed' using errcode = 'integrity_constraint_violation';
        end $$;
      create trigger static_payout_rows before update or delete on static_payout
        for each row execute function static_payout_is_history();
      create trigger static_payout_all before truncate on static_payout
        for each statement execute function static_payout_is_history();

      grant select, insert on static_position, static_round, static_payout, elimination_prompt to ${APP_ROLE};
      grant update (state, renews, opens_in, opening_value, unlock_asked_at, leaves_in, leave_reason, ended_in, end_reason, ended_at) on static_position to ${APP_ROLE};
      grant update (rule_version, pool, released, weight, paid, positions, paid_at) on static_round to ${APP_ROLE};
      grant update (choice, chosen_at, cited_by) on elimination_prompt to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-earnings-payout-blocks',
    sql: `
      /* Payouts of a settlement, ${PAYOUT_BLOCK} to a row in the order of their positions: a million rows, each
         with its own head and index entry, took as long to write as what they say about. */
      create table static_payout_block (
        period text not null,
        /* the first of its positions, by which it is found */
        first uuid not null,
        positions uuid[] not null,
        weights bigint[] not null,
        amounts bigint[] not null,
        paid_after bigint[] not null,
        primary key (period, first),
        check (first = positions[1]),
        check (cardinality(positions) between 1 and ${PAYOUT_BLOCK}
          and cardinality(weights) = cardinality(positions)
          and cardinality(amounts) = cardinality(positions)
          and cardinality(paid_after) = cardinality(positions)),
        check (0 < all (weights)),
        check (0 <= all (amounts))
      );
      /* Numbers of eight bytes do not shrink: nobody need try. */
      alter table static_payout_block alter positions set storage plain, alter weights set storage plain,
        alter amounts set storage plain, alter paid_after set storage plain;

      insert into static_payout_block (period, first, positions, weights, amounts, paid_after)
      select period, (array_agg(position_id order by position_id))[1],
        array_agg(position_id order by position_id), array_agg(weight::bigint order by position_id),
        array_agg(amount::bigint order by position_id), array_agg(paid_after::bigint order by position_id)
      from (select *, (row_number() over (partition by period order by position_id) - 1) / ${PAYOUT_BLOCK} as block
        from static_payout) payout
      group by period, block;
      drop table static_payout;
      create trigger static_payout_block_rows before update or delete on static_payout_block
        for each row execute function static_payout_is_history();
      create trigger static_payout_block_all before truncate on static_payout_block
        for each statement execute function static_payout_is_history();

      /* One for each position and settlement, zeros included: for those who read many. */
      create view static_payout as
        select block.period, payout.position_id, payout.weight::numeric(38,0) as weight,
          payout.amount::numeric(38,0) as amount, payout.paid_after::numeric(38,0) as paid_after
        from static_payout_block block
        cross join lateral unnest(block.positions, block.weights, block.amounts, block.paid_after)
          as payout (position_id, weight, amount, paid_after);

      /* A position's payout in a settlement: none, or one row. */
      create function static_payout_of(text, uuid)
        returns table (weight numeric, amount numeric, paid_after numeric)
        language sql stable parallel safe rows 1 as $$
          select payout.weight::numeric, payout.amount::numeric, payout.paid_after::numeric
          from (select * from static_payout_block where period = $1 and first <= $2
            order by first desc limit 1) block
          cross join lateral unnest(block.positions, block.weights, block.amounts, block.paid_after)
            as payout (position_id, weight, amount, paid_after)
          where payout.position_id = $2
        $$;

      grant select, insert on static_payout_block to ${APP_ROLE};
      grant select on static_payout to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-position-rules',
    sql: `
      /* Rule book 2.15: by whose terms it was asked for. What paid it has the version of its round. */
      ${ruleVersionColumn('static_position', 'asked_at')}
    `,
  },
  {
    id: '2026-11-22-positions-that-wait',
    sql: `
      /* the last run that would have opened it, but for a loss that was not booked: rule book 2.17 */
      alter table static_position add column passed_in text;
      grant update (passed_in) on static_position to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-positions-without-cycles',
    sql: `
      /* A position stays locked until it is unlocked. What was chosen before is kept: one that was to unlock at
         the end of its cycle is asked to unlock just before the cut-off of that end, and its owner may
         take that back until then as always. A period ends at midnight in UTC+8. */
      update static_position set state = 'unlock_asked', unlock_asked_at = (
        select (opens_in::date + cycle * (1 + (coalesce(last, opens_in)::date - opens_in::date) / cycle) + 1)::timestamp
          at time zone interval '8 hours' - interval '1 second'
        from (select max(period) as last from static_round) closed,
          (select coalesce((select (document::jsonb->'parameters'->>'cycleSettlements')::int from rule_version
            order by number desc limit 1), 30) as cycle) rules)
      where state = 'open' and not renews;
      alter table static_position drop column renews;

      create or replace function static_position_step() returns trigger language plpgsql as $$
        begin
          if old.state <> new.state and (old.state, new.state) not in (
            ('asked', 'cancelled'), ('asked', 'opening'), ('opening', 'open'),
            ('open', 'unlock_asked'), ('open', 'eliminated'),
            ('unlock_asked', 'open'), ('unlock_asked', 'unlocking'), ('unlock_asked', 'eliminated'),
            ('unlocking', 'unlocked'), ('unlocking', 'eliminated'))
          then
            raise exception 'a position goes not from % to %', old.state, new.state
              using errcode = 'integrity_constraint_violation', constraint = 'static_position_step';
          end if;
          return new;
        end $$;
    `,
  },
  {
    id: '2026-11-23-static-pay-sources',
    after: '2026-11-23-treasury-figure',
    sql: `
      /* What of the pool, of what was offered and of what was paid was income from outside; the rest is
         fees of members' trades. Null where it is not recorded. */
      alter table static_round
        add column pool_income numeric(38,0) check (pool_income between 0 and pool),
        add column released_income numeric(38,0) check (released_income between 0 and released),
        add column paid_income numeric(38,0) check (paid_income between 0 and paid),
        add constraint static_round_sources
          check (num_nulls(pool_income, released_income, paid_income) in (0, 3));
      grant update (pool_income, released_income, paid_income) on static_round to ${APP_ROLE};
      ${sourcesOfEarlierRounds}
    `,
  },
  {
    id: '2026-11-23-static-pay-roots',
    sql: `
      /* The tree over all positions of a run: its key before anything is made, its top once all of it is kept. */
      create table static_pay_tree (
        period text primary key references static_round,
        domain text not null,
        sealed_key bytea not null,
        tree bytea check (octet_length(tree) = 32),
        depth smallint check (depth between 0 and 32),
        weight numeric(38,0) check (weight >= 0),
        pay numeric(38,0) check (pay >= 0),
        check (num_nulls(tree, depth, weight, pay) in (0, 4))
      );
      /* 4,096 leaves to a row, in the order of their hashes. */
      create table static_pay_tree_block (
        period text not null references static_pay_tree,
        block integer not null,
        first bytea not null,
        numbers bytea not null,
        groups bytea not null,
        node bytea not null,
        primary key (period, block)
      );
      create index static_pay_tree_block_first on static_pay_tree_block (period, first);
      /* Hashes do not compress. */
      alter table static_pay_tree_block alter column numbers set storage external,
        alter column groups set storage external;

      /* What a run has published of its static pay: docs/pay-proof.md. Never changed. */
      create table static_pay_root (
        period text primary key references static_round,
        pid bytea not null unique check (octet_length(pid) = 32),
        domain text not null,
        input_hash bytea not null check (octet_length(input_hash) = 32),
        result_hash bytea not null check (octet_length(result_hash) = 32),
        positions integer not null check (positions >= 0),
        released numeric(38,0) not null check (released >= 0),
        weight numeric(38,0) not null check (weight >= 0),
        paid numeric(38,0) not null check (paid between 0 and released),
        /* all coins at the cut-off */
        coins numeric(38,0) not null check (coins >= weight),
        tree bytea not null check (octet_length(tree) = 32),
        depth smallint not null check (depth between 0 and 32),
        root bytea not null unique check (octet_length(root) = 32)
      );
      create function static_pay_is_published() returns trigger language plpgsql as $$
        begin
          raise exception 'a published root cannot be changed' using errcode = 'integrity_constraint_violation';
        end $$;
      create trigger static_pay_root_rows before update or delete on static_pay_root
        for each row execute function static_pay_is_published();
      create trigger static_pay_root_all before truncate on static_pay_root
        for each statement execute function static_pay_is_published();

      grant select, insert on static_pay_tree, static_pay_tree_block, static_pay_root to ${APP_ROLE};
      grant update (tree, depth, weight, pay) on static_pay_tree to ${APP_ROLE};
    `,
  },
]

/** Positions that a wind-down unlocks, without their owners' request. */
export const windDownPositionMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-positions-wound-down',
    sql: `
      alter table static_position
        drop constraint static_position_leave_reason_check,
        drop constraint static_position_end_reason_check,
        add constraint static_position_leave_reason_check
          check (leave_reason in ('asked', 'cycle', 'wind_down')),
        add constraint static_position_end_reason_check
          check (end_reason in ('cancelled', 'asked', 'cycle', 'cap', 'term', 'wind_down'));

      create or replace function static_position_step() returns trigger language plpgsql as $$
        begin
          if old.state <> new.state and (old.state, new.state) not in (
            ('asked', 'cancelled'), ('asked', 'opening'), ('opening', 'open'),
            ('open', 'unlock_asked'), ('open', 'eliminated'), ('open', 'unlocked'),
            ('unlock_asked', 'open'), ('unlock_asked', 'unlocking'), ('unlock_asked', 'eliminated'),
            ('unlock_asked', 'unlocked'), ('unlocking', 'unlocked'), ('unlocking', 'eliminated'))
          then
            raise exception 'a position goes not from % to %', old.state, new.state
              using errcode = 'integrity_constraint_violation', constraint = 'static_position_step';
          end if;
          return new;
        end $$;
    `,
  },
  {
    id: '2026-11-23-turning-positions',
    sql: `
      -- A wind-down that is closing asks often whether any is left.
      create index static_position_turning on static_position (id)
        where state in ('asked', 'opening', 'unlocking');
    `,
  },
]
