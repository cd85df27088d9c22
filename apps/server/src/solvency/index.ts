import type { Block } from '../deposits/index.ts'
import { sharedRead } from '../platform/batches.ts'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { Job, Module, Platform } from '../platform/module.ts'
import type { Sealing } from '../platform/sealing.ts'
import { isStale, type Reach, reachOf } from './decide.ts'
import { fullCheckAge } from './full-check-age.ts'
import { proofRoutes } from './proof/routes.ts'
import { type ProofContext, publishDue } from './proof/run.ts'
import { newestPeriod, rootsOf } from './proof/store.ts'
import { type ReadingDeps, readOnce } from './read.ts'
import { type SolvencyReads, solvencyRoutes } from './routes.ts'
import {
  amissSince,
  type Check,
  lastFullCheck,
  newestCheck,
  newestFromChain,
  newestReading,
  writeCheck,
  writeFullCheck,
} from './store.ts'

export type { Reach } from './decide.ts'
export { checkNewestRoot, checkSolvency } from './proof/check.ts'
export { runProofThread } from './proof/thread.ts'

/** What solvency needs of other modules. */
export interface SolvencyDeps extends ReadingDeps, Omit<SolvencyReads, 'redSince'> {
  /**
   * Checks every invariant of every module, over all of history or on what was proven before.
   * Returns the number of breaches.
   */
  countBreaches(database: Database, reach: Reach): Promise<number>
  /** The newest final block of the chain of the recharge addresses. */
  finalBlock(reader: Tx): Promise<Block | null>
  recordAct: ProofContext['recordAct']
  /** When operators last explained what a check may have found; null before the first time. */
  lastExplained(reader: Database): Promise<Date | null>
  sealing: Sealing
}

export interface Solvency {
  module: Module
  /** Reads assets and debts; the last reading after each settlement is kept. */
  read(): Promise<void>
  /**
   * Checks every invariant after each settlement, every 12 hours, and after an explanation of its
   * findings. It reads what is new, and everything while the check before found something or is too
   * long ago. Returns whether it checked.
   */
  check(): Promise<boolean>
  /** Checks every invariant over all of history once a day. Returns whether it did. */
  checkEverything(): Promise<boolean>
  /**
   * The work right after a settlement: reading and root. A failure is logged and left to the jobs.
   */
  follow(): Promise<void>
  /**
   * Publishes the root of all debts after a settlement, once. Returns the number of published
   * roots.
   */
  publish(): Promise<number>
  /** The published roots of some settlements, in hex. */
  rootsOf(reader: Database | Tx, periods: readonly string[]): Promise<Map<string, string>>
  /**
   * Since when the state is red: the newest check found a breach, or the treasury reports it. Null
   * while neither is so. While it is red, nobody subscribes, activates, or deals on the market.
   * Rule book 2.17.
   */
  redSince(reader: Database | Tx): Promise<Date | null>
  /** Why money cannot be paid out now; null while it can. */
  payoutStop(reader: Database | Tx): Promise<PayoutStop | null>
  /** What is missing in the newest reading of the chain; null before the first. */
  missing(reader: Database | Tx): Promise<Missing | null>
}

/** What the books have taken in and the chain does not show. Micro-USDT. */
export interface Missing {
  missing: bigint
  /** All shortfalls that were confirmed at the time of the reading. */
  confirmed: bigint
  block: number
  isStale: boolean
}

/** Why nothing is paid out: security 4.8. */
export type PayoutStop = 'booksBroken' | 'short' | 'unproven'

const EVERY_MS = 5_000
/**
 * A root that could not be published is tried again after this time at first, in case the server
 * was busy.
 */
const FIRST_REST_MS = 10_000
/** Then after twice as long each time, up to this. The log has the reason. */
const LONGEST_REST_MS = 10 * 60_000
/** A reading is taken again after this long, and at once after a settlement … */
const READ_AGAIN_MS = 30_000
/** … and takes no more than a twentieth of the time, however many addresses there are. */
const REST_FACTOR = 20
/** Where no settlement follows, the invariants are checked again after this time. */
const CHECK_AGAIN_MS = 12 * 3_600_000
/** All of history is checked again after this time. */
const CHECK_EVERYTHING_MS = 24 * 3_600_000
/** How often it is asked whether that is due. */
const CHECK_EVERYTHING_EVERY_MS = 60_000

/** The balance of custody beside all debts, for everyone to see. */
export function openSolvency(platform: Platform, deps: SolvencyDeps): Solvency {
  const { config, database, logger } = platform
  const { sealing, finalBlock, recordAct } = deps
  const proof: ProofContext = {
    database,
    logger,
    databaseUrl: config.databaseUrl,
    sealing,
    finalBlock,
    recordAct,
    domain: config.publicOrigins[0] ?? '',
  }
  const publish = () => publishDue(proof)
  const read = () => readOnce(platform, deps)
  const check = () => checkOnce(database, deps)
  const checkEverything = () => checkEverythingOnce(database, deps)
  const job = readingJob(database, { read, check })
  const redSince = sharedRead(async reader =>
    earlier(await deps.redSince(reader), await amissSince(reader)),
  )
  const routes = [
    ...solvencyRoutes(database, config.chain, { ...deps, redSince }),
    ...proofRoutes({ database, sealing }),
  ]
  return {
    module: {
      routes,
      jobs: [job, fullCheckJob(checkEverything), proofJob(publish)],
      gauges: [fullCheckAge(database)],
    },
    read,
    check,
    checkEverything,
    publish,
    rootsOf,
    follow: async () => {
      await read()
      await publish().catch(error => {
        logger.error({ err: error }, 'the root of solvency was not published; it is tried again')
      })
    },
    redSince,
    missing: shownMissing,
    payoutStop: reader => payoutStop(reader, deps),
  }
}

/** The job that reads custody and checks the books. */
function readingJob(database: Database, { read, check }: Pick<Solvency, 'read' | 'check'>): Job {
  let restsUntil = 0
  const run = async (): Promise<void> => {
    if (performance.now() >= restsUntil || (await isUnread(database))) {
      const begun = performance.now()
      await read()
      const now = performance.now()
      restsUntil = now + Math.max(READ_AGAIN_MS, (now - begun) * REST_FACTOR)
    }
    await check()
  }
  return { name: 'solvency', runsIn: 'worker', everyMs: EVERY_MS, run }
}

/** The job that checks all of history: it may take long, and readings go on beside it. */
const fullCheckJob = (checkEverything: () => Promise<boolean>): Job => ({
  name: 'solvency full check',
  runsIn: 'worker',
  everyMs: CHECK_EVERYTHING_EVERY_MS,
  run: async () => void (await checkEverything()),
})

/** The job after every settlement. It waits longer after each fault in a row. */
function proofJob(publish: () => Promise<number>): Job {
  let restsUntil = 0
  let restMs = FIRST_REST_MS
  const run = async (): Promise<void> => {
    if (performance.now() < restsUntil) return
    try {
      await publish()
      restMs = FIRST_REST_MS
    } catch (error) {
      restsUntil = performance.now() + restMs
      restMs = Math.min(restMs * 2, LONGEST_REST_MS)
      throw error
    }
  }
  return { name: 'solvency proof', runsIn: 'worker', everyMs: EVERY_MS, run }
}

const earlier = (a: Date | null, b: Date | null): Date | null =>
  a !== null && (b === null || a < b) ? a : b

/**
 * Stops payouts when the newest check of the books found a breach; when the chain lacks more than
 * the confirmed losses, or the platform's own accounts do not cover those (rule book 2.17); or when
 * the last reading that everything is there is older than 26 hours (security 4.8).
 */
async function payoutStop(
  reader: Database | Tx,
  { paysInFull }: Pick<SolvencyDeps, 'paysInFull'>,
): Promise<PayoutStop | null> {
  const check = await newestCheck(reader)
  if (check !== null && check.breaches > 0) return 'booksBroken'
  if (!(await paysInFull(reader))) return 'short'
  const shown = await shownMissing(reader)
  if (shown === null || shown.isStale) return 'unproven'
  return shown.missing > 0n ? 'short' : null
}

async function shownMissing(reader: Database | Tx): Promise<Missing | null> {
  const row = await newestFromChain(reader)
  if (!row || row.missing === null || row.confirmed === null || row.blockNumber === null)
    return null
  const { missing, confirmed, blockNumber: block, readAt } = row
  return { missing, confirmed, block, isStale: isStale(await systemNow(reader), readAt) }
}

/** True when a settlement was not read since, or not from the chain. */
async function isUnread(database: Database): Promise<boolean> {
  const newest = await newestReading(database)
  return (newest?.period ?? null) !== (await newestPeriod(database))
}

async function checkOnce(
  database: Database,
  { countBreaches, lastExplained }: SolvencyDeps,
): Promise<boolean> {
  const newest = await newestReading(database)
  if (!newest) return false
  const { checkedAt } = newest
  const now = await systemNow(database)
  const ageMs = checkedAt && now.getTime() - checkedAt.getTime()
  const explainedAt = newest.breaches === 0 ? null : await lastExplained(database)
  const isExplained = checkedAt !== null && explainedAt !== null && explainedAt > checkedAt
  if (ageMs !== null && ageMs < CHECK_AGAIN_MS && !isExplained) return false
  const before = await newestCheck(database)
  const period = (await newestPeriod(database)) ?? newest.period
  const reach = reachOf(before, { period, now })
  const breaches = await countBreaches(database, reach)
  return keepCheck(database, { period: newest.period, before }, { breaches, reach })
}

async function checkEverythingOnce(
  database: Database,
  { countBreaches }: SolvencyDeps,
): Promise<boolean> {
  const newest = await newestReading(database)
  if (!newest) return false
  const last = await lastFullCheck(database)
  const now = await systemNow(database)
  if (last !== null && now.getTime() - last.getTime() < CHECK_EVERYTHING_MS) return false
  const begun = { period: newest.period, before: await newestCheck(database) }
  const breaches = await countBreaches(database, 'everything')
  return keepCheck(database, begun, { breaches, reach: 'everything' })
}

/**
 * Stores what a check found. A settlement that came while it read still has to be checked, so it counts
 * for the reading that was the newest when it began; findings count at once. Where another check has
 * found something meanwhile, that this one found nothing says nothing about it.
 */
const keepCheck = (
  database: Database,
  begun: { period: string; before: Check | null },
  { breaches, reach }: { breaches: number; reach: Reach },
): Promise<boolean> =>
  inTransaction(database, async tx => {
    if (breaches > 0) await holdLock(tx, 'marketStop')
    await holdLock(tx, 'solvencyCheck')
    const checkedAt = await systemNow(tx)
    if (reach === 'everything') await writeFullCheck(tx, begun.period, checkedAt)
    if (breaches === 0 && isNewBreach(await newestCheck(tx), begun.before)) return false
    const newest = breaches > 0 ? await newestReading(tx) : null
    const period = newest?.period ?? begun.period
    await writeCheck(tx, period, { breaches, checkedAt })
    return true
  })

const isNewBreach = (now: Check | null, before: Check | null): boolean =>
  now !== null && now.breaches > 0 && (before === null || now.checkedAt > before.checkedAt)
