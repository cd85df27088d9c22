import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Block } from './generated.ts'

export type BlockRow = Selectable<Block>

/** Serialises changes of a member's list: its length is a count, which no row lock protects. */
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

/** Deletes an entry; false when the member did not have it. */
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

/** A page of a member's list, newest first, read with one row more than the page is long. */
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

/** The members among these who have a block with the first member, from either side. */
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

/** Deletes a member's block list. */
export async function deleteList(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('block').where('memberId', '=', memberId).execute()
}
