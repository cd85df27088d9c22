/**
 * The placement tree as columns, one entry per node in index order. Whole micro-units are kept in
 * Float64Array inside this pass alone: every sum is a part of the root's, which is asserted to be
 * an exact integer. Results are returned as bigint (`engine.ts`).
 */
export interface TreeColumns {
  /** Number of nodes; the columns may be longer. */
  readonly size: number
  readonly parents: Int32Array
  readonly inviters: Int32Array
  /** Own fees of each node, micro-USDT. */
  readonly own: Float64Array
}

/** The volume that a settlement added to a node, micro-USDT. */
export interface AddedFees {
  readonly nodes: Int32Array
  readonly fees: Float64Array
}

/** The sums of each node's subtree, including the node itself. */
export interface SubtreeSums {
  /** Fees, micro-USDT. */
  readonly totals: Float64Array
  /** The part of it that the last settlement added. */
  readonly added: Float64Array
  readonly members: Int32Array
  /** Fees of the direct invitees; not of the subtree. */
  readonly referrals: Float64Array
}

/** Shared memory: the thread that sums and the thread that reads see the same bytes. */
const shared = {
  int32: (length: number) => new Int32Array(new SharedArrayBuffer(4 * length)),
  float64: (length: number) => new Float64Array(new SharedArrayBuffer(8 * length)),
}

/**
 * Sums every subtree in one pass from the last node to the first: a child comes after its parent,
 * so a node's sum is complete before it is added to the parent's. The shape of the tree does not
 * matter.
 * @throws RangeError when the root's sum is no longer an exact integer.
 */
export function sumSubtrees(tree: TreeColumns, news: AddedFees): SubtreeSums {
  const { size, parents, inviters, own } = tree
  const totals = shared.float64(size)
  const added = shared.float64(size)
  const members = shared.int32(size).fill(1)
  const referrals = shared.float64(size)
  totals.set(own.subarray(0, size))
  news.nodes.forEach((node, i) => {
    added[node] = news.fees[i] as number
  })
  for (let i = size - 1; i > 0; i--) {
    const parent = parents[i] as number
    totals[parent] = (totals[parent] as number) + (totals[i] as number)
    added[parent] = (added[parent] as number) + (added[i] as number)
    members[parent] = (members[parent] as number) + (members[i] as number)
    const fees = own[i] as number
    if (fees === 0) continue
    const inviter = inviters[i] as number
    referrals[inviter] = (referrals[inviter] as number) + fees
  }
  if (size > 0 && !Number.isSafeInteger(totals[0]))
    throw new RangeError('the volume of the network is beyond exact numbers')
  return { totals, added, members, referrals }
}
