import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { IncomeStatistic } from './generated.ts'

export type IncomeRow = Selectable<IncomeStatistic>

export const newestIncome = (database: Database): Promise<IncomeRow | undefined> =>
  database.selectFrom('incomeStatistics').selectAll().orderBy('period', 'desc').executeTakeFirst()

/**
 * The newest settled period that has no statistics yet, with its exit price; undefined when there
 * is none.
 */
export async function periodToCount(
  reader: Database | Tx,
): Promise<{ period: string; exitPrice: bigint } | undefined> {
  return reader
    .selectFrom('guidePrice')
    .select(['period', 'exitPrice'])
    .where('period', '>', eb =>
      eb.fn.coalesce(
        eb.selectFrom('incomeStatistics').select(max => max.fn.max('period').as('newest')),
        sql<string>`''`,
      ),
    )
    .orderBy('period', 'desc')
    .executeTakeFirst()
}

/**
 * Counts all members except house accounts, from their list, in one snapshot of the books, and
 * writes the row; a second node that does the same finds it there. A member's net result is
 * withdrawals and sellers' receipts on the market, less deposits and buyers' payments, plus
 * balances and coins at the exit price: so fees, losses and falling prices are all in it.
 * Percentiles are discrete: each is some member's own figure.
 */
export async function countIncome(
  tx: Tx,
  { period, exitPrice }: { period: string; exitPrice: bigint },
  windowDays: number,
): Promise<void> {
  await sql`
    with person as (select id from member
      where not exists (select from insider where insider.member_id = member.id)),
    pay as (
      select account.owner as id, sum(transfer.amount) as ever,
        coalesce(sum(transfer.amount) filter (
          where transfer.posted_at > house_now() - make_interval(days => ${windowDays})), 0) as lately
      from ledger_every_transfer transfer join ledger_account account on account.id = transfer.credit_account
      where transfer.kind in ('static_earning', 'dynamic_earning') group by account.owner),
    outside as (
      select account.owner as id,
        sum(case when transfer.credit_account = account.id then -transfer.amount else transfer.amount end) as net
      from ledger_transfer transfer
        join ledger_account ext on ext.kind = 'EXT' and ext.id in (transfer.debit_account, transfer.credit_account)
        join ledger_account account on account.kind = 'available'
          and account.id in (transfer.debit_account, transfer.credit_account)
      group by account.owner),
    market as (
      select id, sum(net) as net from (
        select seller_id as id, payment_amount - coalesce(refund_amount, 0) as net from otc_trade where state in ('finished', 'arbitration_release')
        union all select buyer_id, -(payment_amount - coalesce(refund_amount, 0)) from otc_trade where state in ('finished', 'arbitration_release')) as deals
      group by id),
    wealth as (
      select owner as id, sum(case when asset = 'USDT' then posted
        else floor(posted * coalesce(ledger_later_multiple(asset, epoch), 1) * ${exitPrice}::numeric / 1000000) end) as net
      from ledger_account where kind in ('available', 'locked', 'escrow') group by owner),
    income as (
      select coalesce(pay.lately, 0) as lately, coalesce(pay.ever, 0) as ever,
        coalesce(outside.net, 0) + coalesce(market.net, 0) + coalesce(wealth.net, 0) as net,
        row_number() over (order by coalesce(pay.lately, 0) desc) as lately_rank,
        row_number() over (order by coalesce(pay.ever, 0) desc) as ever_rank,
        greatest(1, round(count(*) over () / 100.0)) as hundredth
      from person left join pay using (id) left join outside using (id)
        left join market using (id) left join wealth using (id))
    insert into income_statistics
    select ${period}, house_now(), count(*),
      coalesce(round(10000.0 * count(*) filter (where lately = 0) / nullif(count(*), 0)), 0),
      coalesce(percentile_disc(0.5) within group (order by lately), 0),
      coalesce(percentile_disc(0.9) within group (order by lately), 0),
      coalesce(round(10000 * sum(lately) filter (where lately_rank <= hundredth) / nullif(sum(lately), 0)), 0),
      coalesce(sum(lately), 0),
      coalesce(round(10000.0 * count(*) filter (where ever = 0) / nullif(count(*), 0)), 0),
      coalesce(percentile_disc(0.5) within group (order by ever), 0),
      coalesce(percentile_disc(0.9) within group (order by ever), 0),
      coalesce(round(10000 * sum(ever) filter (where ever_rank <= hundredth) / nullif(sum(ever), 0)), 0),
      coalesce(sum(ever), 0),
      coalesce(percentile_disc(0.1) within group (order by net), 0),
      coalesce(percentile_disc(0.5) within group (order by net), 0),
      coalesce(percentile_disc(0.9) within group (order by net), 0),
      coalesce(round(10000.0 * count(*) filter (where net < 0) / nullif(count(*), 0)), 0)
    from income
    on conflict (period) do nothing`.execute(tx)
}
