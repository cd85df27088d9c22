import type { Logger } from 'pino'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { takeOutage } from '../platform/heartbeat.ts'
import type { Job } from '../platform/module.ts'
import { overdueCases } from './case-lists.ts'
import { passCase, passDeadline } from './clock.ts'
import type { OtcDeps } from './context.ts'
import { floatToGuide } from './floating.ts'
import { leftBehind, overdueOrders } from './order-lists.ts'
import { expire, hold } from './own-orders.ts'
import { freeEndedTails } from './payment-tails.ts'
import { markCounting } from './reputation.ts'
import { measureNow, otcRules } from './terms.ts'
import { extendDeadlines, overdueTrades } from './trade-lists.ts'

const BATCH = 200
const EVERY_MS = 1_000
const SLOW_JOB_MS = 5_000
const TAILS_JOB_MS = 60_000

/**
 * Lets the clock act on every overdue trade, the longest overdue first. Returns how many changed.
 */
export async function endDueTrades(database: Database, context: OtcDeps): Promise<number> {
  let changed = 0
  for (const due of await overdueTrades(database, BATCH)) {
    if (await inTransaction(database, tx => passDeadline(tx, context, due))) changed++
  }
  return changed
}

/**
 * Flags missed replies and carries out rulings whose time for review is over. Returns how many
 * cases changed.
 */
export async function endDueCases(database: Database, context: OtcDeps): Promise<number> {
  let changed = 0
  for (const due of await overdueCases(database, BATCH)) {
    if (await inTransaction(database, tx => passCase(tx, context, due))) changed++
  }
  return changed
}

/**
 * Must be called before any server process starts. When the last heartbeat is more than a minute
 * old, adds the whole outage to every open deadline, in the transaction of the next heartbeat.
 * Returns the milliseconds that were added.
 */
export async function makeUpForOutage(database: Database, logger: Logger): Promise<number> {
  return inTransaction(database, async tx => {
    const goneMs = await takeOutage(tx)
    if (goneMs <= otcRules.outageToleratedMs) return 0
    await extendDeadlines(tx, goneMs)
    logger.warn({ goneMs }, 'the server was away: every open deadline is extended by the outage')
    return goneMs
  })
}

/** Expires orders whose time is over and gives back what is left. Returns how many changed. */
export async function expireOrders(database: Database, context: OtcDeps): Promise<number> {
  let changed = 0
  for (const id of await overdueOrders(database, BATCH)) {
    if (await inTransaction(database, tx => expire(tx, context, id))) changed++
  }
  return changed
}

/**
 * Holds open orders that a guide price, or the band in force, has left behind, until their owners
 * confirm. Returns how many were held.
 */
export async function holdLeftBehind(database: Database, context: OtcDeps): Promise<number> {
  await floatToGuide(database, context)
  const measure = await measureNow(context, database)
  let changed = 0
  for (const id of await leftBehind(database, measure, BATCH)) {
    if (await inTransaction(database, async tx => hold(tx, id, await measureNow(context, tx))))
      changed++
  }
  return changed
}

/** The market's jobs. */
export const otcJobs = (database: Database, context: OtcDeps): Job[] => {
  const job = (name: string, everyMs: number, run: () => Promise<number>): Job => ({
    name,
    runsIn: 'worker',
    everyMs,
    run: async () => void (await run()),
  })
  return [
    job('otc deadlines', EVERY_MS, () => endDueTrades(database, context)),
    job('otc cases', EVERY_MS, () => endDueCases(database, context)),
    job('otc order expiries', EVERY_MS, () => expireOrders(database, context)),
    job('otc orders left behind', SLOW_JOB_MS, () => holdLeftBehind(database, context)),
    job('otc payment tails', TAILS_JOB_MS, () => freeEndedTails(database)),
    job('otc what counts', SLOW_JOB_MS, () => markCounting(database, context)),
  ]
}
