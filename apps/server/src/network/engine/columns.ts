import type { TreeColumns } from './sums.ts'

/**
 * Columns that grow at their end: they double when full, so that the cost per node does not depend
 * on the size.
 */
export class GrowingColumns implements TreeColumns {
  size = 0
  parents = new Int32Array(0)
  inviters = new Int32Array(0)
  own = new Float64Array(0)
  /** The children of each node, 0 for none: the root is nobody's child. */
  lefts = sharedInt32(0)
  rights = sharedInt32(0)

  /** Adds nodes; `places` holds twice the parent's index, plus one for a right child. */
  append(places: Int32Array, inviters: Int32Array): void {
    const from = this.size
    this.#reserve(from + places.length)
    this.inviters.set(inviters, from)
    places.forEach((place, i) => {
      const parent = place >> 1
      this.parents[from + i] = parent
      // The root, whose place is its own index, has no parent.
      if (from + i > 0) (place & 1 ? this.rights : this.lefts)[parent] = from + i
    })
    this.size = from + places.length
  }

  /** Adds to the own fees of nodes. */
  addFees(nodes: Int32Array, fees: Float64Array): void {
    nodes.forEach((node, i) => {
      this.own[node] = (this.own[node] as number) + (fees[i] as number)
    })
  }

  #reserve(size: number): void {
    if (size <= this.parents.length) return
    const capacity = Math.max(1_024, size, Math.ceil(this.parents.length * 1.5))
    this.parents = grown(this.parents, new Int32Array(capacity))
    this.inviters = grown(this.inviters, new Int32Array(capacity))
    this.own = grown(this.own, new Float64Array(capacity))
    this.lefts = grown(this.lefts, sharedInt32(capacity))
    this.rights = grown(this.rights, sharedInt32(capacity))
  }
}

function sharedInt32(length: number): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(4 * length))
}

function grown<T extends Int32Array | Float64Array>(old: T, bigger: T): T {
  bigger.set(old)
  return bigger
}
