import { cutoffOf, type Period, periodBefore } from '@banyan/economy'
import { type Selectable, sql } from 'kysely'
import { membersBeside, platformSums, platformVersionAt } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { announceToOperators } from '../platform/outbox/announce.ts'
import type { DayStatistic } from './generated.ts'

export type DayRow = Selectable<DayStatistic>

/** The newest counted days, newest first. */
export const newestDays = (reader: Database, days: number): Promise<DayRow[]> =>
  reader.selectFrom('dayStatistics').selectAll().orderBy('period', 'desc').limit(days).execute()

/** The oldest settled period that is not counted and that none after it is; undefined when all are. */
export async function dayToCount(reader: Database | Tx): Promise<Period | undefined> {
  const row = await reader
    .selectFrom('guidePrice')
    .select('period')
    .where('period', '>', eb =>
      eb.fn.coalesce(
        eb.selectFrom('dayStatistics').select(max => max.fn.max('period').as('newest')),
        sql<string>`''`,
      ),
    )
    .orderBy('period')
    .executeTakeFirst()
  return row?.period
}

/**
 * Counts a settled day from the accounts that the money went through, each line once; writes the
 * row, which a second node that does the same finds there.
 */
export async function countDay(tx: Tx, period: Period): Promise<void> {
  const [from, to] = [cutoffOf(periodBefore(period)), cutoffOf(period)]
  const moved = async (account: 'EXT' | 'OPS' | 'PAYOUTS') => {
    const range = {
      above: await platformVersionAt(tx, account, from),
      upTo: await platformVersionAt(tx, account, to),
    }
    const sums = await platformSums(tx, account, range)
    return { range, of: (kind: string) => sums.find(one => one.kind === kind) }
  }
  const outside = await moved('EXT')
  const costs = await moved('OPS')
  const onTheWay = await moved('PAYOUTS')
  const parties = [
    ...(await membersBeside(tx, 'EXT', outside.range, ['recharge'])),
    ...(await membersBeside(tx, 'PAYOUTS', onTheWay.range, ['withdrawal'])),
  ]
  const payouts = outside.of('payout')
  const recharges = outside.of('recharge')
  await sql`
    with person as (select id, created_at from member
      where created_at < ${to} and not exists (select from insider where insider.member_id = member.id)),
    deal as (select seller_id, buyer_id, payment_amount - coalesce(refund_amount, 0) as paid from otc_trade
      where fee_period = ${period}),
    party as (
      select unnest(${parties}::uuid[]) as id
      union select seller_id from deal union select buyer_id from deal)
    insert into day_statistics (period, made_at, members, joined, active, recharges, recharged,
      withdrawals, withdrawn, trades, volume, withdrawal_fees)
    select ${period}, house_now(), (select count(*) from person),
      (select count(*) from person where created_at >= ${from}),
      (select count(*) from party join person using (id)),
      ${recharges?.transfers ?? 0}, ${recharges?.outOf ?? 0n},
      ${payouts?.transfers ?? 0}, ${payouts?.into ?? 0n},
      (select count(*) from deal), (select coalesce(sum(paid), 0) from deal),
      ${costs.of('payout_fee')?.into ?? 0n}
    on conflict (period) do nothing`.execute(tx)
  await announceToOperators(tx, 'statistics', period)
}
