import {
  type Asset,
  assets,
  type LeafParts,
  SHARES,
  type SolvencyPath,
  type SolvencyPlatformProof,
  type SolvencyProof,
} from '@banyan/domain'
import type { Database } from '../../platform/database/connect.ts'
import type { Sealing } from '../../platform/sealing.ts'
import {
  depthFor,
  groupAround,
  hashOfNode,
  numbersPacked,
  sumsOfNode,
  wayUp,
} from '../../platform/sum-tree.ts'
import {
  memberLeaves,
  nonceOf,
  OWNER_BYTES,
  OWNERS_PER_ROW,
  type Owner,
  ownerAt,
  type ProofKeys,
  platformLeaf,
} from './leaves.ts'
import { keysOf } from './snapshot.ts'
import {
  blockNodes,
  leavesAround,
  ownerRowOf,
  ownerRows,
  platformOf,
  provableSnapshot,
  type SnapshotRow,
} from './store.ts'
import { leafNumbered, packedLeaf, solvencyTree } from './tree.ts'

/** What showing paths needs. */
export interface PathContext {
  database: Database
  sealing: Sealing
}

/**
 * A member's own leaves in the trees of a settlement; null where none are stored, or the member
 * joined later.
 */
export async function proofOf(
  { database, sealing }: PathContext,
  period: string,
  memberId: string,
): Promise<SolvencyProof | null> {
  const snapshot = await provableSnapshot(database, period)
  const ownLeaf = snapshot && (await ownerOf(database, period, memberId))
  if (!snapshot || !ownLeaf) return null
  const { owner, place } = ownLeaf
  const keys = keysOf(sealing, snapshot)
  return {
    ...aboutOf(snapshot),
    nonce: nonceOf(keys, owner).toString('hex'),
    publicKey: owner.publicKey.toString('hex'),
    trees: await Promise.all(
      assets.map(async asset => {
        const leaves = memberLeaves(keys, asset, owner)
        const numbered = leaves.map((leaf, i) => ({ number: place * SHARES + i, leaf }))
        const shares = await pathsOf(database, { snapshot, keys, asset }, numbered)
        return { asset, balance: `${owner.balances[asset]}`, shares }
      }),
    ),
  }
}

/** The platform's own leaves in the trees of a settlement; null where none are stored. */
export async function platformProofOf(
  { database, sealing }: PathContext,
  period: string,
): Promise<SolvencyPlatformProof | null> {
  const snapshot = await provableSnapshot(database, period)
  if (!snapshot) return null
  const keys = keysOf(sealing, snapshot)
  return {
    ...aboutOf(snapshot),
    trees: await Promise.all(
      assets.map(async asset => {
        const house = platformOf(snapshot, asset)
        const numbered = house.map((one, n) => ({
          number: snapshot.members * SHARES + n,
          leaf: platformLeaf(keys, asset, one),
        }))
        const paths = await pathsOf(database, { snapshot, keys, asset }, numbered)
        const leaves = house.map(({ name }, n) => ({ name, ...(paths[n] as SolvencyPath) }))
        return { asset, leaves }
      }),
    ),
  }
}

const aboutOf = ({ period, sid, root }: SnapshotRow & { root: Buffer }) => ({
  period,
  sid: sid.toString('hex'),
  root: root.toString('hex'),
})

/** A member as frozen by a snapshot, and their place among all. */
async function ownerOf(
  database: Database,
  period: string,
  memberId: string,
): Promise<{ owner: Owner; place: number } | null> {
  const row = await ownerRowOf(database, period, memberId)
  if (!row) return null
  const account = Buffer.from(memberId.replaceAll('-', ''), 'hex')
  for (let at = 0; at < row.owners.length / OWNER_BYTES; at++) {
    const owner = ownerAt(row.owners, at)
    if (owner.account.equals(account)) return { owner, place: row.block * OWNERS_PER_ROW + at }
  }
  return null
}

interface KeptTree {
  snapshot: SnapshotRow
  keys: ProofKeys
  asset: Asset
}
interface NumberedLeaf {
  number: number
  leaf: LeafParts
}

/**
 * From each leaf to the root: the leaves beside it are computed again from the members that own
 * them, the nodes above are stored over every sixteen leaves, and over each block.
 */
async function pathsOf(
  database: Database,
  tree: KeptTree,
  leaves: readonly NumberedLeaf[],
): Promise<SolvencyPath[]> {
  const { snapshot, asset } = tree
  const depth = depthFor(snapshot.members * SHARES + platformOf(snapshot, asset).length)
  const places = await Promise.all(leaves.map(leaf => placeOf(database, tree, depth, leaf)))
  const leafOf = await leavesBy(
    database,
    tree,
    places.flatMap(place => place.group),
  )
  const tops = await blockNodes(database, snapshot.period, asset)
  return places.map(({ group: around, ...place }, n) => {
    const group = Buffer.concat(around.map(number => packedLeaf(leafOf(number))))
    const { position, beside } = wayUp(solvencyTree, depth, { ...place, group, tops })
    return {
      amount: `${(leaves[n] as NumberedLeaf).leaf.amount}`,
      position,
      beside: beside.map(node => ({
        hash: hashOfNode(node).toString('hex'),
        sum: `${sumsOfNode(node)[0]}`,
      })),
    }
  })
}

/** The place of a leaf: its block, its place in it, and the numbers of the leaves of its group. */
async function placeOf(
  database: Database,
  { snapshot, asset }: KeptTree,
  depth: number,
  { number, leaf }: NumberedLeaf,
) {
  const hash = hashOfNode(packedLeaf(leaf))
  const row = await leavesAround(database, snapshot.period, asset, hash)
  const numbers = numbersPacked(row?.numbers ?? Buffer.alloc(0))
  const at = numbers.indexOf(number)
  if (!row || at < 0) throw new Error(`leaf ${number} is not in the stored tree`)
  const { block, groups } = row
  return { block, at, groups, group: groupAround(numbers, at, depth) }
}

/** The leaves of some numbers, computed from the members that own them. */
async function leavesBy(
  database: Database,
  { snapshot, keys, asset }: KeptTree,
  numbers: readonly number[],
): Promise<(number: number) => LeafParts> {
  const places = numbers
    .map(number => Math.floor(number / SHARES))
    .filter(n => n < snapshot.members)
  const blocks = new Set(places.map(place => Math.floor(place / OWNERS_PER_ROW)))
  const rows = await ownerRows(database, snapshot.period, [...blocks])
  const rowOf = new Map(rows.map(row => [row.block, row.owners]))
  const ownerAtPlace = (place: number): Owner =>
    ownerAt(
      rowOf.get(Math.floor(place / OWNERS_PER_ROW)) ?? Buffer.alloc(0),
      place % OWNERS_PER_ROW,
    )
  const facts = { keys, asset, house: platformOf(snapshot, asset), members: snapshot.members }
  return number => leafNumbered(number, facts, ownerAtPlace)
}
