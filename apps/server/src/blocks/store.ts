import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type Placeholders, prepared } from '../platform/database/prepared.ts'
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

/**
 * By member, those among the others who have a block with them, from either side. Members without
 * any are left out.
 */
export async function blockedAmong(
  reader: Database | Tx,
  memberIds: readonly string[],
  others: readonly string[],
): Promise<Map<string, Set<string>>> {
  const blocked = new Map<string, Set<string>>()
  if (memberIds.length === 0 || others.length === 0) return blocked
  for (const { member, other } of await selectBlocked(reader, { memberIds, others })) {
    const known = blocked.get(member)
    if (known) known.add(other)
    else blocked.set(member, new Set([other]))
  }
  return blocked
}

type Between = { memberIds: readonly string[]; others: readonly string[] }

const selectBlocked = prepared(
  'blocked_among',
  ({ memberIds, others }: Placeholders<Between>) => sql<{ member: string; other: string }>`
    select member_id as member, blocked_id as other from block
    where member_id = any(${memberIds}::uuid[]) and blocked_id = any(${others}::uuid[])
    union
    select blocked_id, member_id from block
    where blocked_id = any(${memberIds}::uuid[]) and member_id = any(${others}::uuid[])`,
)

/** Deletes a member's block list. */
export async function deleteList(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('block').where('memberId', '=', memberId).execute()
}
