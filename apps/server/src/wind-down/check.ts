import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'

/**
 * Checks in plain SQL: a wind-down has paid each member, by kind, what its frozen figures make of
 * the member's frozen holdings; a closed one has paid all of it; parts and remainders add up to the
 * whole; and the accounts that it empties are empty.
 */
export async function checkWindDown(database: Database): Promise<Breach[]> {
  const breaches = await Promise.all([parts(database), wholes(database), emptied(database)])
  return breaches.flat()
}

/** Each member's part by the arithmetic of the database, beside the ledger's. */
async function parts(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    with figures as (
      select outcome.*, run.pool_static, wind_down.state = 'closed' as is_closed
      from wind_down_outcome outcome join wind_down_run run using (wind_down_id)
        join wind_down on wind_down.id = wind_down_id),
    part as (
      select 'wind_down_static' as kind, wind_down_id, member_id,
        sum(div(pool_static * quantity, weight)) as amount
      from wind_down_position join figures using (wind_down_id) group by wind_down_id, member_id
      union all
      select 'wind_down_burn', wind_down_id, member_id, quantity
      from wind_down_holder join figures using (wind_down_id)
      union all
      select 'wind_down_coins', wind_down_id, member_id, div(quantity * exit_price, 1000000)
      from wind_down_holder join figures using (wind_down_id)
      union all
      select 'wind_down_risk', wind_down_id, member_id, div(risk * case risk_by
        when 'leastHeld' then least_held else quantity end, risk_weight)
      from wind_down_holder join figures using (wind_down_id)
      where not is_insider and risk_weight > 0),
    wanted as (
      select kind, 'wind-down:' || wind_down_id || '/' || member_id as reference, amount, is_closed
      from part join figures using (wind_down_id) where amount > 0),
    posted as (
      select kind, reference, amount from ledger_every_transfer
      where kind in ('wind_down_static', 'wind_down_burn', 'wind_down_coins', 'wind_down_risk'))
    select 'wind-down' as invariant, kind || ' ' || reference || ' is ' || coalesce(posted.amount, 0)
        || ' in the ledger and ' || coalesce(wanted.amount, 0) || ' by the frozen figures' as what
    from wanted full join posted using (kind, reference)
    where case when posted.amount is null then is_closed
      else wanted.amount is distinct from posted.amount end
    order by 2 limit 100`.execute(database)
  return rows
}

/**
 * Parts and remainders are the whole of each pot; each coin outstanding is the seed's or a
 * member's.
 */
async function wholes(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    with figures as (
      select outcome.*, run.reserve, run.outstanding, run.seed, run.income, run.pool_static,
        run.pool_dynamic, run.ops as ops_before, run.risk as risk_before
      from wind_down_outcome outcome join wind_down_run run using (wind_down_id)),
    held as (
      select wind_down_id, coalesce(sum(quantity), 0) as coins,
        coalesce(sum(div(quantity * exit_price, 1000000)), 0) as paid,
        coalesce(sum(case when is_insider then 0 when risk_by = 'leastHeld' then least_held
          when risk_by = 'quantity' then quantity else 0 end), 0) as risk_parts,
        coalesce(sum(least_held) filter (where not is_insider), 0) as least,
        coalesce(sum(quantity) filter (where not is_insider), 0) as members_coins
      from figures left join wind_down_holder using (wind_down_id) group by wind_down_id),
    locked as (
      select wind_down_id, coalesce(sum(quantity), 0) as coins,
        coalesce(sum(div(pool_static * quantity, nullif(weight, 0))), 0) as paid
      from figures left join wind_down_position using (wind_down_id) group by wind_down_id),
    looked as (
      select what, found, wanted from figures
        join held using (wind_down_id) join locked using (wind_down_id)
        cross join lateral (values
          ('coins', held.coins + seed, outstanding),
          ('coins in positions', locked.coins, weight),
          ('the rest of the static pool', pool_static - locked.paid, static_rest),
          ('what coins are paid from', reserve + static_rest + pool_dynamic + income + ops_rest, paid_from),
          ('what the reserve has left', paid_from - held.paid, to_risk),
          ('what is shared of RISK', risk_before + to_risk, risk),
          ('the parts of RISK', held.risk_parts, risk_weight),
          ('is RISK shared by smallest balances', (least > 0 and least * 10 >= members_coins)::integer,
            (risk_by = 'leastHeld')::integer),
          ('what stays in OPS', ops_before - ops_rest + dust, ops)) as figure (what, found, wanted))
    select 'wind-down' as invariant, what || ': ' || found || ' by the frozen figures and ' || wanted
      || ' as recorded' as what
    from looked where found <> wanted`.execute(database)
  return rows
}

/** A closed platform owes members what they have not withdrawn, and keeps the balance of OPS. */
async function emptied(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    select 'wind-down' as invariant,
      asset || ' ' || kind || ' of ' || owner || ' has ' || posted || ' after all was paid' as what
    from ledger_account
    where exists (select from wind_down where state = 'closed') and posted <> 0
      and (asset = 'LEAF' or kind in ('RESERVE', 'INCOME', 'POOL.static', 'POOL.dynamic', 'RISK'))
    limit 100`.execute(database)
  return rows
}
