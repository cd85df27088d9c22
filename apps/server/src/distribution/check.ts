import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'

/** Checks that every distributed member is in the state to which the kept steps have led. */
export async function checkDistribution(database: Database): Promise<Breach[]> {
  const { rows } = await sql<{ what: string }>`
    select format('member %s is %s, and the last step led to %s', member.member_id, member.state,
        coalesce(last.to_state, 'none')) as what
    from distributed_member member
    left join lateral (select to_state from distributed_event event
      where event.member_id = member.member_id order by at desc, id desc limit 1) last on true
    where member.state <> coalesce(last.to_state, 'none')`.execute(database)
  return rows.map(({ what }) => ({ invariant: 'distributed members', what }))
}
