import { assets, type TreeRoot } from '@banyan/domain'
import type { Database } from '../../platform/database/connect.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { hashOfNode, sumsOfNode } from '../../platform/sum-tree.ts'
import { type Identity, identityOf, OWNER_BYTES, ownerAt, type ProofKeys } from './leaves.ts'
import { ownersOf, platformOf, type SnapshotRow, takeTime, writeLeaves } from './store.ts'
import { buildTree } from './tree.ts'

/** The part of a snapshot that the trees are made from, with its owners. */
export type SnapshotFacts = Pick<SnapshotRow, 'period' | 'members' | 'house'>

/**
 * Makes the trees of a snapshot and stores what paths are shown from. Returns their roots, USDT
 * first. The same snapshot gives the same trees, so an interrupted try is simply repeated.
 * @throws RangeError when a balance or a sum does not fit.
 */
export async function computeTrees(
  database: Database,
  snapshot: SnapshotFacts,
  keys: ProofKeys,
): Promise<TreeRoot[]> {
  const owners = await ownersOf(database, snapshot)
  const identityAt = keptIdentities(keys, owners)
  const trees = assets.map(asset => ({
    asset,
    ...buildTree({ keys, asset, owners, identityAt, house: platformOf(snapshot, asset) }),
  }))
  const blocks = trees.flatMap(({ asset, blocks }) =>
    blocks.map((kept, block) => ({ asset, block, ...kept })),
  )
  await inTransaction(database, async tx => {
    await takeTime(tx)
    await writeLeaves(tx, snapshot.period, blocks)
  })
  return trees.map(({ asset, root, depth }) => {
    const [total = 0n] = sumsOfNode(root)
    return { asset, root: hashOfNode(root), total, depth }
  })
}

/** The owners of the leaves, computed once for all trees: 64 bytes for each member. */
function keptIdentities(keys: ProofKeys, owners: Buffer): (place: number) => Identity {
  const kept = Buffer.alloc((owners.length / OWNER_BYTES) * 64)
  for (let place = 0; place * 64 < kept.length; place++) {
    const { nonce, commitment } = identityOf(keys, ownerAt(owners, place))
    kept.set(nonce, place * 64)
    kept.set(commitment, place * 64 + 32)
  }
  return place => ({
    nonce: kept.subarray(place * 64, place * 64 + 32),
    commitment: kept.subarray(place * 64 + 32, place * 64 + 64),
  })
}
