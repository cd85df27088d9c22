import {
  type Asset,
  type LeafParts,
  leafHash,
  parentOf,
  SHARES,
  type SumNode,
} from '@banyan/domain'
import {
  type HouseLeaf,
  houseLeaf,
  type Identity,
  memberLeaves,
  OWNER_BYTES,
  ownerAt,
  type ProofKeys,
  paddingLeaf,
  sha256,
} from './leaves.ts'

/** Leaves that are made anew when a path leads through them: 2^4 of them stand under a kept node. */
const GROUP_DEPTH = 4
/** Leaves that are kept together: 2^12. */
const BLOCK_DEPTH = 12

/** What one look has frozen, for one tree. */
export interface TreeFacts {
  keys: ProofKeys
  asset: Asset
  /** All owners, one after the other. */
  owners: Buffer
  /** Whose each leaf is, by the owner's place; made when it is asked for, where it is left out. */
  identityAt?: (place: number) => Identity
  house: readonly HouseLeaf[]
}

/**
 * A leaf by what it is made of, as a number: four for each member, one for each account of the house,
 * then the padding. `ownerOf` gives the member at a place.
 */
export function leafNumbered(
  number: number,
  facts: Pick<TreeFacts, 'keys' | 'asset' | 'house'> & { members: number },
  ownerOf: (place: number) => Parameters<typeof memberLeaves>[2],
): LeafParts {
  const { keys, asset, house, members } = facts
  const beyond = number - members * SHARES
  if (beyond < 0)
    return memberLeaves(keys, asset, ownerOf(Math.floor(number / SHARES)))[
      number % SHARES
    ] as LeafParts
  const own = house[beyond]
  return own ? houseLeaf(keys, asset, own) : paddingLeaf(keys, asset, beyond - house.length)
}

/** How deep a tree of so many leaves is. */
export const depthFor = (leaves: number): number => Math.ceil(Math.log2(Math.max(1, leaves)))
/** Leaves of one group, and of one block, in a tree of a depth. */
export const groupSize = (depth: number): number => 2 ** Math.min(depth, GROUP_DEPTH)
export const blockSize = (depth: number): number => 2 ** Math.min(depth, BLOCK_DEPTH)

/** What is kept of so many leaves in a row. */
export interface TreeBlock {
  /** The hash of the first leaf: leaves are sorted by their hashes. */
  first: Buffer
  /** The numbers of its leaves, four bytes each. */
  numbers: Buffer
  /** The nodes over its groups of leaves. */
  groups: Buffer
  /** The node over all of it. */
  node: Buffer
}

export interface BuiltTree {
  root: SumNode
  depth: number
  /** From left to right; made as they are asked for, and to be asked for once. */
  blocks: TreeBlock[]
}

/** Bytes of a node where it is kept: hash and sum. */
const NODE_BYTES = 48

/**
 * Builds the tree of everything owed in one asset. Memory is bounded by about 90 bytes a leaf.
 * @throws RangeError when a balance or a sum does not fit.
 */
export function buildTree(facts: TreeFacts): BuiltTree {
  const leaves = hashLeaves(facts)
  const order = sortedByHash(leaves.hashes)
  const { depth } = leaves
  const blocks: TreeBlock[] = []
  const nodes: SumNode[] = []
  const [perGroup, perBlock] = [groupSize(depth), blockSize(depth)]
  for (let from = 0; from < order.length; from += perBlock) {
    const numbers = order.subarray(from, from + perBlock)
    const groups: SumNode[] = []
    for (let at = 0; at < numbers.length; at += perGroup) {
      const members = Array.from(numbers.subarray(at, at + perGroup), number => leaves.at(number))
      groups.push(topOf(foldUp(members)))
    }
    const node = topOf(foldUp(groups))
    nodes.push(node)
    blocks.push({
      first: Buffer.from(leaves.at(numbers[0] as number).hash),
      numbers: packedNumbers(numbers),
      groups: packedNodes(groups),
      node: packedNodes([node]),
    })
  }
  return { root: topOf(foldUp(nodes)), depth, blocks }
}

/** Every level of a tree over some nodes, theirs first; their count is a power of two. */
export function foldUp(nodes: readonly SumNode[]): SumNode[][] {
  const levels: SumNode[][] = [[...nodes]]
  for (let row = nodes; row.length > 1; ) {
    const below = row
    row = Array.from({ length: below.length / 2 }, (_, at) =>
      parentOf(sha256, below[at * 2] as SumNode, below[at * 2 + 1] as SumNode),
    )
    levels.push([...row])
  }
  return levels
}

const topOf = (levels: SumNode[][]): SumNode => levels.at(-1)?.[0] as SumNode

/** The nodes beside the way up from one of these, the nearest first. */
export const nodesBeside = (nodes: readonly SumNode[], position: number): SumNode[] =>
  foldUp(nodes)
    .slice(0, -1)
    .map((row, level) => row[(position >> level) ^ 1] as SumNode)

export const nodeOf = (leaf: LeafParts): SumNode => ({
  hash: leafHash(sha256, leaf),
  sum: leaf.amount,
})

export function packedNodes(nodes: readonly SumNode[]): Buffer {
  const bytes = Buffer.alloc(nodes.length * NODE_BYTES)
  for (const [n, { hash, sum }] of nodes.entries()) {
    bytes.set(hash, n * NODE_BYTES)
    bytes.writeBigUInt64BE(sum >> 64n, n * NODE_BYTES + 32)
    bytes.writeBigUInt64BE(sum & LOW, n * NODE_BYTES + 40)
  }
  return bytes
}

export const nodesPacked = (bytes: Buffer): SumNode[] =>
  Array.from({ length: bytes.length / NODE_BYTES }, (_, n) => {
    const at = n * NODE_BYTES
    const sum = (bytes.readBigUInt64BE(at + 32) << 64n) + bytes.readBigUInt64BE(at + 40)
    return { hash: bytes.subarray(at, at + 32), sum }
  })

function packedNumbers(numbers: Uint32Array): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [n, number] of numbers.entries()) bytes.writeUInt32BE(number, n * 4)
  return bytes
}

export const numbersPacked = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / 4 }, (_, n) => bytes.readUInt32BE(n * 4))

const LOW = 0xffff_ffff_ffff_ffffn

/** Every leaf's hash and amount, by its number. */
function hashLeaves({ keys, asset, owners, house, identityAt }: TreeFacts) {
  const members = owners.length / OWNER_BYTES
  const depth = depthFor(members * SHARES + house.length)
  const count = 2 ** depth
  const hashes = Buffer.allocUnsafe(count * 32)
  const amounts = new BigUint64Array(count * 2)
  let number = 0
  const put = (leaf: LeafParts): void => {
    hashes.set(leafHash(sha256, leaf), number * 32)
    amounts[number * 2] = leaf.amount >> 64n
    amounts[number * 2 + 1] = leaf.amount & LOW
    number++
  }
  for (let place = 0; place < members; place++)
    for (const leaf of memberLeaves(keys, asset, ownerAt(owners, place), identityAt?.(place)))
      put(leaf)
  for (const own of house) put(houseLeaf(keys, asset, own))
  for (let fill = 0; number < count; fill++) put(paddingLeaf(keys, asset, fill))
  const at = (of: number): SumNode => ({
    hash: hashes.subarray(of * 32, of * 32 + 32),
    sum: ((amounts[of * 2] as bigint) << 64n) + (amounts[of * 2 + 1] as bigint),
  })
  return { hashes, depth, at }
}

/**
 * The numbers of the leaves in the order of their hashes: dealt into heaps by their first bits, of
 * which each then has about eight to be put in order.
 */
function sortedByHash(hashes: Buffer): Uint32Array {
  const count = hashes.length / 32
  const bits = Math.max(1, depthFor(count) - 3)
  const heapOf = (number: number): number => hashes.readUInt32BE(number * 32) >>> (32 - bits)
  const ends = new Uint32Array(2 ** bits + 1)
  for (let number = 0; number < count; number++) (ends[heapOf(number) + 1] as number)++
  for (let heap = 1; heap < ends.length; heap++)
    ends[heap] = (ends[heap] as number) + (ends[heap - 1] as number)
  const order = new Uint32Array(count)
  const next = ends.slice()
  for (let number = 0; number < count; number++) {
    const heap = heapOf(number)
    order[next[heap] as number] = number
    ;(next[heap] as number)++
  }
  const compare = (a: number, b: number): number =>
    hashes.compare(hashes, b * 32, b * 32 + 32, a * 32, a * 32 + 32)
  for (let heap = 0; heap + 1 < ends.length; heap++)
    order.subarray(ends[heap], ends[heap + 1]).sort(compare)
  return order
}
