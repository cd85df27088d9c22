import { hash } from 'node:crypto'

/*
 * Trees of hashes whose nodes carry sums. A node is packed as it is hashed in the node above: its
 * hash, then its sums in sixteen bytes each, big-endian. So a level is one piece of memory, and
 * millions of leaves are not millions of objects.
 */

/** The first byte of a node's hashed content, and the number of its sums. */
export interface TreeFormat {
  prefix: number
  sums: number
}

/**
 * Leaves that are computed again when a path leads through them: 2^4 of them are below a stored
 * node.
 */
const GROUP_DEPTH = 4
/** Leaves that are stored together: 2^12. */
const BLOCK_DEPTH = 12
const LOW = 0xffff_ffff_ffff_ffffn

/** Bytes of a packed node. */
export const nodeBytes = ({ sums }: TreeFormat): number => 32 + 16 * sums

/** The depth of a tree of so many leaves. */
export const depthFor = (leaves: number): number => Math.ceil(Math.log2(Math.max(1, leaves)))
/** Leaves of one group, and of one block, in a tree of a depth. */
const groupSize = (depth: number): number => 2 ** Math.min(depth, GROUP_DEPTH)
const blockSize = (depth: number): number => 2 ** Math.min(depth, BLOCK_DEPTH)

/** The stored data of so many consecutive leaves. */
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
  /** Packed. */
  root: Buffer
  depth: number
  /** From left to right. */
  blocks: TreeBlock[]
}

/** Packs a node. The sums are below 2^128. */
export function packNode(nodeHash: Uint8Array, sums: readonly bigint[]): Buffer {
  const bytes = Buffer.alloc(32 + 16 * sums.length)
  bytes.set(nodeHash)
  for (const [n, sum] of sums.entries()) writeSum(bytes, 32 + 16 * n, sum)
  return bytes
}

/** The hash of a packed node. */
export const hashOfNode = (node: Buffer): Buffer => node.subarray(0, 32)

/** The sums of a packed node. */
export const sumsOfNode = (node: Buffer): bigint[] =>
  Array.from({ length: (node.length - 32) / 16 }, (_, n) => readSum(node, 32 + 16 * n))

const readSum = (bytes: Buffer, at: number): bigint =>
  (bytes.readBigUInt64BE(at) << 64n) + bytes.readBigUInt64BE(at + 8)

export function writeSum(bytes: Buffer, at: number, sum: bigint): void {
  bytes.writeBigUInt64BE(sum >> 64n, at)
  bytes.writeBigUInt64BE(sum & LOW, at + 8)
}

/**
 * The level above some packed nodes, whose count is even.
 * @throws RangeError when a sum does not fit sixteen bytes.
 */
function parentsOf(format: TreeFormat, row: Buffer): Buffer {
  const size = nodeBytes(format)
  const above = Buffer.allocUnsafe(row.length / 2)
  const hashed = Buffer.alloc(1 + 2 * size)
  hashed[0] = format.prefix
  for (let at = 0; at < above.length; at += size) {
    row.copy(hashed, 1, at * 2, (at + size) * 2)
    above.set(hash('sha256', hashed, 'buffer'), at)
    for (let sum = 32; sum < size; sum += 16) addSums(hashed, 1 + sum, size, above, at + sum)
  }
  return above
}

/** Adds two sums that are so many bytes apart, four bytes at a time, without a bigint. */
function addSums(from: Buffer, at: number, apart: number, to: Buffer, place: number): void {
  let carry = 0
  for (let part = 12; part >= 0; part -= 4) {
    const sum = from.readUInt32BE(at + part) + from.readUInt32BE(at + apart + part) + carry
    to.writeUInt32BE(sum % FOUR_BYTES, place + part)
    carry = sum < FOUR_BYTES ? 0 : 1
  }
  if (carry > 0) throw new RangeError('a sum out of range')
}

const FOUR_BYTES = 2 ** 32

/** The node over a row whose length is a power of two. */
function topOf(format: TreeFormat, nodes: Buffer): Buffer {
  let row: Buffer = nodes
  while (row.length > nodeBytes(format)) row = parentsOf(format, row)
  return row
}

/** The sibling nodes on the path up from one of a row, the nearest first. */
function nodesBeside(format: TreeFormat, nodes: Buffer, position: number): Buffer[] {
  const size = nodeBytes(format)
  const beside: Buffer[] = []
  let at = position
  for (let row = nodes; row.length > size; row = parentsOf(format, row)) {
    beside.push(row.subarray((at ^ 1) * size, ((at ^ 1) + 1) * size))
    at >>= 1
  }
  return beside
}

/**
 * Builds the tree over packed leaves, whose count is a power of two, in the order of their hashes.
 * @throws RangeError when a sum does not fit.
 */
export function buildSumTree(format: TreeFormat, leaves: Buffer): BuiltTree {
  const size = nodeBytes(format)
  const depth = depthFor(leaves.length / size)
  const order = sortedByHash(leaves, size)
  const perBlock = blockSize(depth)
  const blocks: TreeBlock[] = []
  for (let from = 0; from < order.length; from += perBlock)
    blocks.push(blockOf(format, leaves, order.subarray(from, from + perBlock)))
  const nodes = Buffer.concat(blocks.map(block => block.node))
  return { root: topOf(format, nodes), depth, blocks }
}

function blockOf(format: TreeFormat, leaves: Buffer, numbers: Uint32Array): TreeBlock {
  const size = nodeBytes(format)
  const row = Buffer.allocUnsafe(numbers.length * size)
  for (const [n, number] of numbers.entries())
    leaves.copy(row, n * size, number * size, (number + 1) * size)
  let groups: Buffer = row
  for (let of = 1; of < groupSize(depthFor(numbers.length)); of *= 2)
    groups = parentsOf(format, groups)
  return {
    first: Buffer.from(row.subarray(0, 32)),
    numbers: packedNumbers(numbers),
    groups,
    node: topOf(format, groups),
  }
}

/** The place of a leaf in the stored data of its tree. */
export interface KeptPlace {
  /** Its block, and its place in that. */
  block: number
  at: number
  /** The leaves of its group, packed, and the nodes over the groups of its block. */
  group: Buffer
  groups: Buffer
  /** The nodes over all blocks. */
  tops: Buffer
}

/** The path of a leaf to the root: its position in the whole tree, and the siblings. */
export function wayUp(
  format: TreeFormat,
  depth: number,
  { block, at, group, groups, tops }: KeptPlace,
): { position: number; beside: Buffer[] } {
  const perGroup = groupSize(depth)
  return {
    position: block * blockSize(depth) + at,
    beside: [
      ...nodesBeside(format, group, at % perGroup),
      ...nodesBeside(format, groups, Math.floor(at / perGroup)),
      ...nodesBeside(format, tops, block),
    ],
  }
}

/** The numbers of the leaves that are in one group with the one at a place of a block. */
export function groupAround(numbers: readonly number[], at: number, depth: number): number[] {
  const size = groupSize(depth)
  const from = at - (at % size)
  return numbers.slice(from, from + size)
}

function packedNumbers(numbers: Uint32Array): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [n, number] of numbers.entries()) bytes.writeUInt32BE(number, n * 4)
  return bytes
}

export const numbersPacked = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / 4 }, (_, n) => bytes.readUInt32BE(n * 4))

/**
 * The numbers of the leaves in the order of their hashes: distributed into heaps by their first
 * bits; each then has about eight to sort.
 */
function sortedByHash(leaves: Buffer, size: number): Uint32Array {
  const count = leaves.length / size
  const bits = Math.max(1, depthFor(count) - 3)
  const heapOf = (number: number): number => leaves.readUInt32BE(number * size) >>> (32 - bits)
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
    leaves.compare(leaves, b * size, b * size + 32, a * size, a * size + 32)
  for (let heap = 0; heap + 1 < ends.length; heap++)
    order.subarray(ends[heap], ends[heap + 1]).sort(compare)
  return order
}
