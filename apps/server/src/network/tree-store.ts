import type { Side } from '@banyan/domain'
import type { Placed } from '@banyan/economy'
import { type Selectable, sql } from 'kysely'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Tx } from '../platform/database/connect.ts'
import type { Placement } from './generated.ts'
import type { Reader } from './store.ts'

export type PlacementRow = Omit<Selectable<Placement>, 'side'> & { side: Side | null }

/** Where a member is in the tree; undefined before a settlement has placed them. */
export const placementOf = async (
  reader: Reader,
  memberId: string,
): Promise<PlacementRow | undefined> =>
  (await reader
    .selectFrom('placement')
    .selectAll()
    .where('memberId', '=', memberId)
    .executeTakeFirst()) as PlacementRow | undefined

/** Inserts the root of the tree; returns false when it exists already. */
export async function insertRoot(tx: Tx, memberId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('placement')
    .values({
      idx: 0,
      memberId,
      depth: 0,
      leftChain: 0,
      rightChain: 0,
      overdue: false,
      finalAt: sql<Date>`house_now()`,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns the first free index and locks index allocation to the end of the transaction. */
export async function lockNextIdx(tx: Tx): Promise<number> {
  await holdLock(tx, 'placementIndex')
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(idx) + 1, 0) as next from placement`.execute(tx)
  return rows[0]?.next as number
}

/** Adds nodes in index order, and moves the ends of the lines that they extend. */
export async function insertPlacements(
  tx: Tx,
  placed: readonly Placed[],
  run: { period: string; finalAt: Date },
): Promise<void> {
  const column = <K extends keyof Placed>(name: K) => placed.map(one => one[name])
  await sql`
    insert into placement (idx, member_id, parent_idx, side, depth, left_chain, right_chain,
      inviter_idx, overdue, period, final_at)
    select node.*, ${run.period}, ${run.finalAt}::timestamptz from unnest(
      ${column('idx')}::int[], ${column('memberId')}::uuid[], ${column('parentIdx')}::int[],
      ${column('side')}::text[], ${column('depth')}::int[], ${column('leftChain')}::int[],
      ${column('rightChain')}::int[], ${column('inviterIdx')}::int[], ${column('overdue')}::bool[]) node`.execute(
    tx,
  )
  const tails = new Map<string, { side: Side; chain: number; idx: number }>()
  for (const { side, leftChain, rightChain, idx } of placed) {
    const chain = side === 'left' ? leftChain : rightChain
    tails.set(`${side} ${chain}`, { side, chain, idx })
  }
  const moved = [...tails.values()]
  await sql`
    insert into chain_tail (side, chain, tail_idx)
    select * from unnest(${moved.map(one => one.side)}::text[], ${moved.map(one => one.chain)}::int[],
      ${moved.map(one => one.idx)}::int[])
    on conflict (side, chain) do update set tail_idx = excluded.tail_idx`.execute(tx)
}

/** The last node of an outer line. */
export interface LineTail {
  idx: number
  memberId: string
  depth: number
}

/** The ends of a member's own outer lines: two index lookups, however long the lines are. */
export async function lineTails(
  reader: Reader,
  at: Pick<PlacementRow, 'leftChain' | 'rightChain'>,
): Promise<Record<Side, LineTail>> {
  const { rows } = await sql<LineTail & { side: Side }>`
    select line.side, placement.idx, placement.member_id, placement.depth
    from (values ('left', ${at.leftChain}::int), ('right', ${at.rightChain}::int)) line (side, chain)
    left join chain_tail on chain_tail.side = line.side and chain_tail.chain = line.chain
    join placement on placement.idx = coalesce(chain_tail.tail_idx, line.chain)`.execute(reader)
  const of = (side: Side) => rows.find(row => row.side === side) as LineTail
  return { left: of('left'), right: of('right') }
}

/** A node of a branch, by its path from the start of the branch. */
export interface BranchRow {
  path: string
  idx: number
  memberId: string
  inviterIdx: number | null
  finalAt: Date
  hasLeft: boolean
  hasRight: boolean
}

/** The node and `levels` levels below it, parents first; one index read per node. */
export async function branch(reader: Reader, idx: number, levels: number): Promise<BranchRow[]> {
  const { rows } = await sql<BranchRow>`
    with recursive branch as (
      select '' as path, 0 as level, idx, member_id, inviter_idx, final_at from placement where idx = ${idx}
      union all
      select branch.path || left(child.side, 1), branch.level + 1, child.idx, child.member_id,
        child.inviter_idx, child.final_at
      from branch join placement child on child.parent_idx = branch.idx
      where branch.level < ${levels})
    select path, idx, member_id, inviter_idx, final_at,
      exists (select from placement child where child.parent_idx = branch.idx and side = 'left') as has_left,
      exists (select from placement child where child.parent_idx = branch.idx and side = 'right') as has_right
    from branch order by level, path`.execute(reader)
  return rows
}

/**
 * The node at the end of a path (letters l and r) from another; null when the path leads to no
 * node.
 */
export async function walk(reader: Reader, from: number, path: string): Promise<number | null> {
  if (path === '') return from
  const { rows } = await sql<{ idx: number }>`
    with recursive step as (
      select ${from}::int as idx, 0 as level
      union all
      select child.idx, step.level + 1 from step join placement child
        on child.parent_idx = step.idx
        and child.side = case substr(${path}, step.level + 1, 1) when 'l' then 'left' else 'right' end
      where step.level < ${path.length})
    select idx from step where level = ${path.length}`.execute(reader)
  return rows[0]?.idx ?? null
}
