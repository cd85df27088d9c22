import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/**
 * The end of the platform: its notice, the figures frozen then, and the outcome of two
 * computations.
 */
export const windDownMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-wind-down',
    sql: `
      create table wind_down (
        id uuid primary key,
        state text not null default 'proposed' check (state in
          ('proposed', 'dropped', 'announced', 'cancelled', 'closing', 'paying', 'closed')),
        notice_zh text not null check (length(notice_zh) between 1 and 1000),
        notice_en text not null check (length(notice_en) between 1 and 1000),
        /* what OPS keeps at most, micro-USDT, and why */
        costs numeric(38,0) not null check (costs >= 0),
        evidence text not null check (length(evidence) between 1 and 2000),
        proposed_by uuid not null,
        proposed_at timestamptz not null,
        /* Two people: nobody approves what they proposed. */
        approved_by uuid check (approved_by <> proposed_by),
        announced_at timestamptz,
        rule_version integer,
        due_at timestamptz check (due_at > announced_at),
        held_from timestamptz check (held_from < announced_at),
        /* since then nothing is open any more: the next settlement is the last */
        drained_at timestamptz,
        closed_at timestamptz,
        /* why it is stopped until a person has looked */
        alarm text,
        check (num_nonnulls(approved_by, announced_at, rule_version, due_at, held_from) =
          case when state in ('proposed', 'dropped') then 0 else 5 end),
        check ((closed_at is not null) = (state = 'closed'))
      );
      -- There is one at a time, and one that is announced and not cancelled is the last.
      create unique index wind_down_one on wind_down ((true)) where state not in ('dropped', 'cancelled');

      create function wind_down_step() returns trigger language plpgsql as $$
        begin
          if old.state <> new.state and (old.state, new.state) not in (
            ('proposed', 'dropped'), ('proposed', 'announced'), ('announced', 'cancelled'),
            ('announced', 'closing'), ('closing', 'paying'), ('paying', 'closed'))
          then
            raise exception 'a wind-down goes not from % to %', old.state, new.state
              using errcode = 'integrity_constraint_violation', constraint = 'wind_down_step';
          end if;
          return new;
        end $$;
      create trigger wind_down_step before update on wind_down
        for each row execute function wind_down_step();

      -- What takes an announced one back, while its notice runs.
      create table wind_down_cancellation (
        id uuid primary key,
        wind_down_id uuid not null references wind_down,
        why_zh text not null check (length(why_zh) between 1 and 1000),
        why_en text not null check (length(why_en) between 1 and 1000),
        proposed_by uuid not null,
        proposed_at timestamptz not null,
        approved_by uuid check (approved_by <> proposed_by),
        approved_at timestamptz,
        check (num_nonnulls(approved_by, approved_at) in (0, 2))
      );
      create unique index wind_down_cancellation_once on wind_down_cancellation (wind_down_id)
        where approved_at is not null;

      -- The books as they were frozen, and what came of them; amounts in micro-units of the epoch.
      create table wind_down_run (
        wind_down_id uuid primary key references wind_down,
        frozen_at timestamptz not null,
        /* the last settlement */
        period text not null references settlement_run (period),
        epoch integer not null,
        reserve numeric(38,0) not null check (reserve >= 0),
        outstanding numeric(38,0) not null check (outstanding >= seed),
        seed numeric(38,0) not null check (seed >= 0),
        income numeric(38,0) not null check (income >= 0),
        pool_static numeric(38,0) not null check (pool_static >= 0),
        pool_dynamic numeric(38,0) not null check (pool_dynamic >= 0),
        ops numeric(38,0) not null check (ops >= 0),
        risk numeric(38,0) not null check (risk >= 0)
      );
      create table wind_down_position (
        position_id uuid primary key,
        wind_down_id uuid not null references wind_down_run,
        member_id uuid not null,
        quantity numeric(38,0) not null check (quantity > 0)
      );
      create index wind_down_position_member on wind_down_position (member_id);
      create table wind_down_holder (
        member_id uuid primary key,
        wind_down_id uuid not null references wind_down_run,
        quantity numeric(38,0) not null check (quantity >= 0),
        least_held numeric(38,0) not null check (least_held >= 0),
        is_insider boolean not null
      );

      -- What two computations agreed on, before a unit moves.
      create table wind_down_outcome (
        wind_down_id uuid primary key references wind_down_run,
        input_hash bytea not null check (length(input_hash) = 32),
        result_hash bytea not null check (length(result_hash) = 32),
        weight numeric(38,0) not null check (weight >= 0),
        static_rest numeric(38,0) not null check (static_rest >= 0),
        ops_rest numeric(38,0) not null check (ops_rest >= 0),
        /* what all coins are paid from */
        paid_from numeric(38,0) not null check (paid_from >= 0),
        exit_price numeric(38,0) not null check (exit_price >= 0),
        to_risk numeric(38,0) not null check (to_risk >= 0),
        risk numeric(38,0) not null check (risk >= 0),
        risk_by text not null check (risk_by in ('leastHeld', 'quantity', 'nobody')),
        risk_weight numeric(38,0) not null check (risk_weight >= 0),
        dust numeric(38,0) not null check (dust >= 0),
        ops numeric(38,0) not null check (ops >= dust),
        computed_at timestamptz not null
      );

      grant select, insert on wind_down, wind_down_cancellation, wind_down_run, wind_down_position,
        wind_down_holder, wind_down_outcome to ${APP_ROLE};
      grant update (state, approved_by, announced_at, rule_version, due_at, held_from, drained_at, closed_at,
        alarm) on wind_down to ${APP_ROLE};
      grant update (approved_by, approved_at) on wind_down_cancellation to ${APP_ROLE};
    `,
  },
]
