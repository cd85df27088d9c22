import { sql } from 'kysely'
import type { Breach } from '../../ledger/index.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type From, notBefore } from '../late-rounds.ts'

/**
 * Checks that roots of static pay cover the rounds that were paid, that the stored parts of each
 * tree from a round on sum to its root, and that every published run since the first root has one.
 */
export async function checkPayRoots(database: Database, from: From): Promise<Breach[]> {
  const { rows } = await sql<{ period: string; what: string }>`
    with kept as (
      select period, ${sumAt(33)} as weight, ${sumAt(49)} as pay
      from static_pay_tree_block where ${notBefore('period', from)} group by period)
    select period, 'says other sums than what was paid' as what
    from static_pay_root root join static_round round using (period)
    where root.released <> round.released or root.weight <> round.weight or root.paid <> round.paid
      or root.positions <> round.positions
    union all
    select period, 'is not what its tree sums to'
    from static_pay_root root left join kept using (period)
    where ${notBefore('period', from)}
      and (root.weight is distinct from kept.weight or root.paid is distinct from kept.pay)
    union all
    select period, 'is not of the run that was published'
    from static_pay_root root join settlement_outcome outcome using (period)
      join settlement_run run using (period)
    where root.input_hash <> outcome.input_hash or root.result_hash <> outcome.result_hash
      or root.coins <> run.outstanding or run.published_at is null
    union all
    select period, 'is missing'
    from settlement_run run left join static_pay_root root using (period)
    where run.published_at is not null and root.period is null
      and period > (select min(period) from static_pay_root)
    order by period limit 100`.execute(database)
  return rows.map(({ period, what }) => ({
    invariant: 'root of static pay',
    what: `the root of the static pay of ${period} ${what}`,
  }))
}

/** A sum of sixteen bytes in every block's node, read as two integers and added up. */
const sumAt = (place: number) =>
  sql`sum(${half(place)} * 18446744073709551616 + ${half(place + 8)})`

/** Eight bytes without a sign: PostgreSQL's own integers have one. */
const half = (place: number) => sql`
  (('x' || encode(substring(node from ${sql.lit(place)} for 4), 'hex'))::bit(32)::int8::numeric * 4294967296
    + ('x' || encode(substring(node from ${sql.lit(place + 4)} for 4), 'hex'))::bit(32)::int8::numeric)`
