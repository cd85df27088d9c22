import type { Side } from '@banyan/domain'
import { sql } from 'kysely'
import type { TreeEngine } from './engine/engine.ts'
import type { Reader } from './store.ts'
import { placementOf } from './tree-store.ts'

/** One side below a member. */
interface Below {
  memberId: string | null
  /** Micro-USDT; null while it is being counted. */
  volume: bigint | null
  members: number | null
}

/** A member's place in the placement tree, with the way to the root. */
export interface Place {
  depth: number
  finalAt: Date
  /** From the parent upwards; `side` is the side of it that the way takes. */
  above: { memberId: string; side: Side }[]
  /** How many between the last of these and the root are left out. */
  leftOut: number
  left: Below
  right: Below
}

/** So many above are listed: a line of the tree can be as long as there are members. */
const LISTED_ABOVE = 60

/** Where a member is in the placement tree; null before a settlement has placed them. */
export async function placeOf(
  reader: Reader,
  engine: Pick<TreeEngine, 'view'>,
  memberId: string,
): Promise<Place | null> {
  const place = await placementOf(reader, memberId)
  if (!place) return null
  const [above, children, view] = await Promise.all([
    waysUp(reader, place.idx),
    reader
      .selectFrom('placement')
      .select(['memberId', 'side'])
      .where('parentIdx', '=', place.idx)
      .execute(),
    engine.view(),
  ])
  const below = (side: Side): Below => {
    const region = view?.region(place.idx, side)
    return {
      memberId: children.find(child => child.side === side)?.memberId ?? null,
      volume: region?.total ?? null,
      members: region?.members ?? null,
    }
  }
  return {
    depth: place.depth,
    finalAt: place.finalAt,
    above,
    leftOut: place.depth - above.length,
    left: below('left'),
    right: below('right'),
  }
}

/** The members above an index, the nearest first, and the sides of them that lead to it. */
async function waysUp(reader: Reader, idx: number): Promise<{ memberId: string; side: Side }[]> {
  const { rows } = await sql<{ memberId: string; side: Side }>`
    with recursive up(step, parent_idx, side) as (
      select 1, parent_idx, side from placement where idx = ${idx}
      union all
      select up.step + 1, placement.parent_idx, placement.side
      from up join placement on placement.idx = up.parent_idx where up.step < ${LISTED_ABOVE}
    )
    select placement.member_id, up.side from up join placement on placement.idx = up.parent_idx
    order by up.step`.execute(reader)
  return rows
}
