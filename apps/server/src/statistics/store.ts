import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { liftLimit } from '../platform/database/patience.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { IncomeStatistic } from './generated.ts'
import { advanceTotals, sinceTotals, sumsOf } from './totals.ts'

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
 * balances and coins at the exit price: so fees, losses and falling prices are all in it. What was paid
 * and what went in and out is kept in totals; what came since is added. The totals are advanced on their
 * own: the count is long, and has no number of a transaction before its end.
 * Percentiles are discrete: each is some member's own figure.
 */
export async function countIncome(
  database: Database,
  due: { period: string; exitPrice: bigint },
  { windowDays, limit }: { windowDays: number; limit: string },
): Promise<void> {
  const totalsEnd = await inTransaction(database, async tx => {
    await liftLimit(tx, limit)
    return advanceTotals(tx)
  })
  await inTransaction(database, async tx => {
    await liftLimit(tx, limit)
    await count(tx, due, { windowDays, totalsEnd })
  })
}

async function count(
  tx: Tx,
  { period, exitPrice }: { period: string; exitPrice: bigint },
  { windowDays, totalsEnd }: { windowDays: number; totalsEnd: number },
): Promise<void> {
  await sql`
    with person as (select id from member
      where not exists (select from insider where insider.member_id = member.id)),
    recent as (${sumsOf(sinceTotals(totalsEnd))}),
    pay as (
      select id, sum(paid) as ever, sum(outside) as net from (
        select member_id as id, paid, outside from income_total
        union all select id, paid, outside from recent) kept
      group by id),
    window_pay as (
      select account.owner as id, sum(transfer.amount) as lately
      from ledger_every_transfer transfer join ledger_account account on account.id = transfer.credit_account
      where transfer.kind in ('static_earning', 'dynamic_earning')
        and transfer.xid > (select ledger_number_before(house_now() - make_interval(days => ${windowDays})))
        and transfer.posted_at > house_now() - make_interval(days => ${windowDays})
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
      select coalesce(window_pay.lately, 0) as lately, coalesce(pay.ever, 0) as ever,
        coalesce(pay.net, 0) + coalesce(market.net, 0) + coalesce(wealth.net, 0) as net,
        row_number() over (order by coalesce(window_pay.lately, 0) desc) as lately_rank,
        row_number() over (order by coalesce(pay.ever, 0) desc) as ever_rank,
        greatest(1, round(count(*) over () / 100.0)) as hundredth
      from person left join pay using (id) left join window_pay using (id)
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
