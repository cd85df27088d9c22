import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { type From, firstOfLate, notBefore, paidFrom } from './late-rounds.ts'

/**
 * The invariants of network pay that SQL can check: payouts are the sums of their lines and are in
 * the ledger, matches have their rate and consume the volume that they state, the caps of each
 * run's rule book held, and no insider has a payout. The table itself rejects a round that pays
 * more than it has, or pays while the module is off.
 */
export const checkDynamic = (database: Database): Promise<Breach[]> => checkFrom(database, null)

/** The same of the last rounds, and of the nodes as they are. */
export const checkLateDynamic = async (database: Database): Promise<Breach[]> =>
  checkFrom(database, await firstOfLate(database, 'dynamicRound'))

const checkFrom = async (database: Database, from: From): Promise<Breach[]> => [
  ...(await sumBreaches(database, from)),
  ...(await capBreaches(database, from)),
  ...(await reopeningBreaches(database, from)),
]

/**
 * By the numbers of the rule book of each run. A balance stores the last run that changed it; when
 * a later version lowers the cap of a round, nothing more is paid.
 */
async function capBreaches(database: Database, from: From): Promise<Breach[]> {
  const { rows } = await sql<{ invariant: string; what: string }>`
    with run as (
      select round.period, round.pair_bps, round.volume, (told->>'dailyCapUsdt')::numeric as daily_cap,
        (told->>'roundCapUsdt')::numeric as round_cap, (told->>'balanceCapUsdt')::numeric as balance_cap
      from dynamic_round round join rule_version version on version.number = round.rule_version
        cross join lateral (select version.document::jsonb->'parameters' as told) numbers
      where round.paid_at is not null and ${notBefore('round.period', from)}
    )
    select 'matches' as invariant, format('%s of %s matched %s for %s and consumed %s', member_id, period,
      matched, amount, consumed) as what
    from dynamic_pair join run using (period)
    where amount > daily_cap or raw <> div(matched * pair_bps, 10000)
      or consumed <> case when amount = raw then matched
        else least(matched, ceil(amount * 10000 / pair_bps)) end
    union all
    select 'caps of the network', format('node %s carries %s and %s and was paid %s in %s', idx, left_volume,
      right_volume, paid_in_round, round)
    from dynamic_balance join run using (period)
    where greatest(left_volume, right_volume) > balance_cap
      or paid_in_round > greatest(paid_before, round_cap)
    union all
    select 'volume of a run', format('%s credited %s, and the regions were told of %s', period, run.volume,
      told.volume)
    from run join settlement_run settled using (period) cross join lateral (
      select coalesce(sum(fee), 0) as volume from volume_event where volume_event.period = run.period) told
    where settled.published_at is not null and run.volume <> told.volume`.execute(database)
  return rows
}

/**
 * A round was only reopened by the rules of the run, by what was issued for its owner's order, in
 * its own quarter and after a cap that was reached in it; and none counts as reopened without an
 * order.
 */
async function reopeningBreaches(database: Database, from: From): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    select 'reopened rounds' as invariant, format('order %s opened round %s of node %s in %s for %s', order_id,
      reinvestment.round, reinvestment.idx, reinvestment.period, reinvestment.issued) as what
    from dynamic_reinvestment reinvestment
      join dynamic_round run on run.period = reinvestment.period
      join rule_version version on version.number = run.rule_version
      cross join lateral (select version.document::jsonb->'parameters' as told) numbers
      left join placement node on node.idx = reinvestment.idx
      left join subscription own on own.id = order_id
    where reopened and ${notBefore('reinvestment.period', from)} and (coalesce(told->>'reopenByReinvest', '0') <> '1'
      or issued < (told->>'reopenMinimumUsdt')::numeric or issued is distinct from own.filled
      or own.kind is distinct from 'dynamic_reinvest' or own.member_id is distinct from node.member_id
      or reinvestment.member_id is distinct from node.member_id
      or reinvestment.round <> to_char(reinvestment.period::date, 'YYYY"Q"Q')
      or (select coalesce(sum(direct + pairs), 0) from dynamic_payout paid
        where paid.member_id = reinvestment.member_id and paid.period <= reinvestment.period
          and paid.period >= to_char(date_trunc('quarter', reinvestment.period::date), 'YYYY-MM-DD'))
        < (told->>'roundCapUsdt')::numeric)
    union all
    select 'reopened rounds', format('node %s is in round %s, and no order has opened it', idx, balance.round)
    from dynamic_balance balance
    where balance.round like '%/2' and not exists (select from dynamic_reinvestment opening
      where opening.reopened and opening.idx = balance.idx
        and opening.round || '/2' = balance.round)`.execute(database)
  return rows
}

async function sumBreaches(database: Database, from: From): Promise<Breach[]> {
  const { rows } = await sql<{ invariant: string; what: string }>`
    with lines as (
      select period, member_id, sum(direct) as direct, sum(pairs) as pairs from (
        select period, member_id, amount as direct, 0 as pairs from dynamic_direct
        union all select period, member_id, 0, amount from dynamic_pair where not insider) line
      where ${notBefore('period', from)} group by period, member_id
    ),
    whole as (select * from dynamic_round where paid_at is not null and ${notBefore('period', from)}),
    transfer as (${paidFrom('dynamic_earning', from)})
    select 'network pay' as invariant,
      format('%s of %s is %s + %s, and its lines say %s + %s', member_id, period,
        coalesce(payout.direct, 0), coalesce(payout.pairs, 0), coalesce(lines.direct, 0), coalesce(lines.pairs, 0)) as what
    from (dynamic_payout payout full join lines using (period, member_id)) join whole using (period)
    where (coalesce(payout.direct, 0), coalesce(payout.pairs, 0))
      <> (coalesce(lines.direct, 0), coalesce(lines.pairs, 0))
    union all
    select 'network pay', format('%s of %s is %s, and the ledger paid %s', payout.member_id,
      payout.period, payout.direct + payout.pairs, coalesce(transfer.amount, 0))
    from dynamic_payout payout join whole using (period)
    left join transfer on transfer.reference = 'run:' || payout.period || '/' || payout.member_id
    where transfer.amount is distinct from payout.direct + payout.pairs
    union all
    select 'network pay of a round', format('%s paid %s and kept %s for the reserve; its lines say %s and %s',
      whole.period, whole.paid, whole.staff_share, sums.paid, sums.staff)
    from whole cross join lateral (
      select coalesce((select sum(direct + pairs) from dynamic_payout where period = whole.period), 0) as paid,
        coalesce((select sum(amount) from dynamic_pair where period = whole.period and insider), 0) as staff) sums
    where (whole.paid, whole.staff_share) <> (sums.paid, sums.staff)
    union all
    select 'insiders', format('insider %s was paid by the network in %s', payout.member_id, payout.period)
    from dynamic_payout payout join insider using (member_id)
    join whole using (period)
    where whole.closed_at > insider.since`.execute(database)
  return rows
}
