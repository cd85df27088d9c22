import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { skeletonOf } from './nickname-skeleton.ts'

const BATCH = 500

/**
 * Stores the skeletons of members who joined before nicknames were compared, one batch in the order
 * of joining. Returns the number of members in the batch. Of two nicknames that look alike, the
 * earlier member gets the skeleton. The later one keeps the nickname and gets a mark that cannot be
 * a skeleton, because skeletons consist of small letters.
 */
export async function carrySkeletons(tx: Tx): Promise<number> {
  const members = await tx
    .selectFrom('member')
    .select(['id', 'nickname'])
    .where('nicknameSkeleton', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(BATCH)
    .forNoKeyUpdate()
    .execute()
  for (const { id, nickname } of members) {
    const skeleton = skeletonOf(nickname)
    await sql`
      update member set nickname_skeleton = case
        when exists (select from member first where first.nickname_skeleton = ${skeleton})
        then ${`LOOKS LIKE ANOTHER: ${id}`} else ${skeleton} end
      where id = ${id}`.execute(tx)
  }
  return members.length
}
