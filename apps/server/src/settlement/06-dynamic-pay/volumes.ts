import { inTransaction } from '../../platform/database/transaction.ts'
import type { Run } from '../run.ts'
import type { StepContext } from '../step.ts'

/** Members whose volume is recorded in one transaction. */
const VOLUMES = 10_000

/**
 * Records the volume that the run brought into the tree, summed by member: shown with the totals of
 * the regions.
 */
export async function postVolumes({ database, parts }: StepContext, run: Run): Promise<void> {
  const { period, input, result } = run
  const released = new Set(result.dynamics.released)
  const sums = new Map<string, bigint>()
  const add = (memberId: string, fee: bigint) => {
    if (fee > 0n) sums.set(memberId, (sums.get(memberId) ?? 0n) + fee)
  }
  for (const one of input.dynamics.kept)
    if (released.has(one.tradeId)) add(one.memberId, one.volume)
  for (const one of result.dynamics.volumes)
    if (one.fate === 'credited') add(one.memberId, one.value)
  const credited = [...sums].map(([memberId, fee]) => ({ memberId, fee }))
  for (let from = 0; from < credited.length; from += VOLUMES) {
    const some = credited.slice(from, from + VOLUMES)
    await inTransaction(database, tx => parts.network.recordVolumes(tx, period, some))
  }
}
