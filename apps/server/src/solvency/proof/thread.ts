import { parentPort, workerData } from 'node:worker_threads'
import type { TreeRoot } from '@banyan/domain'
import { answerOfThread } from '../../platform/child-process.ts'
import { connectDatabase, connectPool } from '../../platform/database/connect.ts'
import { computeTrees, type LookFacts } from './compute.ts'
import type { ProofKeys } from './leaves.ts'

/** What the thread is told at its start. It is in the same process: nothing secret leaves that. */
interface ProofOrders {
  databaseUrl: string
  look: LookFacts
  keys: ProofKeys
}

/** Makes the trees of a look in a thread of its own, so that a million members hold up nobody. */
export const computeApart = (orders: ProofOrders): Promise<TreeRoot[]> =>
  answerOfThread('proof-thread', orders)

/** What the thread does: one look, then it ends. */
export async function runProofThread(): Promise<void> {
  const { databaseUrl, look, keys } = workerData as ProofOrders
  const pool = connectPool(databaseUrl, { max: 1 })
  try {
    parentPort?.postMessage(await computeTrees(connectDatabase(pool), look, keys))
  } finally {
    await pool.end()
  }
}
