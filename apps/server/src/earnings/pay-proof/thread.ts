import { parentPort, workerData } from 'node:worker_threads'
import { answerOfThread } from '../../platform/child-process.ts'
import { connectDatabase, connectPool } from '../../platform/database/connect.ts'
import { growTree, type PaidRun } from './grow.ts'
import type { PayKeys } from './leaves.ts'
import type { PayTop } from './store.ts'

/** What the thread gets at its start. It is in the same process: nothing secret leaves that. */
interface PayOrders {
  databaseUrl: string
  run: PaidRun
  keys: PayKeys
}

/** Grows the tree of a run in a thread of its own, beside the payments. */
export const growApart = (orders: PayOrders): Promise<PayTop> =>
  answerOfThread('pay-thread', orders)

/** What the thread does: one run, then it ends. */
export async function runPayThread(): Promise<void> {
  const { databaseUrl, run, keys } = workerData as PayOrders
  const pool = connectPool(databaseUrl, { max: 1 })
  try {
    parentPort?.postMessage(await growTree(connectDatabase(pool), run, keys))
  } finally {
    await pool.end()
  }
}
