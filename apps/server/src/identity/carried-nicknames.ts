import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { skeletonOf } from './nickname-skeleton.ts'

const BATCH = 500

/**
 * Writes what the nicknames of members look like who joined before nicknames were compared, one batch
 * in the order in which they joined; how many there were. Where two look alike the first has the
 * skeleton. The other keeps the nickname, and a mark that no skeleton can be: those are small letters.
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
