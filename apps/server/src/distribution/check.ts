import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'

/** Every distributed member is where the kept steps have led, and no insider was ever paid by the network. */
export async function checkDistribution(database: Database): Promise<Breach[]> {
  const { rows } = await sql<{ invariant: string; what: string }>`
    select 'distributed members' as invariant,
      format('member %s is %s, and the last step led to %s', member.member_id, member.state,
        coalesce(last.to_state, 'none')) as what
    from distributed_member member
    left join lateral (select to_state from distributed_event event
      where event.member_id = member.member_id order by at desc, id desc limit 1) last on true
    where member.state <> coalesce(last.to_state, 'none')
    union all
    select 'insiders', format('insider %s was paid by the network in %s', payout.member_id, payout.period)
    from dynamic_payout payout join insider using (member_id)
    where payout.period >= (insider.since at time zone 'UTC' at time zone 'UTC')::text
      and payout.direct + payout.pairs > 0`.execute(database)
  return rows
}
