import { type RawBuilder, sql } from 'kysely'
import type { Breach } from '../../ledger/index.ts'
import type { Database } from '../../platform/database/connect.ts'

/**
 * Checks that the newest root still matches the books at its instant. All debts in USDT are what
 * came in from outside and is not lost, and all coins are what ISSUE gave out, by the transfers
 * that its snapshot could see; and the stored leaves of members and platform add up to it. Every
 * root follows the one before.
 */
export const checkSolvency = (database: Database): Promise<Breach[]> =>
  checkRoots(database, contras)

/**
 * The same on the balances that the accounts have now: what came after the snapshot is taken off. That a
 * balance is the sum of its lines is the ledger's to prove.
 */
export const checkNewestRoot = (database: Database): Promise<Breach[]> =>
  checkRoots(database, contrasBackwards)

/** What left the accounts beside all debts up to the newest snapshot, by every transfer. */
const contras = sql`
  select contra.asset, -transfer.amount as amount
  from contra join ledger_every_transfer transfer on transfer.credit_account = contra.id, newest
  where pg_visible_in_snapshot(transfer.xid::text::xid8, newest.snapshot::pg_snapshot)
  union all
  select contra.asset, transfer.amount
  from contra join ledger_every_transfer transfer on transfer.debit_account = contra.id, newest
  where pg_visible_in_snapshot(transfer.xid::text::xid8, newest.snapshot::pg_snapshot)`

/** The same from what left them until now, less what left them since: no number of it is below the snapshot's. */
const later = sql`xid >= (select pg_snapshot_xmin(snapshot::pg_snapshot)::text::bigint from newest)
  and not pg_visible_in_snapshot(xid::text::xid8, (select snapshot::pg_snapshot from newest))`
const contrasBackwards = sql`
  select asset, -posted as amount from contra
  union all
  select contra.asset, transfer.amount
  from (select credit_account, amount from ledger_every_transfer where ${later}) transfer
    join contra on contra.id = transfer.credit_account
  union all
  select contra.asset, -transfer.amount
  from (select debit_account, amount from ledger_every_transfer where ${later}) transfer
    join contra on contra.id = transfer.debit_account`

async function checkRoots(database: Database, seen: RawBuilder<unknown>): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    with newest as (select * from solvency_root order by period desc limit 1),
    contra as (
      select id, asset, posted from ledger_account where kind in ('EXT', 'LOSS', 'ISSUE')
    ), seen as (
      ${seen}
    ), wanted as (
      select asset, sum(amount) as amount from seen group by asset
    ), kept as (
      select asset, (get_balance.high::numeric * 9223372036854775808) + get_balance.low as amount
      from newest join solvency_look_owners row on row.period = newest.period
        cross join lateral generate_series(0, octet_length(row.owners) / 80 - 1) as owner
        cross join lateral (values ('USDT', 49), ('LEAF', 65)) as place (asset, at)
        cross join lateral (select
          ('x' || encode(substring(row.owners from owner * 80 + at for 8), 'hex'))::bit(64)::int8 as high,
          ('x' || encode(substring(row.owners from owner * 80 + at + 8 for 8), 'hex'))::bit(64)::int8 as low
        ) as get_balance
      union all
      select tree.asset, (leaf ->> 'amount')::numeric
      from newest join solvency_root_tree tree using (period), jsonb_array_elements(tree.house) as leaf
      where exists (select from solvency_look_owners row where row.period = newest.period)
    )
    select 'root of solvency' as invariant, 'the tree of ' || tree.asset || ' after ' || tree.period
      || ' comes to ' || tree.total || ' and the books to ' || coalesce(wanted.amount, 0) as what
    from newest join solvency_root_tree tree using (period) left join wanted using (asset)
    where tree.total <> coalesce(wanted.amount, 0)
    union all
    select 'root of solvency', 'the leaves of ' || tree.asset || ' after ' || tree.period || ' sum to '
      || coalesce(sum(kept.amount), 0) || ' and not to ' || tree.total
    from newest join solvency_root_tree tree using (period) join kept using (asset)
    group by tree.asset, tree.period, tree.total having sum(kept.amount) <> tree.total
    union all
    select 'roots of solvency', 'the root after ' || period || ' does not follow the one before it'
    from (select period, previous, lag(root, 1, decode(repeat('00', 32), 'hex')) over (order by period) as before
      from solvency_root) chained
    where previous <> before`.execute(database)
  return rows
}
