import { sql } from 'kysely'
import type { Reader } from './store.ts'

/**
 * Whether one of the two invited the other, or somebody on the way to the other. Rule book 2.9.
 * Walks up from both, a step for every inviter: for callers outside the hot paths.
 */
export async function inOneInviterLine(reader: Reader, a: string, b: string): Promise<boolean> {
  const { rows } = await sql<{ met: boolean }>`
    with recursive up(of_a, at) as (
      values (true, ${a}::uuid), (false, ${b}::uuid)
      union all
      select up.of_a, invitee.inviter_id from up join invitee on invitee.member_id = up.at
      where up.at <> case when up.of_a then ${b}::uuid else ${a}::uuid end
    )
    select exists (
      select from up where at = case when of_a then ${b}::uuid else ${a}::uuid end
    ) as met`.execute(reader)
  return rows[0]?.met ?? false
}
