import { type ReputationView, reputationDays, type Standing } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { OtcDeps } from './context.ts'

export type Reputation = ReputationView

export const noReputation: Reputation = {
  finishedTrades: 0,
  completionRate: null,
  medianReleaseSeconds: null,
  medianPaymentSeconds: null,
  disputesLost: 0,
}

/**
 * What the market knows of some members: finished trades on either side; the share of the last 30
 * days' trades that they brought to an end (a trade that the buyer gave up or let lapse counts
 * against the buyer alone, one that arbitrators ended against whom they ruled against); how long
 * they take to release and to pay, as medians. Trades within one inviter line do not count.
 */
export async function reputations(
  reader: Database | Tx,
  memberIds: readonly string[],
): Promise<Map<string, Reputation>> {
  if (memberIds.length === 0) return new Map()
  const { rows } = await sql<{
    memberId: string
    finished: number
    done: number
    failed: number
    lost: number
    release: number | null
    payment: number | null
  }>`
    select member_id,
      count(*) filter (where dealt)::int as finished,
      count(*) filter (where dealt and recent)::int as done,
      count(*) filter (where (lapsed or lost) and recent)::int as failed,
      count(*) filter (where lost)::int as lost,
      percentile_cont(0.5) within group (order by release_seconds)
        filter (where recent and not is_buyer) as release,
      percentile_cont(0.5) within group (order by payment_seconds)
        filter (where recent and is_buyer) as payment
    from (
      select m.id as member_id, t.buyer_id = m.id as is_buyer,
        t.state = 'finished' as dealt,
        t.state = 'payment_timeout' and t.reason in ('gave_up', 'unpaid') and t.buyer_id = m.id as lapsed,
        t.reason = 'ruling'
          and t.state = case when t.buyer_id = m.id then 'arbitration_refund' else 'arbitration_release' end as lost,
        t.closed_at > house_now() - make_interval(days => ${reputationDays}) as recent,
        case when t.state = 'finished' then extract(epoch from t.closed_at - t.paid_at)::float8 end as release_seconds,
        extract(epoch from t.paid_at - t.dealt_at)::float8 as payment_seconds
      from unnest(${[...memberIds]}::uuid[]) as m(id)
      cross join lateral (
        select * from otc_trade where seller_id = m.id
        union all
        select * from otc_trade where buyer_id = m.id) t
      where t.closed_at is not null and t.counts
    ) trades group by member_id`.execute(reader)
  return new Map(rows.map(row => [row.memberId, reputationOf(row)]))
}

const reputationOf = (row: {
  finished: number
  done: number
  failed: number
  lost: number
  release: number | null
  payment: number | null
}): Reputation => ({
  finishedTrades: row.finished,
  completionRate:
    row.done + row.failed === 0 ? null : Math.round((100 * row.done) / (row.done + row.failed)),
  medianReleaseSeconds: row.release === null ? null : Math.round(row.release),
  medianPaymentSeconds: row.payment === null ? null : Math.round(row.payment),
  disputesLost: row.lost,
})

const SEEN_FOR_MS = 5_000
const MOST_SEEN = 20_000
type Seen = Map<string, { until: number; reputation: Reputation }>
/** The reputations that pages of a market have shown lately. */
const seen = new WeakMap<OtcDeps, Seen>()

/**
 * As `reputations`, for pages: up to five seconds old, and as old again while they are read anew, so
 * that a popular member's thousand trades are not read for each reader. Nothing is decided by it.
 */
export async function shownReputations(
  context: OtcDeps,
  reader: Database | Tx,
  memberIds: readonly string[],
): Promise<Map<string, Reputation>> {
  const now = performance.now()
  const known = seen.get(context) ?? new Map()
  if (known.size > MOST_SEEN) known.clear()
  seen.set(context, known)
  const asked = memberIds.filter(id => (known.get(id)?.until ?? 0) < now)
  for (const id of asked) {
    const old = known.get(id)
    if (old) old.until = now + SEEN_FOR_MS
  }
  const fresh = await reputations(reader, asked)
  for (const id of asked)
    known.set(id, { until: now + SEEN_FOR_MS, reputation: fresh.get(id) ?? noReputation })
  return new Map(memberIds.map(id => [id, known.get(id)?.reputation ?? noReputation]))
}

/** What an order's conditions are compared with, for each of these members; `shown` may be some seconds old. */
export async function standingsOf(
  reader: Database | Tx,
  context: OtcDeps,
  memberIds: readonly string[],
  age: 'now' | 'shown' = 'now',
): Promise<Map<string, Standing>> {
  const effective = await context.effectiveAmong(reader, memberIds)
  const known =
    age === 'shown'
      ? await shownReputations(context, reader, memberIds)
      : await reputations(reader, memberIds)
  return new Map(
    memberIds.map(id => {
      const { finishedTrades, completionRate } = known.get(id) ?? noReputation
      return [id, { effective: effective.has(id), finishedTrades, completionRate }]
    }),
  )
}

/** As `standingsOf`, of one member, now. */
export const standingOf = async (
  reader: Database | Tx,
  context: OtcDeps,
  memberId: string,
): Promise<Standing> => (await standingsOf(reader, context, [memberId])).get(memberId) as Standing

const BATCH = 200

/**
 * Marks ended trades that count for reputation: not those between two members of whom one invited
 * the other, or somebody on the way to the other. Returns the number of marked trades.
 */
export async function markCounting(
  database: Database,
  context: Pick<OtcDeps, 'inOneInviterLine'>,
): Promise<number> {
  const ended = await database
    .selectFrom('otcTrade')
    .select(['id', 'sellerId', 'buyerId'])
    .where('closedAt', 'is not', null)
    .where('counts', 'is', null)
    .orderBy('closedAt')
    .limit(BATCH)
    .execute()
  for (const { id, sellerId, buyerId } of ended) {
    const counts = !(await context.inOneInviterLine(database, sellerId, buyerId))
    await database.updateTable('otcTrade').set({ counts }).where('id', '=', id).execute()
  }
  return ended.length
}
