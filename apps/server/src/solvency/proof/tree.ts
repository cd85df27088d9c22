import { type Asset, type LeafParts, leafHash, SHARES } from '@banyan/domain'
import { sha256 } from '../../platform/sha256.ts'
import {
  type BuiltTree,
  buildSumTree,
  depthFor,
  nodeBytes,
  packNode,
  type TreeFormat,
  writeSum,
} from '../../platform/sum-tree.ts'
import {
  type Identity,
  memberLeaves,
  OWNER_BYTES,
  ownerAt,
  type PlatformLeaf,
  type ProofKeys,
  paddingLeaf,
  platformLeaf,
} from './leaves.ts'

/** The facts of one snapshot for one tree. */
export interface TreeFacts {
  keys: ProofKeys
  asset: Asset
  /** All owners, one after the other. */
  owners: Buffer
  /** The owner of each leaf, by the owner's place; computed on demand if omitted. */
  identityAt?: (place: number) => Identity
  house: readonly PlatformLeaf[]
}

/**
 * A leaf by its number: four for each member, one for each account of the platform, then the
 * padding. `ownerOf` gives the member at a place.
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
  return own ? platformLeaf(keys, asset, own) : paddingLeaf(keys, asset, beyond - house.length)
}

/** Each node carries one sum: the debts below it. */
export const solvencyTree: TreeFormat = { prefix: 1, sums: 1 }

/**
 * Builds the tree of all debts in one asset. Memory is bounded by about 100 bytes a leaf.
 * @throws RangeError when a balance or a sum does not fit.
 */
export const buildTree = (facts: TreeFacts): BuiltTree =>
  buildSumTree(solvencyTree, packedLeaves(facts))

/** A leaf as it is hashed in the node above. */
export const packedLeaf = (leaf: LeafParts): Buffer =>
  packNode(leafHash(sha256, leaf), [leaf.amount])

/** Every leaf, in the order of the numbers. */
function packedLeaves({ keys, asset, owners, house, identityAt }: TreeFacts): Buffer {
  const members = owners.length / OWNER_BYTES
  const count = 2 ** depthFor(members * SHARES + house.length)
  const size = nodeBytes(solvencyTree)
  const leaves = Buffer.allocUnsafe(count * size)
  let number = 0
  const put = (leaf: LeafParts): void => {
    leaves.set(leafHash(sha256, leaf), number * size)
    writeSum(leaves, number * size + 32, leaf.amount)
    number++
  }
  for (let place = 0; place < members; place++)
    for (const leaf of memberLeaves(keys, asset, ownerAt(owners, place), identityAt?.(place)))
      put(leaf)
  for (const own of house) put(platformLeaf(keys, asset, own))
  for (let fill = 0; number < count; fill++) put(paddingLeaf(keys, asset, fill))
  return leaves
}
