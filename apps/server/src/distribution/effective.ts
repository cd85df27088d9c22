import type { Side } from '@banyan/domain'
import type { Period } from '@banyan/economy'
import { sql } from 'kysely'
import { uuidArray } from '../platform/database/array-binary.ts'
import type { Tx } from '../platform/database/connect.ts'
import type { Reader } from './store.ts'

/**
 * Records who was effective in a run: begins the periods of the newly effective and ends those of
 * members who no longer are. A repeat changes nothing. Writes only what changes. Uses the index to
 * find current members: a table scan would read the rows that this very statement writes, once for
 * each member. In the order of ids, neighbours in the indexes come one after the other: that halves
 * its time.
 */
export async function recordEffective(
  tx: Tx,
  period: Period,
  memberIds: readonly string[],
): Promise<void> {
  await sql`
    with counted as (select unnest(${uuidArray(memberIds)}::uuid[]) as member_id),
    ended as (
      update effective_member now set until = ${period}
      where now.until is null and now.since < ${period}
        and not exists (select from counted where counted.member_id = now.member_id)
    )
    insert into effective_member (member_id, since)
    select member_id, ${period} from counted order by member_id
    on conflict (member_id) where until is null do nothing`.execute(tx)
}

/** The members among these whom the last settlement counted as effective. */
export async function effectiveAmong(
  reader: Reader,
  memberIds: readonly string[],
): Promise<Set<string>> {
  if (memberIds.length === 0) return new Set()
  const rows = await reader
    .selectFrom('effectiveMember')
    .select('memberId')
    .where('until', 'is', null)
    .where('memberId', 'in', [...memberIds])
    .execute()
  return new Set(rows.map(row => row.memberId))
}

/** A member's effective direct invitees by region, as the last settlement counted. */
export async function effectiveInvitees(
  reader: Reader,
  memberId: string,
): Promise<Record<Side, number>> {
  const { rows } = await sql<{ side: Side; count: number }>`
    select node.side, count(*)::int as count
    from placement inviter
    join placement node on node.inviter_idx = inviter.idx
    join effective_member effective on effective.member_id = node.member_id and effective.until is null
    where inviter.member_id = ${memberId}::uuid
    group by node.side`.execute(reader)
  const of = (side: Side) => rows.find(row => row.side === side)?.count ?? 0
  return { left: of('left'), right: of('right') }
}
