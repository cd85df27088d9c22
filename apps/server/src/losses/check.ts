import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'

/**
 * Checks in plain SQL: every debit of a shared loss is exactly its member's part, rounded up; a
 * finished sharing has all of them; every hold was cut at the same rate and its first one voided;
 * and parts, pool and dust are the loss.
 */
export async function checkLosses(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    with sharing as (select * from loss_sharing where shared is not null),
    part as (
      select 'run:' || period || '/' || member_id as reference, sharing.posted_at is not null as done,
        member_id, div(balance * shared + owed - 1, owed) as amount
      from loss_balance join sharing using (period)),
    debit as (
      select transfer.reference, transfer.amount, account.owner
      from ledger_every_transfer transfer join ledger_account account on account.id = transfer.debit_account
      where transfer.kind = 'loss_share')
    select 'shared losses' as invariant, coalesce(part.reference, debit.reference) || ' bore '
        || coalesce(debit.amount, 0) || ' and its part is ' || coalesce(part.amount, 0) as what
      from part full join debit using (reference)
      where case when debit.amount is null then part.done and part.amount > 0
        else part.amount is distinct from debit.amount or part.member_id <> debit.owner end
    union all
    select 'shared losses', 'hold ' || held.hold_id || ' of ' || held.amount || ' was cut to '
        || coalesce(held.kept::text, 'nothing yet')
      from loss_hold held join sharing using (period)
      left join ledger_hold_resolution ended on ended.hold_id = held.hold_id
      where case when held.kept is null then posted_at is not null or ended.hold_id is not null
        else ended.outcome is distinct from 'voided'
          or held.kept <> held.amount - div(held.amount * shared + owed - 1, owed) end
    union all
    select 'shared losses', 'the parts of ' || period || ' are not ' || shared || ' and ' || dust
      from sharing
      where pool_dynamic + (select coalesce(sum(div(balance * shared + owed - 1, owed)), 0)
        from loss_balance where loss_balance.period = sharing.period) <> shared + dust
    limit 100`.execute(database)
  return rows
}
