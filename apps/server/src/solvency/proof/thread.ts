import { parentPort, workerData } from 'node:worker_threads'
import type { TreeRoot } from '@banyan/domain'
import { answerOfThread } from '../../platform/child-process.ts'
import { connectDatabase, connectPool } from '../../platform/database/connect.ts'
import { computeTrees, type SnapshotFacts } from './compute.ts'
import type { ProofKeys } from './leaves.ts'

/** The input of the thread. It is in the same process: no secret leaves it. */
interface ProofOrders {
  databaseUrl: string
  snapshot: SnapshotFacts
  keys: ProofKeys
}

/** Computes the trees of a snapshot in its own thread, so that a million members delay no call. */
export const computeApart = (orders: ProofOrders): Promise<TreeRoot[]> =>
  answerOfThread('proof-thread', orders)

/** The program of the thread: one snapshot, then it ends. */
export async function runProofThread(): Promise<void> {
  const { databaseUrl, snapshot, keys } = workerData as ProofOrders
  const pool = connectPool(databaseUrl, { max: 1 })
  try {
    parentPort?.postMessage(await computeTrees(connectDatabase(pool), snapshot, keys))
  } finally {
    await pool.end()
  }
}
