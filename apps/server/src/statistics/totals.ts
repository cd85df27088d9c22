import { type RawBuilder, sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'

/** A condition of the numbers of transactions. */
type Within = (xid: RawBuilder<unknown>) => RawBuilder<unknown>

const upTo =
  (low: RawBuilder<unknown>, high: RawBuilder<unknown>): Within =>
  xid =>
    sql`${xid} > ${low} and ${xid} <= ${high}`

const endOfTotals = sql`(select xid from income_total_end)`

/**
 * What is not in the totals, as one statement sees both. They end at `end` or later: by this number,
 * which it knows, PostgreSQL chooses to read only the newest transfers.
 */
export const sinceTotals =
  (end: number): Within =>
  xid =>
    sql`${xid} > ${end}::bigint and ${xid} > ${endOfTotals}`

/**
 * What each member was paid and what they brought or took out, by the transfers of some transactions.
 * Below zero is brought.
 */
export const sumsOf = (numbers: Within) => {
  const within = (column: string) => numbers(sql.ref(column))
  return sql`
    select account.owner as id, sum(line.paid) as paid, sum(line.outside) as outside
    from (
      select credit_account as account, amount as paid, 0 as outside
      from ledger_every_transfer
      where kind in ('static_earning', 'dynamic_earning') and ${within('xid')}
      union all
      select available.id, 0,
        case when transfer.credit_account = available.id then -transfer.amount else transfer.amount end
      from ledger_transfer transfer
        join ledger_account ext on ext.kind = 'EXT' and ext.id in (transfer.debit_account, transfer.credit_account)
        join ledger_account available on available.kind = 'available'
          and available.id in (transfer.debit_account, transfer.credit_account)
      where ${within('transfer.xid')}) line
    join ledger_account account on account.id = line.account
    group by account.owner`
}

/**
 * Adds to the totals of each member what came since, up to the oldest open transaction. A second node
 * waits, and finds it done. No row is locked before the sums are made: a transaction that has a number
 * holds back news, wake-ups and seals until it ends. Returns the end of the totals.
 */
export async function advanceTotals(tx: Tx): Promise<number> {
  await holdLock(tx, 'incomeTotals')
  const { rows } = await sql<{ before: number; end: number }>`
    select xid as before, greatest(oldest_open_transaction() - 1, xid) as end
    from income_total_end`.execute(tx)
  const [span] = rows
  if (!span) throw new Error('the totals of income have no end')
  await sql`
    insert into income_total (member_id, paid, outside)
    select id, paid, outside from (${sumsOf(upTo(sql`${span.before}::bigint`, sql`${span.end}::bigint`))}) sums
    on conflict (member_id) do update set paid = income_total.paid + excluded.paid,
      outside = income_total.outside + excluded.outside`.execute(tx)
  await tx.updateTable('incomeTotalEnd').set({ xid: span.end }).execute()
  return span.end
}

/** Checks that the totals kept of each member are what the ledger says up to their end. */
export async function checkTotals(database: Database): Promise<Breach[]> {
  const { rows } = await sql<{ id: string; kept: string; found: string }>`
    select coalesce(total.member_id, found.id) as id,
      coalesce(total.paid, 0) || ' and ' || coalesce(total.outside, 0) as kept,
      coalesce(found.paid, 0) || ' and ' || coalesce(found.outside, 0) as found
    from income_total total
    full join (${sumsOf(upTo(sql`0`, endOfTotals))}) found on found.id = total.member_id
    where (coalesce(total.paid, 0), coalesce(total.outside, 0))
      <> (coalesce(found.paid, 0), coalesce(found.outside, 0))
    order by 1 limit 100`.execute(database)
  return rows.map(({ id, kept, found }) => ({
    invariant: 'totals of income',
    what: `of member ${id} are kept ${kept}, and the ledger says ${found}`,
  }))
}

/**
 * Nothing but statistics is made from these totals, and no money moves by them: they are checked with
 * all of history alone.
 */
export const checkNewTotals = async (): Promise<Breach[]> => []
