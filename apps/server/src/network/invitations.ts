import { sql } from 'kysely'
import type { Reader } from './store.ts'

/**
 * Whether a path of at most `hops` invitations connects two members: up from each to somebody who
 * invited both, or to one of them. Walks at most that many steps up from either.
 */
export async function areNear(
  reader: Reader,
  a: string,
  b: string,
  hops: number,
): Promise<boolean> {
  const { rows } = await sql<{ near: boolean }>`
    with recursive up(of_a, at, steps) as (
      values (true, ${a}::uuid, 0), (false, ${b}::uuid, 0)
      union all
      select up.of_a, invitee.inviter_id, up.steps + 1
      from up join invitee on invitee.member_id = up.at
      where up.steps < ${hops}
    )
    select exists (
      select from up mine join up theirs on theirs.at = mine.at
      where mine.of_a and not theirs.of_a and mine.steps + theirs.steps <= ${hops}
    ) as near`.execute(reader)
  return rows[0]?.near ?? false
}
