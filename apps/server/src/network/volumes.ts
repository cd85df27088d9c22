import type { Period } from '@banyan/economy'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import type { CreditedFee } from '../settlement/index.ts'

/**
 * Records the volume that a run has credited, including kept fees of the newly final. Each member
 * of a period once: a repeat changes nothing. It is shown when the run's placements are complete.
 * @throws Error when a member is not in the tree: rule book 2.7 keeps their fees until they are.
 */
export async function recordVolumes(
  tx: Tx,
  period: Period,
  credited: readonly CreditedFee[],
): Promise<void> {
  if (credited.length === 0) return
  const { rows } = await sql<{ known: number }>`
    with given as (
      select placement.idx, given.fee
      from unnest(${credited.map(one => one.memberId)}::uuid[], ${credited.map(one => one.fee)}::numeric[])
        given (member_id, fee)
      join placement using (member_id)
    ), told as (
      insert into volume_event (period, idx, fee) select ${period}, idx, fee from given
      on conflict (period, idx) do nothing returning idx, fee
    ), summed as (
      insert into volume_total (idx, total) select idx, fee from told
      on conflict (idx) do update set total = volume_total.total + excluded.total
    )
    select count(*) as known from given`.execute(tx)
  const unknown = credited.length - (rows[0]?.known ?? 0)
  if (unknown > 0) throw new Error(`${unknown} members of ${period} have volume and no place`)
}
