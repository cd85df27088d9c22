import type { Side } from '@banyan/domain'
import type { LineEnd, PlacingInviter } from '../10-placements/placement.ts'
import { type NodeRow, nodesOf } from './dynamic-nodes.ts'
import type { NodeChange } from './dynamic-outcome.ts'

/** A place in the tree: the parent, the side, and the two outer lines. */
export interface Spot {
  /** Negative at the top of the tree. */
  readonly parent: number
  readonly side: Side
  readonly leftChain: number
  readonly rightChain: number
  readonly depth: number
}

/** A placement tree in memory, with the ends of its outer lines. It only grows. */
export class ModelTree {
  #rows: NodeRow[] = []
  readonly #spots: Spot[] = []
  readonly #ends = { left: new Map<number, LineEnd>(), right: new Map<number, LineEnd>() }

  /** The number of nodes: the index of the next one. */
  get size(): number {
    return this.#rows.length
  }

  /** The nodes as a run receives them. */
  nodes(): ReturnType<typeof nodesOf> {
    return nodesOf(this.#rows)
  }

  /** Places a member at the end of a line; returns the index. */
  add(who: Omit<NodeRow, 'parent' | 'side'>, at: Spot): number {
    const node = this.#rows.length
    this.#rows.push({ ...who, ...(at.parent >= 0 && { parent: at.parent, side: at.side }) })
    this.#spots.push(at)
    this.#ends.left.set(at.leftChain, { idx: node, depth: at.depth })
    this.#ends.right.set(at.rightChain, { idx: node, depth: at.depth })
    return node
  }

  /** Stores what a run leaves on nodes. */
  change(changes: readonly NodeChange[]): void {
    const rows = [...this.#rows]
    for (const { node, left: balanceLeft, right: balanceRight, paidInRound } of changes) {
      const row = rows[node] as NodeRow
      rows[node] = { ...row, balanceLeft, balanceRight, paidInRound }
    }
    this.#rows = rows
  }

  /** Starts a new round of a node. */
  reopen(node: number): void {
    this.#rows[node] = { ...(this.#rows[node] as NodeRow), paidInRound: 0n }
  }

  /** Starts a new quarter: nobody has been paid in its round. */
  beginRound(): void {
    this.#rows = this.#rows.map(row => ({ ...row, paidInRound: 0n }))
  }

  /** A member as an inviter: the ends of both own lines. The regions have no weight. */
  inviterAt(node: number, memberId: string): PlacingInviter {
    const none = { total: 0n, members: 0 }
    const { leftChain, rightChain, depth } = this.#spots[node] as Spot
    return {
      memberId,
      idx: node,
      depth,
      leftChain,
      rightChain,
      left: none,
      right: none,
      leftEnd: this.#ends.left.get(leftChain) as LineEnd,
      rightEnd: this.#ends.right.get(rightChain) as LineEnd,
    }
  }
}
