import type { Period } from '@banyan/economy'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'

/**
 * Members whom a period paid, both pools together, micro-USDT; after a member, in the order of ids.
 */
export async function paidIn(
  reader: Database | Tx,
  period: Period,
  after: string | null,
  limit: number,
): Promise<{ memberId: string; amount: bigint }[]> {
  const { rows } = await sql<{ memberId: string; amount: bigint }>`
    select member_id, sum(amount) as amount from (
      select position.member_id, payout.amount from static_payout payout
        join static_position position on position.id = payout.position_id
        where payout.period = ${period} and payout.amount > 0
      union all
      select member_id, direct + pairs from dynamic_payout where period = ${period}) paid
    ${after === null ? sql`` : sql`where member_id > ${after}::uuid`}
    group by member_id order by member_id limit ${limit}`.execute(reader)
  return rows
}

/** Everything that network pay ever paid to these members; those that it paid nothing are left out. */
export async function networkPayOf(
  reader: Database | Tx,
  memberIds: readonly string[],
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ memberId: string; paid: bigint }>`
    select member_id, sum(direct + pairs)::numeric(38,0) as paid from dynamic_payout
    where member_id = any(${memberIds}::uuid[]) group by member_id`.execute(reader)
  return new Map(rows.map(({ memberId, paid }) => [memberId, paid]))
}
