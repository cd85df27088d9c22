import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/**
 * Proposals of operators and how they ended. The content is stored in its own module, under the
 * same id.
 */
export const proposalMigrations: readonly Migration[] = [
  {
    id: '2026-11-22-proposals',
    sql: `
      create table proposal (
        id uuid primary key,
        kind text not null check (kind in ('rules', 'receipt', 'shortfall')),
        state text not null default 'open' check (state in ('open', 'approved', 'refused', 'withdrawn')),
        proposed_by uuid not null,
        proposer text not null,
        proposed_at timestamptz not null,
        ended_by uuid,
        ender text,
        ended_at timestamptz,
        reason text check (length(reason) between 1 and 500),
        check (num_nonnulls(ended_by, ender, ended_at, reason) = case when state = 'open' then 0 else 4 end),
        -- Two people: only a withdrawal is the proposer's own.
        check (ended_by is null or (ended_by = proposed_by) = (state = 'withdrawn')),
        -- What stopped new money is not taken back by one person alone.
        check (kind <> 'shortfall' or state <> 'withdrawn')
      );
      create index proposal_newest on proposal (proposed_at desc, id desc);

      create function proposal_ends_once() returns trigger language plpgsql as $$
      begin
        if old.state <> 'open' then
          raise exception 'proposal % has ended before', old.id using errcode = 'check_violation';
        end if;
        return new;
      end $$;
      create trigger proposal_once before update on proposal for each row execute function proposal_ends_once();

      grant select, insert on proposal to ${APP_ROLE};
      grant update (state, ended_by, ender, ended_at, reason) on proposal to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-proposals-of-sharing',
    sql: `
      alter table proposal drop constraint proposal_kind_check,
        add constraint proposal_kind_check check (kind in ('rules', 'receipt', 'shortfall', 'sharing'));
    `,
  },
  {
    id: '2026-11-22-proposals-operators',
    sql: `
      alter table proposal drop constraint proposal_kind_check,
        add constraint proposal_kind_check check (kind in ('rules', 'receipt', 'shortfall', 'sharing', 'operator'));
    `,
  },
  {
    id: '2026-11-22-proposals-insiders',
    sql: `
      alter table proposal drop constraint proposal_kind_check,
        add constraint proposal_kind_check check (kind in ('rules', 'receipt', 'shortfall', 'sharing', 'operator', 'insider'));
    `,
  },
  {
    id: '2026-11-23-proposals-of-shortfalls',
    sql: `
      -- A report stops nothing before it is approved, so whoever made it may take it back.
      alter table proposal drop constraint proposal_check2;
    `,
  },
  {
    id: '2026-11-23-proposals-wind-down',
    sql: `
      alter table proposal drop constraint proposal_kind_check,
        add constraint proposal_kind_check check (kind in ('rules', 'receipt', 'shortfall', 'sharing', 'operator',
          'insider', 'wind_down', 'wind_down_cancel'));
    `,
  },
]

/** Kinds that were added after other modules had added theirs. Runs after all of those. */
export const proposalKindMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-proposals-withdrawal-void',
    sql: `
      alter table proposal drop constraint proposal_kind_check,
        add constraint proposal_kind_check check (kind in ('rules', 'receipt', 'shortfall', 'sharing', 'operator',
          'insider', 'wind_down', 'wind_down_cancel', 'explanation', 'withdrawal_void'));
    `,
  },
  {
    id: '2026-11-25-proposals-deposit-key',
    sql: `
      alter table proposal drop constraint proposal_kind_check,
        add constraint proposal_kind_check check (kind in ('rules', 'receipt', 'shortfall', 'sharing', 'operator',
          'insider', 'wind_down', 'wind_down_cancel', 'explanation', 'withdrawal_void', 'deposit_key'));
    `,
  },
  {
    id: '2026-11-26-proposals-accounts',
    sql: `
      alter table proposal drop constraint proposal_kind_check,
        add constraint proposal_kind_check check (kind in ('rules', 'receipt', 'shortfall', 'sharing', 'operator',
          'insider', 'wind_down', 'wind_down_cancel', 'explanation', 'withdrawal_void', 'deposit_key',
          'factor_reset', 'account_freeze'));
    `,
  },
  {
    id: '2026-11-26-proposals-operator-ends',
    sql: `
      alter table proposal drop constraint proposal_kind_check,
        add constraint proposal_kind_check check (kind in ('rules', 'receipt', 'shortfall', 'sharing', 'operator',
          'insider', 'wind_down', 'wind_down_cancel', 'explanation', 'withdrawal_void', 'deposit_key',
          'factor_reset', 'account_freeze', 'operator_end'));
    `,
  },
  {
    id: '2026-11-27-proposals-cost',
    sql: `
      alter table proposal drop constraint proposal_kind_check,
        add constraint proposal_kind_check check (kind in ('rules', 'receipt', 'cost', 'shortfall', 'sharing', 'operator',
          'insider', 'wind_down', 'wind_down_cancel', 'explanation', 'withdrawal_void', 'deposit_key',
          'factor_reset', 'account_freeze', 'operator_end'));

      -- Who has opened the evidence of a proposal, and when: nobody else approves it.
      create table proposal_evidence_opened (
        proposal_id uuid not null references proposal (id),
        operator_id uuid not null,
        opened_at timestamptz not null,
        primary key (proposal_id, operator_id)
      );
      grant select, insert on proposal_evidence_opened to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-27-proposals-distributed-status',
    sql: `
      alter table proposal drop constraint proposal_kind_check,
        add constraint proposal_kind_check check (kind in ('rules', 'receipt', 'cost', 'shortfall', 'sharing', 'operator',
          'insider', 'wind_down', 'wind_down_cancel', 'explanation', 'withdrawal_void', 'deposit_key',
          'factor_reset', 'account_freeze', 'operator_end', 'distributed_status'));
    `,
  },
]
