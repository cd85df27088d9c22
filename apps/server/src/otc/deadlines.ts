import type { Logger } from 'pino'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { takeOutage } from '../platform/heartbeat.ts'
import type { Sweep } from '../platform/room.ts'
import { otcTerms } from './terms.ts'
import { extendDeadlines, overdueTrades } from './trade-lists.ts'
import { passDeadline } from './trades.ts'
import type { OtcNeighbours } from './world.ts'

const BATCH = 200
const SWEEP_MS = 1_000

/** Lets the clock act on every overdue trade, the longest overdue first. Answers how many changed. */
export async function sweepDeadlines(database: Database, world: OtcNeighbours): Promise<number> {
  let changed = 0
  for (const due of await overdueTrades(database, BATCH)) {
    if (await inTransaction(database, tx => passDeadline(tx, world, due))) changed++
  }
  return changed
}

/**
 * Called before any door opens: when the last heartbeat is more than a minute old, the whole
 * outage is added to every open deadline, in the transaction that beats again. Answers the
 * milliseconds that were added.
 */
export async function makeUpForOutage(database: Database, logger: Logger): Promise<number> {
  return inTransaction(database, async tx => {
    const goneMs = await takeOutage(tx)
    if (goneMs <= otcTerms.outageToleratedMs) return 0
    await extendDeadlines(tx, goneMs)
    logger.warn({ goneMs }, 'the house was away: every open deadline is extended by the outage')
    return goneMs
  })
}

/** The market's clockwork. */
export const otcSweeps = (database: Database, world: OtcNeighbours): Sweep[] => [
  {
    name: 'otc deadlines',
    door: 'worker',
    everyMs: SWEEP_MS,
    turn: async () => void (await sweepDeadlines(database, world)),
  },
]
