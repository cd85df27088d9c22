import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Period } from '@banyan/economy'
import { connectDatabase, connectPool, type Database } from '../../platform/database/connect.ts'
import { GrowingColumns } from './columns.ts'
import { feesOf, loadFees, loadNewFees, loadNodes, type Watermark, watermarkOf } from './load.ts'
import { type SubtreeSums, sumSubtrees } from './sums.ts'

/** The data that the thread gets at its start. */
export interface ThreadOrders {
  databaseUrl: string
  everyMs: number
}

/** A message of the thread: new sums, or that the old ones still hold at a later instant. */
export type ThreadNews =
  | { kind: 'sums'; at: Date; counted: CountedTree }
  | { kind: 'unchanged'; at: Date }
  | { kind: 'failed'; why: string }

/** Every subtree summed, in memory that both threads see. */
export interface CountedTree extends SubtreeSums {
  readonly size: number
  readonly lefts: Int32Array
  readonly rights: Int32Array
  /** The last period whose volume is in the sums. */
  readonly period: Period | null
}

/**
 * Sums the tree for display, again whenever it has grown or a settlement has added volume. Runs in
 * a thread of its own, so that a pass over ten million members blocks no request.
 */
export async function runTreeThread(): Promise<never> {
  const orders = workerData as ThreadOrders
  const database = connectDatabase(connectPool(orders.databaseUrl, { max: 1 }))
  const counter = new TreeCounter(database)
  for (;;) {
    post(await counter.read().catch(error => ({ kind: 'failed' as const, why: String(error) })))
    await sleep(orders.everyMs)
  }
}

const post = (news: ThreadNews): void => parentPort?.postMessage(news)

/** Keeps the columns and follows the database by watermark. */
export class TreeCounter {
  readonly #database: Database
  #columns = new GrowingColumns()
  #seen: Pick<Watermark, 'size' | 'period'> | null = null

  constructor(database: Database) {
    this.#database = database
  }

  /** One reading; returns the sums when something has changed. */
  read(): Promise<ThreadNews> {
    return this.#database
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async snapshot => {
        const mark = await watermarkOf(snapshot)
        const seen = this.#seen
        if (seen && seen.size === mark.size && seen.period === mark.period)
          return { kind: 'unchanged', at: mark.at }
        // Until the sums are sent nothing counts as read: a run that fails starts again from
        // nothing.
        this.#seen = null
        if (!seen) this.#columns = new GrowingColumns()
        const columns = this.#columns
        await loadNodes(snapshot, columns, mark.size)
        if (!seen) await loadFees(snapshot, columns, mark.period)
        else await loadNewFees(snapshot, columns, { after: seen.period, until: mark.period })
        const sums = sumSubtrees(columns, await feesOf(snapshot, mark.period))
        this.#seen = mark
        const { lefts, rights } = columns
        const { at, size, period } = mark
        return { kind: 'sums', at, counted: { ...sums, size, period, lefts, rights } }
      })
  }
}
