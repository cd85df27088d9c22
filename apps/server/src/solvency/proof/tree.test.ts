import { SHARES } from '@banyan/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutBalance, OWNER_BYTES, ownerAt, sha256 } from './leaves.ts'
import {
  blockSize,
  buildTree,
  foldUp,
  groupSize,
  leafNumbered,
  nodeOf,
  nodesBeside,
  nodesPacked,
  numbersPacked,
  type TreeFacts,
} from './tree.ts'

const keys = { sid: sha256(Buffer.from('sid')), key: Buffer.alloc(32, 7) }
const amount = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(16)
  bytes.writeBigInt64BE(value >> 63n)
  bytes.writeBigInt64BE(value & ((1n << 63n) - 1n), 8)
  return bytes
}
/** Owners with these balances of USDT, as a look keeps them. */
const owners = (balances: readonly bigint[]): Buffer =>
  Buffer.concat(
    balances.map((balance, n) =>
      Buffer.concat([Buffer.alloc(16, n), Buffer.alloc(32, n), amount(balance), amount(0n)]),
    ),
  )
const factsOf = (balances: readonly bigint[]): TreeFacts => ({
  ...{ keys, asset: 'USDT', owners: owners(balances) },
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

test('of any number of members the parts sum to the whole, and what is kept is one tree', () => {
  fc.assert(
    fc.property(fc.array(balance, { maxLength: 40 }), balances => {
      const { root, depth, blocks } = buildTree(factsOf(balances))
      expect(root.sum).toBe(balances.reduce((sum, one) => sum + one, 5n))
      const numbers = blocks.flatMap(block => numbersPacked(block.numbers))
      expect(numbers).toHaveLength(2 ** depth)
      expect(new Set(numbers).size).toBe(2 ** depth)
    }),
    { numRuns: 30 },
  )
})

test('every leaf leads to the root by what is kept of its block and the leaves of its group', () => {
  // Enough for several blocks.
  const balances = Array.from({ length: 3_000 }, (_, n) => BigInt(n) ** 3n)
  const facts = factsOf(balances)
  const { root, depth, blocks } = buildTree(facts)
  expect(blocks.length).toBeGreaterThan(2)
  const leafOf = (number: number) =>
    nodeOf(
      leafNumbered(number, { ...facts, members: facts.owners.length / OWNER_BYTES }, place =>
        ownerAt(facts.owners, place),
      ),
    )
  const tops = blocks.map(block => nodesPacked(block.node)[0] as typeof root)
  for (const [n, block] of blocks.entries()) {
    const numbers = numbersPacked(block.numbers)
    const hashes = numbers.map(number => Buffer.from(leafOf(number).hash).toString('hex'))
    expect(hashes).toEqual([...hashes].sort())
    expect(block.first.toString('hex')).toBe(hashes[0])
    const at = 5 + n
    const group = Math.floor(at / groupSize(depth))
    const leaves = numbers
      .slice(group * groupSize(depth), (group + 1) * groupSize(depth))
      .map(leafOf)
    const way = [
      ...nodesBeside(leaves, at % groupSize(depth)),
      ...nodesBeside(nodesPacked(block.groups), group),
      ...nodesBeside(tops, n),
    ]
    expect(way).toHaveLength(depth)
    const position = n * blockSize(depth) + at
    const node = way.reduce(
      (below, beside, level) =>
        (foldUp((position >> level) % 2 === 1 ? [beside, below] : [below, beside])[1] ?? [])[0] ??
        below,
      leafOf(numbers[at] as number),
    )
    expect(Buffer.from(node.hash).equals(root.hash)).toBe(true)
    expect(node.sum).toBe(root.sum)
  }
})
