import { parentOf, SHARES, type SumNode } from '@banyan/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from '../../platform/sha256.ts'
import {
  groupAround,
  hashOfNode,
  numbersPacked,
  sumsOfNode,
  wayUp,
} from '../../platform/sum-tree.ts'
import { cutBalance, OWNER_BYTES, ownerAt } from './leaves.ts'
import { buildTree, leafNumbered, packedLeaf, solvencyTree, type TreeFacts } from './tree.ts'

const keys = { sid: sha256(Buffer.from('sid')), key: Buffer.alloc(32, 7) }
const amount = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(16)
  bytes.writeBigInt64BE(value >> 63n)
  bytes.writeBigInt64BE(value & ((1n << 63n) - 1n), 8)
  return bytes
}
/** Owners with these balances of USDT, as stored in a snapshot. */
const owners = (balances: readonly bigint[]): Buffer =>
  Buffer.concat(
    balances.map((balance, n) =>
      Buffer.concat([Buffer.alloc(16, n), Buffer.alloc(32, n), amount(balance), amount(0n)]),
    ),
  )
const factsOf = (balances: readonly bigint[]): TreeFacts => ({
  keys,
  asset: 'USDT',
  owners: owners(balances),
  house: [
    { name: 'RESERVE', amount: 5n },
    { name: 'OPS', amount: 0n },
  ],
})
const balance = fc.oneof(fc.bigInt(0n, 9n), fc.bigInt(0n, (1n << 120n) - 1n))

test('a balance is cut into four shares that sum to it, none negative, the same every time', () => {
  fc.assert(
    fc.property(balance, fc.uint8Array({ minLength: 32, maxLength: 32 }), (whole, nonce) => {
      const shares = cutBalance(whole, 'USDT', nonce)
      expect(shares).toHaveLength(SHARES)
      expect(shares.every(share => share >= 0n)).toBe(true)
      expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(whole)
      expect(cutBalance(whole, 'USDT', nonce)).toEqual(shares)
    }),
  )
  expect(() => cutBalance(1n << 120n, 'USDT', Buffer.alloc(32))).toThrow(RangeError)
  expect(() => cutBalance(-1n, 'USDT', Buffer.alloc(32))).toThrow(RangeError)
})

test('of any number of members the parts sum to the whole, and the stored tree is one tree', () => {
  fc.assert(
    fc.property(fc.array(balance, { maxLength: 40 }), balances => {
      const { root, depth, blocks } = buildTree(factsOf(balances))
      expect(sumsOfNode(root)[0]).toBe(balances.reduce((sum, one) => sum + one, 5n))
      const numbers = blocks.flatMap(block => numbersPacked(block.numbers))
      expect(numbers).toHaveLength(2 ** depth)
      expect(new Set(numbers).size).toBe(2 ** depth)
    }),
    { numRuns: 30 },
  )
})

test('every leaf leads to the root by its stored block and the leaves of its group', () => {
  // Enough for several blocks.
  const balances = Array.from({ length: 3_000 }, (_, n) => BigInt(n) ** 3n)
  const facts = factsOf(balances)
  const { root, depth, blocks } = buildTree(facts)
  expect(blocks.length).toBeGreaterThan(2)
  const leafOf = (number: number): Buffer =>
    packedLeaf(
      leafNumbered(number, { ...facts, members: facts.owners.length / OWNER_BYTES }, place =>
        ownerAt(facts.owners, place),
      ),
    )
  const nodeOf = (packed: Buffer): SumNode => ({
    hash: hashOfNode(packed),
    sum: sumsOfNode(packed)[0] as bigint,
  })
  const tops = Buffer.concat(blocks.map(block => block.node))
  for (const [block, { first, numbers: packed, groups }] of blocks.entries()) {
    const numbers = numbersPacked(packed)
    const hashes = numbers.map(number => hashOfNode(leafOf(number)).toString('hex'))
    expect(hashes).toEqual([...hashes].sort())
    expect(first.toString('hex')).toBe(hashes[0])
    const at = 5 + block
    const group = Buffer.concat(groupAround(numbers, at, depth).map(leafOf))
    const { position, beside } = wayUp(solvencyTree, depth, { block, at, group, groups, tops })
    expect(beside).toHaveLength(depth)
    // The domain's own nodes, which members' devices compute again.
    const node = beside
      .map(nodeOf)
      .reduce(
        (below, other, level) =>
          (position >> level) % 2 === 1
            ? parentOf(sha256, other, below)
            : parentOf(sha256, below, other),
        nodeOf(leafOf(numbers[at] as number)),
      )
    expect(Buffer.from(node.hash).equals(hashOfNode(root))).toBe(true)
    expect(node.sum).toBe(sumsOfNode(root)[0])
  }
})
