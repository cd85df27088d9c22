import { createHash } from 'node:crypto'

/*
 * The Merkle tree of RFC 9162 over the hashes of acts. A leaf is an act's hash, which is made as the RFC
 * makes leaves: SHA-256(0x00 ‖ record).
 */

const NODE = Buffer.of(1)

/** The hash of an inner node. */
export const nodeHash = (left: Buffer, right: Buffer): Buffer =>
  createHash('sha256').update(NODE).update(left).update(right).digest()

/** The root of no leaves. */
export const emptyRoot = createHash('sha256').digest()

/**
 * The peaks of a tree: the roots of the complete subtrees that it consists of, the largest first. They
 * are all that is needed to add leaves.
 */
export interface Peaks {
  size: number
  peaks: readonly Buffer[]
}

export const noPeaks: Peaks = { size: 0, peaks: [] }

/** The peaks after some more leaves. */
export function addLeaves({ size, peaks }: Peaks, leaves: readonly Buffer[]): Peaks {
  const all = [...peaks]
  let count = size
  for (const leaf of leaves) {
    let node = leaf
    // Each trailing 1 of the count is a peak of the same size as what is being added.
    for (let rest = count; rest % 2 === 1; rest = (rest - 1) / 2)
      node = nodeHash(all.pop() as Buffer, node)
    all.push(node)
    count += 1
  }
  return { size: count, peaks: all }
}

/** The root over all leaves. */
export const rootOf = ({ peaks }: Peaks): Buffer =>
  peaks.length === 0 ? emptyRoot : peaks.reduceRight((right, left) => nodeHash(left, right))

/** Gives the root of the leaves `from` to `to`, without the last. */
export type RangeHash = (from: number, to: number) => Buffer

/** The largest power of two below a size. */
const splitOf = (size: number): number => {
  let half = 1
  while (half * 2 < size) half *= 2
  return half
}

/** Range hashes over leaves; `complete` may know the roots of aligned subtrees. */
export function rangeHashes(
  leaf: (place: number) => Buffer,
  complete: (from: number, size: number) => Buffer | undefined = () => undefined,
): RangeHash {
  const hash = (from: number, to: number): Buffer => {
    const size = to - from
    if (size === 1) return leaf(from)
    const known = complete(from, size)
    if (known) return known
    const half = splitOf(size)
    return nodeHash(hash(from, from + half), hash(from + half, to))
  }
  return hash
}

/** The path of a leaf to the root over the first `size` leaves (RFC 9162, 2.1.3.1). */
export function inclusionPath(hash: RangeHash, place: number, size: number): Buffer[] {
  const path = (from: number, to: number): Buffer[] => {
    if (to - from === 1) return []
    const middle = from + splitOf(to - from)
    return place < middle
      ? [...path(from, middle), hash(middle, to)]
      : [...path(middle, to), hash(from, middle)]
  }
  return path(0, size)
}

/** Shows that the tree of `older` leaves is the beginning of that of `newer` (RFC 9162, 2.1.4.1). */
export function consistencyPath(hash: RangeHash, older: number, newer: number): Buffer[] {
  const path = (from: number, to: number, isWhole: boolean): Buffer[] => {
    if (older === to) return isWhole ? [] : [hash(from, to)]
    const middle = from + splitOf(to - from)
    return older <= middle
      ? [...path(from, middle, isWhole), hash(middle, to)]
      : [...path(middle, to, false), hash(from, middle)]
  }
  return older === 0 || older === newer ? [] : path(0, newer, true)
}
