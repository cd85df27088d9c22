import type { Side, SideChoice, Usdt } from '@banyan/domain'
import { RankQueue } from './rank-queue.ts'

/** One region of a member: the whole subtree of the left or right child. Rule book 2.7, 2.10. */
export interface Region {
  /** Undecayed full-depth volume at the last settlement, micro-USDT. */
  readonly total: Usdt
  /** Final members in it. */
  readonly members: number
}

/**
 * A final member who has somebody to place, frozen at the cut-off. A chain is named by the index of
 * the node that begins it: all its nodes share the name and the end.
 */
export interface PlacingInviter {
  readonly memberId: string
  readonly idx: number
  readonly depth: number
  readonly leftChain: number
  readonly rightChain: number
  /** The end of the own outer-left line. */
  readonly leftEnd: LineEnd
  /** The end of the own outer-right line. */
  readonly rightEnd: LineEnd
  readonly left: Region
  readonly right: Region
}

/** The last node of a chain. */
export interface LineEnd {
  readonly idx: number
  readonly depth: number
}

/** A member to be placed: by the inviter's request, or by the inviter's stored preference when overdue. */
export interface Candidate {
  readonly memberId: string
  readonly inviterId: string
  readonly choice: SideChoice
}

/** All facts of step 10 of a run, frozen at its cut-off. */
export interface PlacementFacts {
  /** The first free index: the number of final members. */
  readonly nextIdx: number
  /** Final members who are the inviter of somebody in this run, by index. */
  readonly inviters: readonly PlacingInviter[]
  /** By the time of the request; ties by member. */
  readonly requests: readonly Candidate[]
  /** Placed by the inviter's preference, by registration; ties by member. */
  readonly overdue: readonly Candidate[]
}

/** A permanent place in the tree. */
export interface Placed {
  readonly memberId: string
  readonly inviterId: string
  readonly inviterIdx: number
  readonly idx: number
  readonly depth: number
  readonly parentIdx: number
  readonly side: Side
  readonly leftChain: number
  readonly rightChain: number
  /** True when the inviter had not asked in time. */
  readonly overdue: boolean
}

/** The facts that decide an automatic side. */
export interface RegionPair {
  readonly left: Region
  readonly right: Region
}

/**
 * Returns the side of the smaller region: smaller undecayed total at the last settlement, then
 * fewer members, then left. Rule book 2.10 (2).
 */
export function smallerSide({ left, right }: RegionPair): Side {
  if (left.total !== right.total) return left.total < right.total ? 'left' : 'right'
  return right.members < left.members ? 'right' : 'left'
}

/** Returns the side that a choice resolves to. */
export const sideOf = (choice: SideChoice, regions: RegionPair): Side =>
  choice === 'smaller' ? smallerSide(regions) : choice

/**
 * Gives every candidate a place: requests by their time, then the overdue by registration, each at
 * the current end of the inviter's own outer line. A candidate whose inviter is not final waits
 * until the inviter is placed, in this run or a later one. Rule book 2.10 (4), 2.16 step 10.
 *
 * An automatic side counts the members of a region at the cut-off and those whom the same inviter
 * has placed there earlier in the same run. So a placement depends on its own line only, and no
 * walk below it is needed.
 */
export function placeAll(facts: PlacementFacts): Placed[] {
  const tree = new GrowingTree(facts)
  const candidates = [...facts.requests, ...facts.overdue]
  const ready = new RankQueue()
  const waiting = new Map<string, number[]>()
  candidates.forEach(({ inviterId }, rank) => {
    const queue = waiting.get(inviterId)
    if (tree.knows(inviterId)) ready.add(rank)
    else if (queue) queue.push(rank)
    else waiting.set(inviterId, [rank])
  })
  const placed: Placed[] = []
  for (let rank = ready.takeLowest(); rank !== undefined; rank = ready.takeLowest()) {
    const candidate = candidates[rank] as Candidate
    placed.push(tree.place(candidate, rank >= facts.requests.length))
    for (const released of waiting.get(candidate.memberId) ?? []) ready.add(released)
    waiting.delete(candidate.memberId)
  }
  return placed
}

/** A member who may place, with the members that this run has added to each region. */
interface GrowingInviter extends RegionPair {
  readonly idx: number
  readonly leftChain: number
  readonly rightChain: number
  readonly added: Record<Side, number>
}

const emptyRegion: Region = { total: 0n, members: 0 }

/** The ends of the lines while a run adds to them. */
class GrowingTree {
  #nextIdx: number
  readonly inviters = new Map<string, GrowingInviter>()
  readonly #ends: Record<Side, Map<number, LineEnd>> = { left: new Map(), right: new Map() }

  constructor(facts: PlacementFacts) {
    this.#nextIdx = facts.nextIdx
    for (const inviter of facts.inviters) {
      this.inviters.set(inviter.memberId, { ...inviter, added: { left: 0, right: 0 } })
      this.#ends.left.set(inviter.leftChain, inviter.leftEnd)
      this.#ends.right.set(inviter.rightChain, inviter.rightEnd)
    }
  }

  knows(memberId: string): boolean {
    return this.inviters.has(memberId)
  }

  /** Adds a node at the end of the inviter's line and moves the line's end to it. */
  place({ memberId, inviterId, choice }: Candidate, overdue: boolean): Placed {
    const inviter = this.inviters.get(inviterId) as GrowingInviter
    const side = sideOf(choice, {
      left: withAdded(inviter, 'left'),
      right: withAdded(inviter, 'right'),
    })
    const chain = side === 'left' ? inviter.leftChain : inviter.rightChain
    const parent = this.#ends[side].get(chain) as LineEnd
    const node = { idx: this.#nextIdx++, depth: parent.depth + 1 }
    // A left child continues its parent's left line and begins a right line of its own.
    const leftChain = side === 'left' ? chain : node.idx
    const rightChain = side === 'right' ? chain : node.idx
    this.#ends.left.set(leftChain, node)
    this.#ends.right.set(rightChain, node)
    inviter.added[side]++
    this.inviters.set(memberId, {
      idx: node.idx,
      leftChain,
      rightChain,
      left: emptyRegion,
      right: emptyRegion,
      added: { left: 0, right: 0 },
    })
    return {
      memberId,
      inviterId,
      inviterIdx: inviter.idx,
      idx: node.idx,
      depth: node.depth,
      parentIdx: parent.idx,
      side,
      leftChain,
      rightChain,
      overdue,
    }
  }
}

const withAdded = (inviter: GrowingInviter, side: Side): Region => ({
  total: inviter[side].total,
  members: inviter[side].members + inviter.added[side],
})
