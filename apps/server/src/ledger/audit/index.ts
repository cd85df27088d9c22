import { join } from 'node:path'
import { ledgerHead, ledgerLinks } from '@banyan/domain'
import { isHeld } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Module, Platform } from '../../platform/module.ts'
import { refuse } from '../../platform/refused.ts'
import { headOf, linksAfter, sealingLagMs } from './chain.ts'
import { exportHeads, HEAD_FILE } from './head-file.ts'
import { openSealer } from './seal.ts'

export { exportHeads, HEAD_FILE, setHeadsAside } from './head-file.ts'

/** Above this delay a log line reports that the chain falls behind, and a settlement is not waited for. */
const MOST_LAG_MS = 60_000
const EVERY_MS = 5_000

/**
 * The hash chain over the ledger's history: sealed every few seconds behind the ledger, its heads
 * kept in the data folder and public. A transfer waits for its seal as long as one pass of the job
 * and the longest open transaction, which the connections' own limits end; a minute more while a
 * settlement is written.
 */
export function openAudit(platform: Platform): { module: Module } {
  const { config, database, logger } = platform
  const sealer = openSealer(database)
  // A settlement writes as much as all of a day. Sealed beside it, that would take the processors from
  // members who read meanwhile, and from the settlement.
  const rests = async (): Promise<boolean> =>
    (await isHeld(database, 'settlement')) && (await sealingLagMs(database)) <= MOST_LAG_MS
  const run = async (): Promise<void> => {
    await sealer.summarize()
    while ((await sealer.seal())?.more && !(await rests()));
    const lagMs = await sealingLagMs(database)
    if (lagMs > MOST_LAG_MS) logger.warn({ lagMs }, 'the chain over the ledger falls behind')
    await exportHeads(database, join(config.dataDir, HEAD_FILE))
  }
  return {
    module: {
      routes: [headRoute(platform), linksRoute(platform)],
      jobs: [{ name: 'ledger audit', runsIn: 'worker', everyMs: EVERY_MS, rests, run }],
    },
  }
}

/** Seals everything that is committed now and returns the number of batches. */
export async function sealBooks(database: Database): Promise<number> {
  const sealer = openSealer(database)
  let batches = 0
  while ((await sealer.seal()) !== null) batches++
  return batches
}

const ZERO_HEAD = '0'.repeat(64)

const headRoute = ({ database }: Platform): Route => {
  const lag = recent(() => sealingLagMs(database), 1_000)
  return route(ledgerHead, async ({ query }) => {
    const batch = await headOf(database, query.batch)
    if (!batch && query.batch !== undefined) return refuse('notFound')
    return {
      batch: batch?.batch ?? 0,
      head: batch?.head ?? ZERO_HEAD,
      at: batch?.sealedAt.toISOString() ?? null,
      transfers: batch?.totalTransfers ?? 0,
      lagMs: await lag(),
    }
  })
}

const linksRoute = ({ database }: Platform): Route =>
  route(ledgerLinks, async ({ query }) => ({
    items: await linksAfter(database, query.after, query.limit),
  }))

/** Anybody may call this, so one answer is reused for all calls within a short time. */
function recent<T>(read: () => Promise<T>, forMs: number): () => Promise<T> {
  let last: { until: number; answer: Promise<T> } | null = null
  return () => {
    if (!last || performance.now() >= last.until)
      last = { until: performance.now() + forMs, answer: read() }
    return last.answer
  }
}
