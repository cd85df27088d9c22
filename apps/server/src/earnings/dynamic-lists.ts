import type { DynamicKind } from '@banyan/domain'
import { type Period, reopenedRoundOf, roundOf } from '@banyan/economy'
import { sql } from 'kysely'
import { type Placeholders, prepared } from '../platform/database/prepared.ts'
import type { Reader } from './dynamic-store.ts'

/**
 * A line of pay with the figures of its settlement. Amounts in micro-units, rates in basis points.
 */
export interface DynamicLineRow {
  kind: DynamicKind
  period: Period
  /** The trade; for a pair the highest possible id, so that it comes first in its settlement. */
  id: string
  source: string | null
  volume: bigint
  leftVolume: bigint | null
  rightVolume: bigint | null
  consumed: bigint | null
  raw: bigint
  cap: 'daily' | 'round' | null
  amount: bigint
  factor: bigint
  ruleVersion: number
}

const PAIR_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * A member's lines of complete settlements, newest first; one more than the page when there is a
 * next page.
 */
export async function dynamicLines(
  reader: Reader,
  memberId: string,
  page: { kind: DynamicKind | null; after: { period: Period; id: string } | null; limit: number },
): Promise<DynamicLineRow[]> {
  const { kind, after, limit } = page
  const from = after ?? { period: '9999-12-31', id: PAIR_ID }
  const { rows } = await sql<DynamicLineRow>`
    with lines as (
      (select 'pair' as kind, period, ${PAIR_ID}::uuid as id, null::uuid as source_id,
        matched as volume, left_volume, right_volume, consumed, raw, cap, amount,
        round.factor, round.rule_version
      from dynamic_pair join dynamic_round round using (period)
      where round.paid_at is not null and member_id = ${memberId} and not insider and ${kind !== 'direct'}
        and (period, ${PAIR_ID}::uuid) < (${from.period}, ${from.id}::uuid)
      order by period desc limit ${limit + 1})
      union all
      (select 'direct', period, trade_id, source_id, direct.volume, null, null, null, raw, cap, amount,
        round.direct_factor, round.rule_version
      from dynamic_direct direct join dynamic_round round using (period)
      where round.paid_at is not null and member_id = ${memberId} and ${kind !== 'pair'}
        and (period, trade_id) < (${from.period}, ${from.id}::uuid)
      order by period desc, trade_id desc limit ${limit + 1})
    )
    select lines.*, source.nickname as source
    from lines
    left join member source on source.id = lines.source_id
    order by lines.period desc, lines.id desc limit ${limit + 1}`.execute(reader)
  return rows
}

/** What a member carries and was paid, as of the last complete settlement. */
export interface DynamicGlance {
  last: { period: Period; amount: bigint; factor: bigint; volume: bigint } | null
  left: bigint
  right: bigint
  paidInRound: bigint
  /** A re-investment has reopened the round in this quarter. */
  reopened: boolean
}

/** `period`: the one under way, which determines the round. */
export async function dynamicGlance(
  reader: Reader,
  memberId: string,
  period: Period,
): Promise<DynamicGlance> {
  const rounds = { round: roundOf(period), reopenedRound: reopenedRoundOf(period) }
  const [row] = await selectGlance(reader, { memberId, ...rounds })
  if (!row) throw new Error('a query of one row returned none')
  const { amount, factor, volume } = row
  return {
    last: row.period === null ? null : { period: row.period, amount: amount ?? 0n, factor, volume },
    left: row.left,
    right: row.right,
    paidInRound: row.paid,
    reopened: row.reopened,
  }
}

interface GlanceRow {
  period: Period | null
  amount: bigint | null
  factor: bigint
  volume: bigint
  left: bigint
  right: bigint
  paid: bigint
  reopened: boolean
}

const selectGlance = prepared(
  'dynamic_glance',
  (
    given: Placeholders<{ memberId: string; round: string; reopenedRound: string }>,
  ) => sql<GlanceRow>`
    select last.period, coalesce(payout.direct + payout.pairs, 0) as amount, last.factor, last.volume,
      coalesce(balance.left_volume, 0) as left, coalesce(balance.right_volume, 0) as right,
      coalesce(case when balance.round in (${given.round}::text, ${given.reopenedRound}::text)
        then balance.paid_in_round end, 0) as paid,
      balance.round is not distinct from ${given.reopenedRound}::text as reopened
    from (select ${given.memberId}::uuid as id) own
    left join placement node on node.member_id = own.id
    left join dynamic_balance balance on balance.idx = node.idx
    left join lateral (select * from dynamic_round where paid_at is not null
      order by period desc limit 1) last on true
    left join dynamic_payout payout on payout.member_id = own.id and payout.period = last.period`,
)
