import { formatAmount } from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { incomeBreaches } from './check-income.ts'
import { costBreaches } from './cost-check.ts'
import { receiptBreaches } from './receipt-check.ts'

/**
 * Checks in plain SQL: R, N, pools and RISK are what the last run left, and only a run under way
 * may have changed them; every published run has its outcome and its price; FEE.coin holds the fees
 * that no run has burned, and no run has passed a trade's fee over; LOSS is what two people confirmed, less what runs have booked and what
 * was covered.
 */
export async function checkTreasury(database: Database): Promise<Breach[]> {
  return [
    ...(await booksBreaches(database)),
    ...(await runBreaches(database)),
    ...(await feeBreaches(database)),
    ...(await incomeBreaches(database)),
    ...(await sumBreaches(database)),
    ...(await receiptBreaches(database)),
    ...(await costBreaches(database)),
  ]
}

interface Sum {
  invariant: string
  name: string
  found: bigint
  wanted: bigint
}

const differing = (rows: readonly Sum[]): Breach[] =>
  rows
    .filter(({ found, wanted }) => found !== wanted)
    .map(({ invariant, name, found, wanted }) => ({
      invariant,
      what: `${name} is ${formatAmount(found)} in the ledger and ${formatAmount(wanted)} as recorded`,
    }))

/**
 * The accounts that only runs change. While a run is under way they change from step to step, and a
 * wind-down empties them: then the books frozen at the cut-off are compared with what the run
 * before left.
 */
async function booksBreaches(database: Database): Promise<Breach[]> {
  const { genesisUsdt, genesisLeaf } = parametersV1
  const { rows } = await sql<Sum>`
    with last as (
      select price.reserve, price.outstanding, outcome.summary->'after' as after
      from guide_price price join settlement_outcome outcome on outcome.period = price.period
      order by price.period desc limit 1
    ), under_way as (
      select * from settlement_run where published_at is null order by period desc limit 1
    ), closed as (
      -- A wind-down empties them after the last run.
      select reserve, outstanding, pool_static, pool_dynamic, risk from under_way
      union all
      select reserve, outstanding, pool_static, pool_dynamic, risk from wind_down_run
    ), left_by as (
      select * from (values
        ('R', coalesce((select reserve from last), (select ${genesisUsdt}::numeric from treasury_founding), 0)),
        ('N', coalesce((select outstanding from last), (select ${genesisLeaf}::numeric from treasury_founding), 0)),
        ('POOL.static', coalesce((select (after->>'poolStatic')::numeric * 1000000 from last), 0)),
        ('POOL.dynamic', coalesce((select (after->>'poolDynamic')::numeric * 1000000 from last), 0)),
        ('RISK', (select (after->>'risk')::numeric * 1000000 from last))
      ) as told (name, wanted)
    ), kept as (
      select account.name, coalesce(case account.name
          when 'R' then (select reserve from closed)
          when 'N' then (select outstanding from closed)
          when 'POOL.static' then (select pool_static from closed)
          when 'POOL.dynamic' then (select pool_dynamic from closed)
          when 'RISK' then (select risk from closed) end,
        (select case account.kind when 'ISSUE' then -posted else posted end from ledger_account
          where ledger_account.kind = account.kind), 0) as found
      from (values ('R', 'RESERVE'), ('N', 'ISSUE'), ('POOL.static', 'POOL.static'),
        ('POOL.dynamic', 'POOL.dynamic'), ('RISK', 'RISK')) as account (name, kind)
    )
    select 'R, N and pools' as invariant, name, found::numeric(38,0) as found,
      wanted::numeric(38,0) as wanted
    from kept join left_by using (name) where wanted is not null`.execute(database)
  return differing(rows)
}

async function runBreaches(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    select 'published runs' as invariant,
      'the run, the outcome and the guide price of ' || coalesce(run.period, price.period)
        || ' are not all there' as what
    from settlement_run run
      full join guide_price price on price.period = run.period
      left join settlement_outcome outcome on outcome.period = run.period
    where (run.published_at is null) <> (price.period is null)
      or (run.published_at is not null and outcome.period is null)
    union all
    select 'receipts', 'receipt ' || receipt.id || ' of ' || receipt.amount || ' was booked as '
      || coalesce(sum(transfer.amount), 0)
    from treasury_receipt receipt
      join treasury_receipt_run taken on taken.receipt_id = receipt.id
      join settlement_run run on run.period = taken.period and run.published_at is not null
      left join ledger_transfer transfer on transfer.kind = 'income'
        and transfer.reference in (receipt.id || '/static', receipt.id || '/reserve')
    group by receipt.id, receipt.amount having coalesce(sum(transfer.amount), 0) <> receipt.amount`.execute(
    database,
  )
  return rows
}

/**
 * A release that reads the time before a cut-off and commits after it is of the next run. What was
 * closed before two cut-offs and is of no run is of none for ever: its fee would stay in FEE.coin.
 */
async function feeBreaches(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    select 'fees of trades' as invariant,
      'trade ' || id::text || ' was closed before two settlements, and its fee is in neither' as what
    from otc_trade where state in ('finished', 'arbitration_release') and fee_period is null
      and closed_at < (select cutoff_at from settlement_run order by cutoff_at desc offset 1 limit 1)`.execute(
    database,
  )
  return rows
}

async function sumBreaches(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Sum>`
    select 'fee coins' as invariant, 'FEE.coin' as name,
      coalesce((select posted * ledger_later_multiple('LEAF', epoch) from ledger_account
        where kind = 'FEE.coin'), 0)::numeric(38,0) as found,
      coalesce(sum(fee * ledger_later_multiple('LEAF', epoch)), 0)::numeric(38,0) as wanted
    from otc_trade where state in ('finished', 'arbitration_release') and not exists (
      select from ledger_transfer where kind = 'fee_burn' and reference = 'run:' || fee_period)
    union all
    select 'losses', 'LOSS',
      coalesce((select -posted from ledger_account where kind = 'LOSS'), 0),
      coalesce((select sum(amount) from treasury_shortfall where decision = 'confirmed'), 0)
        - coalesce((select sum(transfer.amount) from ledger_every_transfer transfer
          join ledger_account account on account.id = transfer.credit_account
          where transfer.kind in ('loss', 'loss_share', 'cover') and account.kind = 'LOSS'), 0)
        + coalesce((select sum(transfer.amount) from ledger_transfer transfer
          join ledger_account account on account.id = transfer.debit_account
          where transfer.kind = 'surplus' and account.kind = 'LOSS'), 0)`.execute(database)
  return differing(rows)
}
