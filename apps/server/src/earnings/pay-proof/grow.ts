import type { Database } from '../../platform/database/connect.ts'
import { buildSumTree, depthFor, nodeBytes, sumsOfNode } from '../../platform/sum-tree.ts'
import { leafPacker, leafParts, nonceAt, noncesFrom, type PayKeys, payTree } from './leaves.ts'
import { loginKeysOf, type PayTop, writeTree } from './store.ts'

/** The pay of a run, in a form that can be sent to a thread. */
export interface PaidRun {
  period: string
  /** Ids of all positions of the run, as in the text that is hashed: `","` between them. */
  ids: string
  weights: BigInt64Array
  pays: BigInt64Array
}

/**
 * Builds the tree over all positions of a run and stores the nodes from which paths are shown. The
 * same run gives the same tree, so an interrupted one is built again. Returns its sums.
 * @throws RangeError when a sum does not fit.
 */
export async function growTree(database: Database, run: PaidRun, keys: PayKeys): Promise<PayTop> {
  const loginKeys = await loginKeysOf(database, run.period)
  const { root, depth, blocks } = buildSumTree(payTree, packedLeaves(run, loginKeys, keys))
  const [weight = 0n, pay = 0n] = sumsOfNode(root)
  const top = { tree: root.subarray(0, 32), depth, weight, pay }
  await writeTree(database, run.period, top, blocks)
  return top
}

const ID_BYTES = 16
const KEY_BYTES = 32

function packedLeaves(run: PaidRun, loginKeys: Buffer, keys: PayKeys): Buffer {
  const { weights, pays } = run
  const positions = Buffer.from(run.ids.replaceAll('","', '').replaceAll('-', ''), 'hex')
  const count = weights.length
  if (positions.length !== count * ID_BYTES || loginKeys.length !== count * KEY_BYTES)
    throw new Error(`the run of ${run.period} has ${count} positions, and not as many ids and keys`)
  const size = nodeBytes(payTree)
  const width = 2 ** depthFor(count)
  const nonces = noncesFrom(keys, 0, width)
  const leaves = Buffer.allocUnsafe(width * size)
  const pack = leafPacker()
  for (let n = 0; n < width; n++) {
    const paid =
      n < count
        ? {
            publicKey: loginKeys.subarray(n * KEY_BYTES, (n + 1) * KEY_BYTES),
            position: positions.subarray(n * ID_BYTES, (n + 1) * ID_BYTES),
            weight: weights[n] as bigint,
            pay: pays[n] as bigint,
          }
        : undefined
    pack(leafParts(keys, nonceAt(nonces, n), paid), leaves, n * size)
  }
  return leaves
}
