import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Block } from '../platform/database/generated.ts'

export type BlockRow = Selectable<Block>

/** One change of a member's list at a time: its length is a count, and a count has no lock. */
export const lockList = (tx: Tx, memberId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`blocks of ${memberId}`}, 0))`.execute(tx)

export async function findBlock(
  tx: Tx,
  memberId: string,
  blockedId: string,
): Promise<BlockRow | undefined> {
  return tx
    .selectFrom('block')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('blockedId', '=', blockedId)
    .executeTakeFirst()
}

export async function countBlocks(tx: Tx, memberId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('block')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertBlock(tx: Tx, row: BlockRow): Promise<void> {
  await tx.insertInto('block').values(row).execute()
}

/** True when the member had this entry; it is gone now. */
export async function deleteBlock(
  database: Database,
  memberId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('block')
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A page of a member's list, the last one first, read one row further than it is long. */
export async function blockPage(
  database: Database,
  memberId: string,
  page: { after: string[] | null; limit: number },
): Promise<BlockRow[]> {
  let query = database
    .selectFrom('block')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('blockedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (page.after)
    query = query.where(
      sql<boolean>`(blocked_at, id) < (${page.after[0]}::timestamptz, ${page.after[1]}::uuid)`,
    )
  return query.execute()
}

/** Of these members, those between whom and the first there is a block, whoever made it. */
export async function blockedAmong(
  reader: Database | Tx,
  memberId: string,
  others: readonly string[],
): Promise<Set<string>> {
  if (others.length === 0) return new Set()
  const { rows } = await sql<{ other: string }>`
    select blocked_id as other from block where member_id = ${memberId} and blocked_id = any(${others}::uuid[])
    union
    select member_id from block where blocked_id = ${memberId} and member_id = any(${others}::uuid[])`.execute(
    reader,
  )
  return new Set(rows.map(row => row.other))
}

/** Takes away whom a member has blocked. */
export async function deleteList(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('block').where('memberId', '=', memberId).execute()
}
