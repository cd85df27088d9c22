import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import { otcTerms } from './terms.ts'

export interface Reputation {
  finishedTrades: number
  /** Percent, whole; null without a trade in the window. */
  completionRate: number | null
  medianReleaseSeconds: number | null
}

export const noReputation: Reputation = {
  finishedTrades: 0,
  completionRate: null,
  medianReleaseSeconds: null,
}

/**
 * What the market knows of some members: finished trades on either side, the share of the last
 * 30 days' trades that they brought to an end (a trade that the buyer let lapse counts against the
 * buyer alone), and how long they take to release, as a median.
 */
export async function reputations(
  database: Database,
  memberIds: readonly string[],
): Promise<Map<string, Reputation>> {
  if (memberIds.length === 0) return new Map()
  const { rows } = await sql<{
    memberId: string
    finished: number
    done: number
    failed: number
    median: number | null
  }>`
    select member_id,
      count(*) filter (where state = 'finished')::int as finished,
      count(*) filter (where state = 'finished' and recent)::int as done,
      count(*) filter (where state = 'payment_timeout' and recent and is_buyer)::int as failed,
      percentile_cont(0.5) within group (order by release_seconds) filter (where recent and not is_buyer) as median
    from (
      select m.id as member_id, t.state, t.buyer_id = m.id as is_buyer,
        t.closed_at > house_now() - make_interval(days => ${otcTerms.reputationDays}) as recent,
        case when t.state = 'finished' then extract(epoch from t.closed_at - t.paid_at)::float8 end as release_seconds
      from unnest(${[...memberIds]}::uuid[]) as m(id)
      join otc_trade t on t.seller_id = m.id or t.buyer_id = m.id
      where t.closed_at is not null
    ) trades group by member_id`.execute(database)
  return new Map(
    rows.map(row => [
      row.memberId,
      {
        finishedTrades: row.finished,
        completionRate:
          row.done + row.failed === 0
            ? null
            : Math.round((100 * row.done) / (row.done + row.failed)),
        medianReleaseSeconds: row.median === null ? null : Math.round(row.median),
      },
    ]),
  )
}
