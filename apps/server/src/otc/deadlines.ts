import type { Logger } from 'pino'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { takeOutage } from '../platform/heartbeat.ts'
import type { Sweep } from '../platform/room.ts'
import { overdueCases } from './case-lists.ts'
import { passCase, passDeadline } from './clock.ts'
import { floatToGuide } from './floating.ts'
import { leftBehind, overdueOrders } from './order-lists.ts'
import { expire, hold } from './own-orders.ts'
import { sweepTails } from './payment-tails.ts'
import { tellWhatCounts } from './reputation.ts'
import { measureNow, otcRules } from './terms.ts'
import { extendDeadlines, overdueTrades } from './trade-lists.ts'
import type { OtcNeighbours } from './world.ts'

const BATCH = 200
const SWEEP_MS = 1_000
const SLOW_SWEEP_MS = 5_000
const TAILS_SWEEP_MS = 60_000

/** Lets the clock act on every overdue trade, the longest overdue first. Answers how many changed. */
export async function sweepDeadlines(database: Database, world: OtcNeighbours): Promise<number> {
  let changed = 0
  for (const due of await overdueTrades(database, BATCH)) {
    if (await inTransaction(database, tx => passDeadline(tx, world, due))) changed++
  }
  return changed
}

/** Flags missed replies and carries out rulings whose time for review is over. Answers how many cases changed. */
export async function sweepCases(database: Database, world: OtcNeighbours): Promise<number> {
  let changed = 0
  for (const due of await overdueCases(database, BATCH)) {
    if (await inTransaction(database, tx => passCase(tx, world, due))) changed++
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
    if (goneMs <= otcRules.outageToleratedMs) return 0
    await extendDeadlines(tx, goneMs)
    logger.warn({ goneMs }, 'the house was away: every open deadline is extended by the outage')
    return goneMs
  })
}

/** Orders whose time is over give back what is left. Answers how many changed. */
export async function sweepOrders(database: Database, world: OtcNeighbours): Promise<number> {
  let changed = 0
  for (const id of await overdueOrders(database, BATCH)) {
    if (await inTransaction(database, tx => expire(tx, world, id))) changed++
  }
  return changed
}

/** Open orders that the guide price, or the band in force, has left behind wait for their owners. Answers how many do now. */
export async function sweepHeld(database: Database, world: OtcNeighbours): Promise<number> {
  await floatToGuide(database, world)
  const measure = await measureNow(world, database)
  let changed = 0
  for (const id of await leftBehind(database, measure, BATCH)) {
    if (await inTransaction(database, async tx => hold(tx, id, await measureNow(world, tx))))
      changed++
  }
  return changed
}

/** The market's clockwork. */
export const otcSweeps = (database: Database, world: OtcNeighbours): Sweep[] => {
  const sweep = (name: string, everyMs: number, turn: () => Promise<number>): Sweep => ({
    name,
    door: 'worker',
    everyMs,
    turn: async () => void (await turn()),
  })
  return [
    sweep('otc deadlines', SWEEP_MS, () => sweepDeadlines(database, world)),
    sweep('otc cases', SWEEP_MS, () => sweepCases(database, world)),
    sweep('otc order expiries', SWEEP_MS, () => sweepOrders(database, world)),
    sweep('otc orders left behind', SLOW_SWEEP_MS, () => sweepHeld(database, world)),
    sweep('otc payment tails', TAILS_SWEEP_MS, () => sweepTails(database)),
    sweep('otc what counts', SLOW_SWEEP_MS, () => tellWhatCounts(database, world)),
  ]
}
