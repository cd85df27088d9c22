/**
 * A priority queue of ranks, lowest first: a binary heap, so that each of a million operations
 * costs a logarithm.
 */
export class RankQueue {
  readonly #heap: number[] = []

  add(rank: number): void {
    const heap = this.#heap
    let at = heap.length
    heap.push(rank)
    while (at > 0) {
      const above = (at - 1) >> 1
      if ((heap[above] as number) <= rank) break
      heap[at] = heap[above] as number
      at = above
    }
    heap[at] = rank
  }

  /** Removes and returns the lowest rank; undefined when the queue is empty. */
  takeLowest(): number | undefined {
    const heap = this.#heap
    const lowest = heap[0]
    const moved = heap.pop()
    if (moved === undefined || heap.length === 0) return lowest
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= heap.length) break
      if (below + 1 < heap.length && (heap[below + 1] as number) < (heap[below] as number)) below++
      if ((heap[below] as number) >= moved) break
      heap[at] = heap[below] as number
      at = below
    }
    heap[at] = moved
    return lowest
  }
}
