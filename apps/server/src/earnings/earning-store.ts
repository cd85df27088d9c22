import type { Period } from '@banyan/economy'
import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import { type Placeholders, prepared } from '../platform/database/prepared.ts'

/** A settlement as it was for one member. */
export interface OwnRound {
  period: Period
  pool: bigint
  released: bigint
  weight: bigint
  ownWeight: bigint
  amount: bigint
  positions: number
  /** The number of these that reached their cap or the end of their term. */
  eliminated: number
  ruleVersion: number
}

/**
 * The sums of a member's positions in a round: their weights, their pay, their number, and how many
 * ended.
 */
const ownPart = (memberId: unknown) => sql`
  select coalesce(sum(payout.weight), 0) as own_weight, coalesce(sum(payout.amount), 0) as amount,
    count(*)::int as positions,
    (count(*) filter (where position.state = 'eliminated' and position.ended_in = round.period))::int
      as eliminated
  from static_position position
  join lateral static_payout_of(round.period, position.id) payout on true
  where position.member_id = ${memberId}::uuid`

/**
 * Settlements in which a member had positions, newest first; one more than the page when there is a
 * next page.
 */
export async function ownRounds(
  database: Database,
  memberId: string,
  show: 'all' | 'paid',
  page: { before: Period | null; limit: number },
): Promise<OwnRound[]> {
  const { rows } = await sql<OwnRound>`
    select round.period, round.pool, round.released, round.weight, round.rule_version, own.*
    from static_round round cross join lateral (${ownPart(memberId)}) own
    where round.paid_at is not null and own.positions > 0
      and (${show} = 'all' or own.amount > 0)
      and (${page.before}::text is null or round.period < ${page.before})
    order by round.period desc limit ${page.limit + 1}`.execute(database)
  return rows
}

/** One of the last settlements: what it paid the member, and everybody. */
export interface RecentRound {
  period: Period
  amount: bigint
  paid: bigint
  /**
   * The static pool before the pay, and the part of it that was income from outside; null when that
   * is not recorded.
   */
  pool: bigint | null
  poolIncome: bigint | null
  /** All activated coins that shared in it, in current units. */
  coins: bigint
}

/** The newest settlements, newest first, whether the member shared in them or not. */
export const recentRounds = (
  database: Database,
  memberId: string,
  count: number,
): Promise<RecentRound[]> => selectRecent(database, { memberId, count })

const selectRecent = prepared(
  'recent_rounds',
  ({ memberId, count }: Placeholders<{ memberId: string; count: number }>) => sql<RecentRound>`
    select round.period, own.amount, round.paid, round.pool, round.pool_income,
      round.weight * ledger_later_multiple('LEAF', round.epoch) as coins
    from (select * from static_round where paid_at is not null
      order by period desc limit ${count}::integer) round
    cross join lateral (${ownPart(memberId)}) own
    order by round.period desc`,
)

/** A position's pay in a settlement, with the figures that determined it. */
export interface PaidPosition {
  positionId: string
  weight: bigint
  amount: bigint
  paidAfter: bigint
  openingValue: bigint
  eliminated: 'cap' | 'term' | null
}

/** A member's positions of a settlement, in the order of the run. */
export async function paidPositions(
  database: Database,
  memberId: string,
  period: Period,
): Promise<PaidPosition[]> {
  const { rows } = await sql<PaidPosition>`
    select position.id as position_id, payout.weight, payout.amount, payout.paid_after,
      position.opening_value,
      case when position.state = 'eliminated' and position.ended_in = ${period}
        then position.end_reason end as eliminated
    from static_position position
    join lateral static_payout_of(${period}, position.id) payout on true
    where position.member_id = ${memberId}::uuid order by position.id`.execute(database)
  return rows
}
