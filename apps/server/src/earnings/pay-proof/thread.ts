import { parentPort, workerData } from 'node:worker_threads'
import { answerOfThread } from '../../platform/child-process.ts'
import { connectDatabase, connectPool } from '../../platform/database/connect.ts'
import { growTree, type PaidRun } from './grow.ts'
import type { PayKeys } from './leaves.ts'
import type { PayTop } from './store.ts'

/**
 * The data that the thread gets at its start. It is in the same process: no secret leaves the
 * process.
 */
interface PayOrders {
  databaseUrl: string
  run: PaidRun
  keys: PayKeys
}

/** Builds the tree of a run in a thread of its own, beside the payments. */
export const growInThread = (orders: PayOrders): Promise<PayTop> =>
  answerOfThread('pay-thread', orders)

/** The work of the thread: one run, then it ends. */
export async function runPayThread(): Promise<void> {
  const { databaseUrl, run, keys } = workerData as PayOrders
  const pool = connectPool(databaseUrl, { max: 1 })
  try {
    parentPort?.postMessage(await growTree(connectDatabase(pool), run, keys))
  } finally {
    await pool.end()
  }
}
