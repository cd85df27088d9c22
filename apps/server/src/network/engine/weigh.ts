import type { Side } from '@banyan/domain'
import type { Region } from '@banyan/economy'
import type { Tx } from '../../platform/database/connect.ts'
import type { Weight } from '../round-store.ts'
import { GrowingColumns } from './columns.ts'
import { loadFees, loadNodes, watermarkOf } from './load.ts'
import { sumSubtrees } from './sums.ts'

const nobody = { nodes: new Int32Array(0), fees: new Float64Array(0) }

/**
 * Reads the whole tree in the caller's transaction and sums it, independently of the sums kept for
 * display; returns the weights of a node's regions as the last settlement left them.
 */
export async function weigher(tx: Tx): Promise<(idx: number) => Weight> {
  const { size, period } = await watermarkOf(tx)
  const columns = new GrowingColumns()
  await loadNodes(tx, columns, size)
  await loadFees(tx, columns, period)
  const { totals, members } = sumSubtrees(columns, nobody)
  const region = (idx: number, side: Side): Region => {
    const child = (side === 'left' ? columns.lefts : columns.rights)[idx] as number
    if (child === 0) return { total: 0n, members: 0 }
    return { total: BigInt(totals[child] as number), members: members[child] as number }
  }
  return idx => ({ idx, left: region(idx, 'left'), right: region(idx, 'right') })
}
