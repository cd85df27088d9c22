import type { Block } from '../deposits/index.ts'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { Job, Module, Platform } from '../platform/module.ts'
import type { Sealing } from '../platform/sealing.ts'
import { isStale } from './decide.ts'
import { proofRoutes } from './proof/routes.ts'
import { type ProofContext, publishDue } from './proof/run.ts'
import { newestPeriod, rootsOf } from './proof/store.ts'
import { type ReadingDeps, readOnce } from './read.ts'
import { type SolvencyReads, solvencyRoutes } from './routes.ts'
import { amissSince, newestCheck, newestFromChain, newestReadings, writeCheck } from './store.ts'

export { checkSolvency } from './proof/check.ts'
export { runProofThread } from './proof/thread.ts'

/** What the room is told by others. */
export interface SolvencyDeps extends ReadingDeps, Omit<SolvencyReads, 'redSince'> {
  /** Looks at every invariant of every room; answers how many breaches there are. */
  countBreaches(database: Database): Promise<number>
  /** The newest final block of the chain of the recharge addresses. */
  finalBlock(reader: Tx): Promise<Block | null>
  recordAct: ProofContext['recordAct']
  /** When operators have last explained what a look may have found; null before the first time. */
  lastExplained(reader: Database): Promise<Date | null>
  sealing: Sealing
}

export interface Solvency {
  module: Module
  /** Reads what is held and owed; the last reading after each settlement is kept. */
  read(): Promise<void>
  /** Looks at every invariant after each settlement, each 12 hours, and after an explanation of what it found; answers whether it did. */
  check(): Promise<boolean>
  /** What follows a settlement at once: reading and root. What goes wrong is told and left to the sweeps. */
  follow(): Promise<void>
  /** Publishes the root of everything owed after a settlement, once; answers how many it published. */
  publish(): Promise<number>
  /** The published roots of some settlements, in hex. */
  rootsOf(reader: Database | Tx, periods: readonly string[]): Promise<Map<string, string>>
  /**
   * Since when the state is red: the newest look found something wrong, or the treasury says so. Null while
   * neither is so. Then nobody subscribes, activates, or deals on the market. Rule book 2.17.
   */
  redSince(reader: Database | Tx): Promise<Date | null>
  /** Why money cannot be paid out now; null while nothing does. */
  payoutStop(reader: Database | Tx): Promise<PayoutStop | null>
  /** What the newest reading of the chain shows as missing; null before the first. */
  missing(reader: Database | Tx): Promise<Missing | null>
}

/** What the books have taken in and the chain does not show. Micro-USDT. */
export interface Missing {
  missing: bigint
  /** All shortfalls that were confirmed at the instant of the reading. */
  confirmed: bigint
  block: number
  isStale: boolean
}

/** Why nothing is paid out: security 4.8. */
export type PayoutStop = 'booksBroken' | 'short' | 'unproven'

const EVERY_MS = 5_000
/** A root that could not be published is tried again after this long at first, in case it was a busy moment. */
const FIRST_REST_MS = 10_000
/** Then after twice as long each time, up to this: the log says why. */
const LONGEST_REST_MS = 10 * 60_000
/** A reading is taken again after this long, and at once after a settlement … */
const READ_AGAIN_MS = 30_000
/** … and takes no more than a twentieth of the time, however many addresses there are. */
const REST_FACTOR = 20
/** Where no settlement follows the invariants are looked at again after this long. */
const CHECK_AGAIN_MS = 12 * 3_600_000

/** What custody holds beside everything that is owed, for everyone to see. */
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
  const job = readingJob(database, { read, check })
  const redSince = async (reader: Database | Tx) =>
    earlier(await deps.redSince(reader), await foundAmissSince(reader))
  const routes = [
    ...solvencyRoutes(database, config.chain, { ...deps, redSince }),
    ...proofRoutes({ database, sealing }),
  ]
  return {
    module: { routes, jobs: [job, proofJob(publish)] },
    read,
    check,
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

/** The sweep that reads custody and looks at the books. */
function readingJob(database: Database, { read, check }: Pick<Solvency, 'read' | 'check'>): Job {
  let restsUntil = 0
  const turn = async (): Promise<void> => {
    if (performance.now() >= restsUntil || (await isUnread(database))) {
      const begun = performance.now()
      await read()
      const now = performance.now()
      restsUntil = now + Math.max(READ_AGAIN_MS, (now - begun) * REST_FACTOR)
    }
    await check()
  }
  return { name: 'solvency', runsIn: 'worker', everyMs: EVERY_MS, turn }
}

/** The sweep behind every settlement. It rests longer after each fault in a row. */
function proofJob(publish: () => Promise<number>): Job {
  let restsUntil = 0
  let restMs = FIRST_REST_MS
  const turn = async (): Promise<void> => {
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
  return { name: 'solvency proof', runsIn: 'worker', everyMs: EVERY_MS, turn }
}

/** A settlement is read before its invariants are looked at: until then the look before it counts. */
const foundAmissSince = async (reader: Database | Tx): Promise<Date | null> =>
  amissSince(await newestReadings(reader, 2))

const earlier = (a: Date | null, b: Date | null): Date | null =>
  a !== null && (b === null || a < b) ? a : b

/**
 * Against paying out: the newest look at the books found something broken; the chain lacks more than
 * the losses that were confirmed, or the platform's own accounts do not cover those (rule book 2.17);
 * or nobody has read for 26 hours that all is there (security 4.8).
 */
async function payoutStop(
  reader: Database | Tx,
  { paysInFull }: Pick<SolvencyDeps, 'paysInFull'>,
): Promise<PayoutStop | null> {
  const check = newestCheck(await newestReadings(reader, 2))
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

/** Is there a settlement that was not read since, or not from the chain? */
async function isUnread(database: Database): Promise<boolean> {
  const [newest] = await newestReadings(database, 1)
  return (newest?.period ?? null) !== (await newestPeriod(database))
}

async function checkOnce(
  database: Database,
  { countBreaches, lastExplained }: SolvencyDeps,
): Promise<boolean> {
  const [newest] = await newestReadings(database, 1)
  if (!newest) return false
  const { checkedAt } = newest
  const ageMs = checkedAt && (await systemNow(database)).getTime() - checkedAt.getTime()
  const explainedAt = newest.breaches === 0 ? null : await lastExplained(database)
  const isExplained = checkedAt !== null && explainedAt !== null && explainedAt > checkedAt
  if (ageMs !== null && ageMs < CHECK_AGAIN_MS && !isExplained) return false
  const breaches = await countBreaches(database)
  await inTransaction(database, async tx => {
    if (breaches > 0) await holdLock(tx, 'marketStop')
    await writeCheck(tx, newest.period, { breaches, checkedAt: await systemNow(tx) })
  })
  return true
}
