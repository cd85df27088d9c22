import {
  formatAmount,
  type InviteeView,
  type LineEndView,
  NAMED_DEPTH,
  type networkSums,
  type ownPlacement,
  type RegionView,
  type Side,
  type SideChoice,
  type TreeNode,
  wireIdOf,
} from '@banyan/domain'
import type { z } from 'zod'
import type { CountedRegion, TreeView } from './engine/engine.ts'
import type { ListedInvitee, PlacementStatus } from './store.ts'
import type { BranchRow, LineTail } from './tree-store.ts'

const inviteeId = (memberId: string): string => wireIdOf('inv', memberId)

const region = ({ total, added, members }: CountedRegion): RegionView => ({
  total: formatAmount(total),
  added: formatAmount(added),
  members,
})

export const sums = (view: TreeView, idx: number): z.output<typeof networkSums> => ({
  left: region(view.region(idx, 'left')),
  right: region(view.region(idx, 'right')),
  team: formatAmount(view.team(idx)),
  referral: formatAmount(view.referral(idx)),
  asOf: view.at.toISOString(),
})

/** Null for the root, and for a member who is not placed yet. */
export function ownPlace(
  { parentId, side, overdue, finalAt }: PlacementStatus,
  names: Map<string, string>,
): z.output<typeof ownPlacement> | null {
  if (parentId === null || side === null || finalAt === null) return null
  const parentNickname = names.get(parentId) ?? ''
  return { parentNickname, side, overdue: overdue === true, at: finalAt.toISOString() }
}

/** A node by its path from the caller; its name only as deep as names are shown. */
export function node(
  row: BranchRow,
  from: { path: string; ownIdx: number; names: Map<string, string>; view: TreeView | null },
): TreeNode {
  const path = `${from.path}${row.path}`
  return {
    path,
    nickname: path.length <= NAMED_DEPTH ? (from.names.get(row.memberId) ?? null) : null,
    invited: path.length <= NAMED_DEPTH && row.inviterIdx === from.ownIdx,
    placedAt: row.finalAt.toISOString(),
    left: from.view && region(from.view.region(row.idx, 'left')),
    right: from.view && region(from.view.region(row.idx, 'right')),
    hasLeft: row.hasLeft,
    hasRight: row.hasRight,
  }
}

export const lineEnd = (
  tail: LineTail,
  depth: number,
  names: Map<string, string>,
): LineEndView => ({
  depth,
  nickname: depth <= NAMED_DEPTH ? (names.get(tail.memberId) ?? null) : null,
})

/** `side`: the side that an open request would get; for a placed invitee, the actual one. */
export const invitee = (
  row: ListedInvitee,
  known: {
    names: Map<string, string>
    effective: ReadonlySet<string>
    view: TreeView | null
    side: Side | null
  },
): InviteeView => ({
  id: inviteeId(row.memberId),
  nickname: known.names.get(row.memberId) ?? '',
  joinedAt: row.registeredAt.toISOString(),
  state: row.state,
  dueAt: row.state === 'placed' ? null : (row.dueAt?.toISOString() ?? null),
  choice: row.state === 'placed' ? null : (row.choice as SideChoice | null),
  requestedAt: row.state === 'placed' ? null : (row.requestedAt?.toISOString() ?? null),
  side: row.side ?? known.side,
  placedAt: row.finalAt?.toISOString() ?? null,
  effective: known.effective.has(row.memberId),
  volume: row.idx === null || !known.view ? null : formatAmount(known.view.own(row.idx)),
})
