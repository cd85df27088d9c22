import { type AnswerOf, arbitratorsNeeded, type disputeStatistics } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import { seatedStates, seatIsHeld } from './case-queue.ts'
import type { OtcDeps } from './context.ts'

type Statistics = AnswerOf<typeof disputeStatistics>

/**
 * How cases ended, by the month (UTC+8) in which they were opened or closed, and what reviews
 * changed.
 */
export async function statisticsOfDisputes(
  database: Database,
  context: Pick<OtcDeps, 'presentArbitrators'>,
): Promise<Statistics> {
  const months = await monthsOf(database)
  const { rows } = await sql<Statistics['arbitrators'][number]>`
    with ends as (${finalOutcomes})
    select (dense_rank() over (order by o.operator_id))::int as arbitrator,
      count(*)::int as rulings,
      count(*) filter (where e.reviewed)::int as reviewed,
      count(*) filter (where e.overturned)::int as overturned
    from otc_opinion o join otc_ruling r on r.dispute_id = o.dispute_id and r.round = o.round
      and r.outcome = o.outcome and r.release_quantity is not distinct from o.release_quantity
      join ends e on e.id = o.dispute_id
    where o.round = 1
    group by o.operator_id order by 1`.execute(database)
  return { months, now: await waitingNow(database, context), arbitrators: rows }
}

/**
 * Counts the cases with a free seat, the age of the oldest, and the arbitrators who could take a
 * seat.
 */
async function waitingNow(
  database: Database,
  context: Pick<OtcDeps, 'presentArbitrators'>,
): Promise<Statistics['now']> {
  const { rows } = await sql<Pick<Statistics['now'], 'waiting' | 'longestHours'>>`
    select count(*)::int as waiting,
      round((extract(epoch from house_now() - min(opened_at)) / 3600)::numeric, 1)::float8 as longest_hours
    from otc_dispute d
    where closed_at is null and state in (${sql.join(seatedStates)}) and not ${seatIsHeld}`.execute(
    database,
  )
  return {
    ...(rows[0] ?? { waiting: 0, longestHours: null }),
    arbitrators: await context.presentArbitrators(database),
    needed: arbitratorsNeeded,
  }
}

/** Closed cases with their final outcome, and whether a review changed it. */
const finalOutcomes = sql`
  select d.id, d.trade_id, d.state, d.opened_at, d.closed_at, t.state as trade_state, last.outcome,
    last.round = 2 as reviewed,
    last.round = 2 and (last.outcome, last.release_quantity) is distinct from (first.outcome, first.release_quantity) as overturned
  from otc_dispute d join otc_trade t on t.id = d.trade_id
    left join otc_ruling first on first.dispute_id = d.id and first.round = 1
    left join lateral (
      select * from otc_ruling where dispute_id = d.id order by round desc limit 1) last on true
  where d.closed_at is not null`

async function monthsOf(database: Database): Promise<Statistics['months']> {
  const month = (at: string) =>
    sql.raw(`to_char(${at} at time zone 'UTC' + interval '8 hours', 'YYYY-MM')`)
  const { rows } = await sql<Statistics['months'][number]>`
    with ends as (${finalOutcomes}),
    opened as (
      select ${month('opened_at')} as month, count(*)::int as opened from otc_dispute group by 1),
    closed as (
      select ${month('closed_at')} as month, count(*)::int as closed,
        count(*) filter (where state = 'withdrawn')::int as withdrawn,
        count(*) filter (where state = 'settled' and trade_state = 'arbitration_release')::int as released_by_seller,
        count(*) filter (where state = 'settled' and trade_state = 'arbitration_refund')::int as conceded_by_buyer,
        count(*) filter (where state = 'verified')::int as verified_on_chain,
        count(*) filter (where state = 'executed' and outcome = 'release')::int as ruled_release,
        count(*) filter (where state = 'executed' and outcome = 'refund')::int as ruled_refund,
        count(*) filter (where state = 'executed' and outcome = 'split')::int as ruled_split,
        round((percentile_cont(0.5) within group (order by extract(epoch from closed_at - opened_at)) / 3600)::numeric, 1)::float8 as median_hours,
        count(*) filter (where reviewed)::int as reviewed,
        count(*) filter (where overturned)::int as overturned
      from ends group by 1),
    seated as (
      select ${month('taken_at')} as month, count(*)::int as appointed from otc_seat
      where appointed_by is not null group by 1)
    select month, coalesce(opened, 0) as opened, coalesce(closed, 0) as closed,
      coalesce(withdrawn, 0) as withdrawn, coalesce(released_by_seller, 0) as released_by_seller,
      coalesce(conceded_by_buyer, 0) as conceded_by_buyer, coalesce(verified_on_chain, 0) as verified_on_chain,
      coalesce(ruled_release, 0) as ruled_release, coalesce(ruled_refund, 0) as ruled_refund,
      coalesce(ruled_split, 0) as ruled_split, median_hours,
      coalesce(reviewed, 0) as reviewed, coalesce(overturned, 0) as overturned,
      coalesce(appointed, 0) as appointed
    from opened full join closed using (month) full join seated using (month) order by month desc`.execute(
    database,
  )
  return rows
}
