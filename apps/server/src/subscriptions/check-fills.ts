import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'

/**
 * Checks in plain SQL that each member's fill in a published run is that of an even fill, computed
 * here independently: members who asked for the least get all of it, all others get the same, and
 * the units that cannot be shared go one each by the members' ids. A fill that rounding returned in
 * full may be missing. Runs of versions with a guarantee were shared otherwise. Rule book 2.3 (3).
 */
export async function checkFills(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    with rule as (
      select number, (document::jsonb->'parameters'->>'runCapacityUsdt')::numeric as capacity
      from rule_version where not jsonb_exists(document::jsonb->'parameters', 'memberGuaranteeUsdt')),
    asked as (
      select subscription.period, member_id, capacity, sum(amount) as demand,
        sum(coalesce(filled, 0)) as filled, bool_or(filled = 0) as returned
      from subscription join settlement_run run on run.period = subscription.period
        join rule on rule.number = run.parameters_version
      where run.published_at is not null group by 1, 2, 3),
    rising as (
      select *, count(*) over (partition by period) - row_number() over least + 1 as together,
        capacity - coalesce(sum(demand) over (least rows between unbounded preceding and 1 preceding), 0) as rest
      from asked window least as (partition by period order by demand, member_id)),
    cut as (
      select distinct on (period) period, div(rest, together) as level, mod(rest, together) as units
      from rising where demand * together > rest order by period, together desc),
    due as (
      select asked.*, case when level is null or demand <= level then demand
        else level + (row_number() over (partition by asked.period, demand > level order by member_id) <= units)::int
        end as due
      from asked left join cut using (period))
    select 'even fills' as invariant, 'member ' || member_id || ' asked for ' || demand || ' in the run of '
      || period || ' and was filled ' || filled || '; an even fill is ' || due as what
    from due where filled <> due and not (returned and filled < due)
    order by period, member_id limit 100`.execute(database)
  return rows
}
