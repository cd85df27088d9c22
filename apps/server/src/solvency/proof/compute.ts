import { type Asset, assets, type TreeRoot } from '@banyan/domain'
import type { Database } from '../../platform/database/connect.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { ProofKeys } from './leaves.ts'
import { houseOf, type LookRow, ownersOf, writeLeaves } from './store.ts'
import { buildTree } from './tree.ts'

/** What of a look the trees are made from, with its owners. */
export type LookFacts = Pick<LookRow, 'period' | 'house'>

/**
 * Makes the trees of a look and keeps what paths are shown from; answers their roots, USDT first.
 * The same look comes to the same trees, so a try that was cut off is simply made again.
 * @throws RangeError when a balance or a sum does not fit.
 */
export async function computeTrees(
  database: Database,
  look: LookFacts,
  keys: ProofKeys,
): Promise<TreeRoot[]> {
  const owners = await ownersOf(database, look.period)
  const roots: TreeRoot[] = []
  for (const asset of assets) roots.push(await computeTree(database, { look, keys, owners, asset }))
  return roots
}

async function computeTree(
  database: Database,
  { look, keys, owners, asset }: { look: LookFacts; keys: ProofKeys; owners: Buffer; asset: Asset },
): Promise<TreeRoot> {
  const { root, depth, blocks } = buildTree({ keys, asset, owners, house: houseOf(look, asset) })
  await inTransaction(database, tx => writeLeaves(tx, look.period, asset, blocks))
  return { asset, root: root.hash, total: root.sum, depth }
}
