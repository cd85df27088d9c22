import { formatAmount } from '@banyan/domain'
import { periodBefore } from '@banyan/economy'
import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { type From, firstOfLate, notBefore, paidFrom } from './late-rounds.ts'
import { checkPayRoots } from './pay-proof/check.ts'
import { positionId } from './present.ts'

const invariant = 'I11 earnings'

/**
 * I11: coins of positions and coins in `locked` are equal, per member; the payments of a settlement
 * are its payouts and its transfers, per member; no position was paid beyond its cap, and each
 * payout continues the one before; every eliminated position has its prompt; sources of pay are
 * what the runs have moved into the pool; roots cover what was paid.
 */
export const checkEarnings = (database: Database): Promise<Breach[]> => checkFrom(database, null)

/**
 * The same of the last rounds: what is about one round, its payouts and their transfers. What is about
 * members as they are, and what has one row for each settlement, is checked whole.
 */
export const checkLateEarnings = async (database: Database): Promise<Breach[]> =>
  checkFrom(database, await firstOfLate(database, 'staticRound'))

async function checkFrom(database: Database, from: From): Promise<Breach[]> {
  const breaches = await Promise.all([
    locked(database),
    paid(database, from),
    rounds(database, from),
    positions(database, from),
    sources(database),
    checkPayRoots(database, from),
  ])
  return breaches.flat()
}

/** Coins are compared in current units. */
async function locked(database: Database): Promise<Breach[]> {
  const { rows } = await sql<{ owner: string; ledger: bigint; recorded: bigint }>`
    select coalesce(account.owner, own.member_id) as owner, coalesce(account.coins, 0) as ledger,
      coalesce(own.coins, 0) as recorded
    from (
      select owner, posted * ledger_later_multiple('LEAF', epoch) as coins from ledger_account
      where asset = 'LEAF' and kind = 'locked') account
    full join (
      select member_id, sum(quantity * ledger_later_multiple('LEAF', epoch)) as coins
      from static_position where ended_at is null group by member_id) own
      on own.member_id = account.owner
    where coalesce(account.coins, 0) <> coalesce(own.coins, 0)
    order by 1 limit 100`.execute(database)
  return rows.map(row => ({
    invariant,
    what: `member ${row.owner} has ${formatAmount(row.ledger)} LEAF locked and positions of ${formatAmount(row.recorded)}`,
  }))
}

/** Only complete rounds: the run under way may have written payouts that it has not paid yet. */
async function paid(database: Database, from: From): Promise<Breach[]> {
  const { rows } = await sql<{ reference: string; ledger: bigint; recorded: bigint }>`
    select coalesce(transfer.reference, own.reference) as reference,
      coalesce(transfer.amount, 0) as ledger, coalesce(own.amount, 0) as recorded
    from (
      select * from (${paidFrom('static_earning', from)}) pay
      where split_part(reference, '/', 1) not in (
        select 'run:' || period from static_round where paid_at is null)) transfer
    full join (
      select 'run:' || payout.period || '/' || position.member_id as reference, sum(payout.amount) as amount
      from static_payout payout
      join static_round round on round.period = payout.period and round.paid_at is not null
      join static_position position on position.id = payout.position_id
      where ${notBefore('payout.period', from)}
      group by 1 having sum(payout.amount) > 0) own
      on own.reference = transfer.reference
    where coalesce(transfer.amount, 0) <> coalesce(own.amount, 0)
    order by 1 limit 100`.execute(database)
  return rows.map(row => ({
    invariant,
    what: `static pay ${row.reference} is ${formatAmount(row.ledger)} in the ledger and ${formatAmount(row.recorded)} as computed`,
  }))
}

async function rounds(database: Database, from: From): Promise<Breach[]> {
  const { rows } = await sql<{
    period: string
    paid: bigint
    sum: bigint
    weight: bigint
    weights: bigint
  }>`
    select round.period, round.paid, coalesce(sum(payout.amount), 0) as sum, round.weight,
      coalesce(sum(payout.weight), 0) as weights
    from static_round round left join static_payout payout on payout.period = round.period
    where round.paid_at is not null and ${notBefore('round.period', from)}
    group by round.period
    having round.paid <> coalesce(sum(payout.amount), 0)
      or round.weight <> coalesce(sum(payout.weight), 0) or round.positions <> count(payout.position_id)
    order by round.period limit 100`.execute(database)
  return rows.map(row => ({
    invariant,
    what: `the round of ${row.period} paid ${formatAmount(row.paid)} for ${formatAmount(row.weight)} LEAF; its payouts are ${formatAmount(row.sum)} for ${formatAmount(row.weights)}`,
  }))
}

/**
 * The cap by integer arithmetic of the database: floor(value × bps ÷ 10,000), by the rule book of
 * the payout's run, which is read once for each run. A later version may lower it: then nothing more is
 * paid.
 */
const cap = sql`div(position.opening_value * rule.cap_bps, 10000)`

const dayBefore = (from: From): From => from && periodBefore(from)

async function positions(database: Database, from: From): Promise<Breach[]> {
  const { rows } = await sql<{ id: string; what: string }>`
    with rule as materialized (
      select run.period, (version.document::jsonb->'parameters'->>'staticCapBps')::numeric as cap_bps
      from static_round run join rule_version version on version.number = run.rule_version
      where ${notBefore('run.period', from)})
    select * from (
      select payout.position_id as id, 'was paid ' || payout.paid_after || ' of a cap of '
        || ${cap} || ' micro-USDT by ' || payout.period as what
      from static_payout payout left join static_position position on position.id = payout.position_id
      left join rule on rule.period = payout.period
      left join (select * from static_payout where ${notBefore('period', dayBefore(from))}) before
        on before.position_id = payout.position_id
        and before.period = to_char(payout.period::date - 1, 'YYYY-MM-DD')
      where ${notBefore('payout.period', from)} and (position.id is null or (payout.amount > 0 and payout.paid_after > ${cap})
        or payout.paid_after <> coalesce(before.paid_after, 0) + payout.amount)
      union all
      select position.id, 'is eliminated and has ' || count(prompt.id) || ' prompts'
      from static_position position
      left join elimination_prompt prompt on prompt.module = 'static'
        and prompt.source = 'pos_' || replace(position.id::text, '-', '')
      where position.state = 'eliminated' and ${notBefore('position.ended_in', from)} group by position.id having count(prompt.id) <> 1) wrong
    order by id limit 100`.execute(database)
  return rows.map(row => ({ invariant, what: `position ${positionId(row.id)} ${row.what}` }))
}

/**
 * Sources of pay, computed independently from the figures of the runs; a round after one without
 * them has none.
 */
async function sources(database: Database): Promise<Breach[]> {
  const { rows } = await sql<{ period: string }>`
    with shown as (
      select static_round.*, lag(pool - paid) over before as kept,
        lag(coalesce(pool_income - paid_income, -1), 1, 0) over before as kept_income,
        settlement_figure(summary, '2', 'lossOfStatic') as lost,
        settlement_figure(summary, '2', 'incomeToStatic') as income
      from static_round left join settlement_outcome using (period) where paid_at is not null
      window before as (order by static_round.period))
    select period from shown
    where pool_income is not null and (
      kept_income < 0
      or pool_income <> kept_income + income - coalesce(div(lost * kept_income, nullif(kept, 0)), 0)
      or released_income <> coalesce(div(released * pool_income, nullif(pool, 0)), 0)
      or paid_income <> coalesce(div(paid * pool_income, nullif(pool, 0)), 0))
    order by period limit 100`.execute(database)
  return rows.map(({ period }) => ({
    invariant,
    what: `the round of ${period} does not have the sources that its run has moved`,
  }))
}
