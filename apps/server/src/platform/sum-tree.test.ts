import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  buildSumTree,
  groupAround,
  hashOfNode,
  numbersPacked,
  packNode,
  sumsOfNode,
  type TreeFormat,
  wayUp,
} from './sum-tree.ts'

const format: TreeFormat = { prefix: 9, sums: 2 }
const MOST = (1n << 128n) - 1n
const leaf = (n: number, sums: readonly bigint[]): Buffer =>
  packNode(createHash('sha256').update(`${n}`).digest(), sums)
/** The node over two others, computed the plain way. */
function parentOf(left: Buffer, right: Buffer): Buffer {
  const hash = createHash('sha256').update(Buffer.of(9)).update(left).update(right).digest()
  return packNode(
    hash,
    sumsOfNode(left).map((sum, n) => sum + (sumsOfNode(right)[n] as bigint)),
  )
}

const sum = fc.oneof(fc.bigInt(0n, 9n), fc.bigInt(0n, MOST >> 6n))

test('every leaf leads to the root, whose sums are those of all leaves', () => {
  const rows = fc.integer({ min: 0, max: 6 }).chain(depth => {
    const size = { minLength: 2 ** depth, maxLength: 2 ** depth }
    return fc.array(fc.tuple(sum, sum), size)
  })
  fc.assert(
    fc.property(rows, sums => {
      const leaves = sums.map((own, n) => leaf(n, own))
      const { root, depth, blocks } = buildSumTree(format, Buffer.concat(leaves))
      for (const n of [0, 1])
        expect(sumsOfNode(root)[n]).toBe(sums.reduce((all, own) => all + (own[n] as bigint), 0n))
      const [block] = blocks
      if (!block) throw new Error('there is one block')
      const numbers = numbersPacked(block.numbers)
      for (const [at, number] of numbers.entries()) {
        const around = groupAround(numbers, at, depth).map(one => leaves[one] as Buffer)
        const place = { block: 0, at, groups: block.groups, tops: block.node }
        const way = wayUp(format, depth, { ...place, group: Buffer.concat(around) })
        const top = way.beside.reduce(
          (node, other, level) =>
            (way.position >> level) % 2 === 1 ? parentOf(other, node) : parentOf(node, other),
          leaves[number] as Buffer,
        )
        expect(top.equals(root)).toBe(true)
      }
    }),
    { numRuns: 40 },
  )
})

test('leaves are in the order of their hashes', () => {
  const leaves = Array.from({ length: 64 }, (_, n) => leaf(n, [BigInt(n), 0n]))
  const { blocks } = buildSumTree(format, Buffer.concat(leaves))
  const hashes = numbersPacked(blocks[0]?.numbers ?? Buffer.alloc(0)).map(number =>
    hashOfNode(leaves[number] as Buffer).toString('hex'),
  )
  expect(hashes).toEqual([...hashes].sort())
})

test('a sum that does not fit sixteen bytes is an error, and never less than its parts', () => {
  const build = (...sums: bigint[]) =>
    buildSumTree(format, Buffer.concat(sums.map((own, n) => leaf(n, [own, 0n]))))
  expect(sumsOfNode(build(MOST - 1n, 1n).root)).toEqual([MOST, 0n])
  expect(() => build(MOST, 1n)).toThrow(RangeError)
})
