import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { Side } from '@banyan/domain'
import type { Region } from '@banyan/economy'
import type { Logger } from 'pino'
import { startThread } from '../../platform/child-process.ts'
import type { CountedTree, ThreadNews, ThreadOrders } from './thread.ts'

/** A region with the additions of the last settlement. */
export interface CountedRegion extends Region {
  readonly added: bigint
}

/** The tree as of an instant. Every read is a few array accesses, at any size. */
export interface TreeView {
  readonly at: Date
  region(idx: number, side: Side): CountedRegion
  /** Own fees and those of the whole subtree, micro-USDT. */
  team(idx: number): bigint
  /** Fees of the direct invitees, micro-USDT. */
  referral(idx: number): bigint
  /** Own fees, micro-USDT. */
  own(idx: number): bigint
}

export interface TreeEngine {
  /** Starts the worker; a repeat changes nothing. */
  warm(): void
  /** The newest view; waits briefly for the first one. Null while that is being computed. */
  view(): Promise<TreeView | null>
  /** The newest existing view, without waiting: for transactions. */
  glance(): TreeView | null
  close(): Promise<void>
}

const EVERY_MS = 5_000
/**
 * How long `view` waits for the first sums: enough for a small tree; a large one takes longer than
 * a call may wait.
 */
const FIRST_COUNT_MS = 2_000
const RESTART_MS = 5_000

/**
 * The worker thread of the API program that sums the tree; it starts at the first read or when
 * warmed up.
 */
export function openTreeEngine(
  { databaseUrl, logger }: { databaseUrl: string; logger: Logger },
  everyMs = EVERY_MS,
): TreeEngine {
  let worker: Worker | null = null
  let closed = false
  let newest: TreeView | null = null
  let counted: CountedTree | null = null
  let resolveFirst = () => {}
  const first = new Promise<void>(resolve => {
    resolveFirst = resolve
  })

  const onMessage = (news: ThreadNews): void => {
    if (news.kind === 'failed') {
      logger.warn({ why: news.why }, 'the placement tree could not be counted; it is tried again')
      return
    }
    if (news.kind === 'sums') counted = news.counted
    if (counted) newest = viewOf(counted, news.at)
    resolveFirst()
  }

  const start = (): void => {
    if (closed) return
    const orders: ThreadOrders = { databaseUrl, everyMs }
    worker = startThread('tree-thread', orders)
    worker.on('message', onMessage)
    worker.on('error', error =>
      logger.error({ err: error }, 'the thread of the placement tree died'),
    )
    worker.once('exit', () => {
      worker = null
      if (!closed) setTimeout(start, RESTART_MS).unref()
    })
  }

  const warm = (): void => {
    if (!worker && !closed) start()
  }
  return {
    warm,
    view: async () => {
      warm()
      if (!newest) await Promise.race([first, sleep(FIRST_COUNT_MS, undefined, { ref: false })])
      return newest
    },
    glance: () => {
      warm()
      return newest
    },
    close: async () => {
      closed = true
      await worker?.terminate()
    },
  }
}

function viewOf(tree: CountedTree, at: Date): TreeView {
  const units = (column: Float64Array, idx: number): bigint =>
    idx < tree.size ? BigInt(column[idx] as number) : 0n
  const child = (idx: number, side: Side): number | null => {
    if (idx >= tree.size) return null
    const below = (side === 'left' ? tree.lefts : tree.rights)[idx] as number
    // 0 is nobody's child; an index beyond the end was added after these sums.
    return below === 0 || below >= tree.size ? null : below
  }
  const subtree = (column: Float64Array, idx: number, side: Side): bigint => {
    const under = child(idx, side)
    return under === null ? 0n : units(column, under)
  }
  return {
    at,
    region: (idx, side) => {
      const under = child(idx, side)
      return {
        total: subtree(tree.totals, idx, side),
        added: subtree(tree.added, idx, side),
        members: under === null ? 0 : (tree.members[under] as number),
      }
    },
    team: idx => units(tree.totals, idx),
    referral: idx => units(tree.referrals, idx),
    own: idx =>
      units(tree.totals, idx) -
      subtree(tree.totals, idx, 'left') -
      subtree(tree.totals, idx, 'right'),
  }
}
