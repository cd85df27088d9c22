import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  addLeaves,
  consistencyPath,
  emptyRoot,
  inclusionPath,
  nodeHash,
  noPeaks,
  rangeHashes,
  rootOf,
} from './tree.ts'

const leaves = Array.from({ length: 70 }, (_, at) =>
  createHash('sha256').update(String(at)).digest(),
)
const hash = rangeHashes(place => leaves[place] as Buffer)
const rootBy = (size: number) => rootOf(addLeaves(noPeaks, leaves.slice(0, size)))

describe('the tree', () => {
  it('has the root that RFC 9162 defines, however its leaves were added', () => {
    expect(rootBy(0)).toEqual(emptyRoot)
    for (let size = 1; size <= leaves.length; size++) {
      expect(rootBy(size)).toEqual(hash(0, size))
      const half = addLeaves(noPeaks, leaves.slice(0, size >> 1))
      expect(rootOf(addLeaves(half, leaves.slice(size >> 1, size)))).toEqual(rootBy(size))
    }
  })

  it('leads from each leaf to the root, and from no other leaf', () => {
    for (const size of [1, 2, 3, 7, 8, 33, 70])
      for (let place = 0; place < size; place++) {
        const path = inclusionPath(hash, place, size)
        const climb = (leaf: Buffer) => {
          let [at, last, node] = [place, size - 1, leaf]
          for (const step of path) {
            const isRight = at % 2 === 1 || at === last
            node = isRight ? nodeHash(step, node) : nodeHash(node, step)
            while (isRight && at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1]
            ;[at, last] = [at >> 1, last >> 1]
          }
          return node
        }
        expect(climb(leaves[place] as Buffer)).toEqual(rootBy(size))
        expect(climb(emptyRoot)).not.toEqual(rootBy(size))
      }
  })

  it('shows of each earlier size that it is the beginning of a later one', () => {
    for (const older of [1, 2, 3, 4, 6, 7, 8, 31, 32])
      for (const newer of [33, 64, 70]) {
        const path = consistencyPath(hash, older, newer)
        expect(path.length).toBeLessThanOrEqual(8)
        expect(continues(older, newer, path)).toEqual([rootBy(older), rootBy(newer)])
      }
    expect(consistencyPath(hash, 5, 5)).toEqual([])
    expect(consistencyPath(hash, 0, 5)).toEqual([])
  })
})

/** Both roots that a proof leads to (RFC 9162, 2.1.4.2). */
function continues(older: number, newer: number, proof: readonly Buffer[]) {
  const isPower = (older & (older - 1)) === 0
  const [start, ...path] = isPower ? [rootBy(older), ...proof] : proof
  let [at, last] = [older - 1, newer - 1]
  while (at % 2 === 1) [at, last] = [at >> 1, last >> 1]
  let [first, second] = [start as Buffer, start as Buffer]
  for (const node of path) {
    if (at % 2 === 1 || at === last) {
      first = nodeHash(node, first)
      second = nodeHash(node, second)
      while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1]
    } else second = nodeHash(second, node)
    ;[at, last] = [at >> 1, last >> 1]
  }
  return [first, second]
}
