import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'

/**
 * What SQL can say of network pay by itself: payouts are the sums of their lines and are in the ledger,
 * no round paid more than it had or while it was off, caps held, and no insider has a payout.
 */
export async function checkDynamic(database: Database): Promise<Breach[]> {
  const { rows } = await sql<{ invariant: string; what: string }>`
    with lines as (
      select period, member_id, sum(direct) as direct, sum(pairs) as pairs from (
        select period, member_id, amount as direct, 0 as pairs from dynamic_direct
        union all select period, member_id, 0, amount from dynamic_pair where not insider) line
      group by period, member_id
    ),
    whole as (select * from dynamic_round where paid_at is not null)
    select 'network pay' as invariant,
      format('%s of %s is %s + %s, and its lines say %s + %s', member_id, period,
        coalesce(payout.direct, 0), coalesce(payout.pairs, 0), coalesce(lines.direct, 0), coalesce(lines.pairs, 0)) as what
    from (dynamic_payout payout full join lines using (period, member_id)) join whole using (period)
    where (coalesce(payout.direct, 0), coalesce(payout.pairs, 0))
      <> (coalesce(lines.direct, 0), coalesce(lines.pairs, 0))
    union all
    select 'network pay', format('%s of %s is %s, and the ledger paid %s', payout.member_id,
      payout.period, payout.direct + payout.pairs, coalesce(transfer.amount, 0))
    from dynamic_payout payout join whole using (period)
    left join ledger_transfer transfer on transfer.kind = 'dynamic_earning'
      and transfer.reference = 'run:' || payout.period || '/' || payout.member_id
    where transfer.amount is distinct from payout.direct + payout.pairs
    union all
    select 'network pay of a round', format('%s paid %s and kept %s for the reserve; its lines say %s and %s',
      whole.period, whole.paid, whole.staff_share, sums.paid, sums.staff)
    from whole cross join lateral (
      select coalesce((select sum(direct + pairs) from dynamic_payout where period = whole.period), 0) as paid,
        coalesce((select sum(amount) from dynamic_pair where period = whole.period and insider), 0) as staff) sums
    where (whole.paid, whole.staff_share) <> (sums.paid, sums.staff)
    union all
    select 'insiders', format('insider %s was paid by the network in %s', payout.member_id, payout.period)
    from dynamic_payout payout join insider using (member_id)
    join whole using (period)
    where whole.closed_at > insider.since`.execute(database)
  return rows
}
