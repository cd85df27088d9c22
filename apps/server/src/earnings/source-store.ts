import {
  type BySource,
  type Period,
  type PoolFlows,
  partOf,
  sourcesOfRun,
  totalOf,
} from '@banyan/economy'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { PaySources } from '../settlement/index.ts'
import type { IncomeOfRound, RoundRow } from './round-store.ts'

const notRecorded: IncomeOfRound = { poolIncome: null, releasedIncome: null, paidIncome: null }

/**
 * The part of a run's static pay that is income from outside, given what the round before has left.
 * Not recorded when the pool holds money that no run has brought in, and after such a round.
 */
export async function incomeOf(
  tx: Tx,
  period: Period,
  flows: PoolFlows,
  amounts: { pool: bigint; released: bigint; paid: bigint },
): Promise<IncomeOfRound> {
  const before = await leftBefore(tx, period)
  const run = before && sourcesOfRun(before, flows, amounts)
  if (!run || totalOf(run.pool) !== amounts.pool) return notRecorded
  return {
    poolIncome: run.pool.income,
    releasedIncome: run.released.income,
    paidIncome: run.paid.income,
  }
}

/**
 * The rest that the newest round before a period left in the pool; zero before the first; null when
 * not recorded.
 */
async function leftBefore(tx: Tx, period: Period): Promise<BySource | null> {
  const row = await tx
    .selectFrom('staticRound')
    .select(['pool', 'paid', 'poolIncome', 'paidIncome'])
    .where('period', '<', period)
    .where('paidAt', 'is not', null)
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { fees: 0n, income: 0n }
  const { pool, paid, poolIncome, paidIncome } = row
  if (pool === null || paid === null || poolIncome === null || paidIncome === null) return null
  const income = poolIncome - paidIncome
  return { fees: pool - paid - income, income }
}

/** The pool of a round by source; null when it is not recorded. */
export const poolBySource = ({
  pool,
  poolIncome,
}: Pick<RoundRow, 'pool' | 'poolIncome'>): BySource | null =>
  pool === null || poolIncome === null ? null : { fees: pool - poolIncome, income: poolIncome }

/**
 * What some settlements offered and paid from the static pool, by period; without those whose
 * sources are not recorded.
 */
export async function paySourcesOf(
  reader: Database | Tx,
  periods: readonly Period[],
): Promise<Map<Period, PaySources>> {
  const rows = await reader
    .selectFrom('staticRound')
    .selectAll()
    .where('period', '=', sql<string>`any(${[...periods]}::text[])`)
    .where('paidAt', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(row => {
      const pool = poolBySource(row)
      const { released, paid } = row
      if (!pool || released === null || paid === null) return []
      return [[row.period, { released: partOf(released, pool), paid: partOf(paid, pool) }]]
    }),
  )
}

/** Static pay of all members in a window, by source. */
export interface WindowSources extends BySource {
  /** Paid by settlements whose sources are not recorded. */
  notRecorded: bigint
}

/**
 * What the settlements of some days up to a period have paid, by source; of all days when `days` is
 * null.
 */
export async function paidBySource(
  reader: Database | Tx,
  last: Period,
  days: number | null,
): Promise<WindowSources> {
  const { rows } = await sql<WindowSources>`
    select coalesce(sum(paid - paid_income), 0) as fees, coalesce(sum(paid_income), 0) as income,
      coalesce(sum(paid) filter (where paid_income is null), 0) as not_recorded
    from static_round
    where paid_at is not null and period <= ${last}
      and (${days}::integer is null or period::date > ${last}::date - ${days}::integer)`.execute(
    reader,
  )
  return rows[0] as WindowSources
}
