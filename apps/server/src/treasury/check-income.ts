import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'

/**
 * Checks outside income in plain SQL: each run has released what the rules of its version make of
 * the accounts frozen at its cut-off, computed here independently; and nothing else has moved
 * INCOME.
 */
export const incomeBreaches = async (database: Database): Promise<Breach[]> => [
  ...(await releaseBreaches(database)),
  ...(await strayBreaches(database)),
]

/** The release of each published run, beside the one that its version makes of its books. */
async function releaseBreaches(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    with rule as (
      select number, (document::jsonb->'parameters'->>'incomeReleaseDivisor')::numeric as divisor,
        (document::jsonb->'parameters'->>'incomeReleaseBps')::numeric as of_reserve,
        (document::jsonb->'parameters'->>'incomeToStaticBps')::numeric as of_static
      from rule_version),
    closed as (
      select period, outstanding, divisor, of_reserve, of_static,
        income - least(income, greatest(0, shortfall - risk - ops)) as waiting,
        greatest(0, reserve - greatest(0, shortfall - risk - ops - income - pool_static)) as reserve,
        coalesce((select (figure->>'value')::numeric * 1000000
          from jsonb_array_elements(outcome.summary->'steps') step,
            jsonb_array_elements(step->'figures') figure
          where step->>'step' = '5' and figure->>'name' = 'weight'), 0) as activated
      from settlement_run run join rule on rule.number = run.parameters_version
        join settlement_outcome outcome using (period)
      where run.income is not null and run.published_at is not null),
    due as (
      select *, case when outstanding = 0 then 0 else least(
          case when waiting < divisor then waiting else div(waiting, divisor) end,
          div(reserve * of_reserve, 10000)) end as released
      from closed),
    shared as (
      select period, released,
        case when outstanding = 0 then 0
          else div(released * of_static * activated, 10000 * outstanding) end as to_static
      from due),
    found as (
      select split_part(substr(transfer.reference, 5), '/', 1) as period, sum(transfer.amount) as released,
        sum(transfer.amount) filter (where account.kind = 'POOL.static') as to_static
      from ledger_transfer transfer join ledger_account account on account.id = transfer.credit_account
      where transfer.kind = 'income_release' group by 1)
    select 'released income' as invariant, 'the run of ' || coalesce(period, found_period) || ' released '
      || coalesce(found_released, 0) || ', ' || coalesce(found_static, 0) || ' of it to the static pool; by its rules it is '
      || coalesce(released, 0) || ' and ' || coalesce(to_static, 0) as what
    from (
      select shared.period, shared.released, shared.to_static, found.period as found_period,
        found.released as found_released, found.to_static as found_static
      from shared full join found on found.period = shared.period) beside
    where (coalesce(found_released, 0) <> coalesce(released, 0)
        or coalesce(found_static, 0) <> coalesce(to_static, 0))
      -- A run under way has posted what it released, and is looked at when it is published.
      and not exists (select from settlement_run run
        where run.period = found_period and run.published_at is null)`.execute(database)
  return rows
}

/**
 * Receipts fill INCOME; runs empty it by their releases and by a loss that it bears, and a
 * wind-down empties it. Its lines are read by its id, in rows and in blocks: not all transfers are.
 */
async function strayBreaches(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    with income as (select id from ledger_account where asset = 'USDT' and kind = 'INCOME'),
    transfer as (
      select kind, reference, amount, true as into_it from ledger_transfer
      where credit_account = (select id from income)
      union all
      select kind, reference, amount, false from ledger_transfer
      where debit_account = (select id from income)
      union all
      select kind, settlement || '/' || line.owner, abs(line.amount)::numeric, line.amount < 0
      from ledger_transfer_block cross join lateral unnest(owners, amounts) as line (owner, amount)
      where house_account = (select id from income))
    select 'released income' as invariant,
      transfer.kind || ' ' || transfer.reference || ' moved ' || transfer.amount || ' into or out of INCOME' as what
    from transfer
    where case when into_it then kind not in ('income', 'reversal')
      else kind not in ('income_release', 'loss', 'wind_down', 'reversal') end`.execute(database)
  return rows
}
