import { windDownMachine } from '@banyan/domain'
import { alone, holdLock } from '../platform/database/advisory-locks.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { WindDownContext } from './context.ts'
import { freeze } from './freeze.ts'
import { notifyEverybody } from './notice.ts'
import { pay, WindDownStopped } from './pay.ts'
import * as store from './store.ts'
import { waitsOf } from './waits.ts'

/**
 * Advances an announced wind-down as far as it can go now; it can be stopped at any point and
 * continues there. It never runs at the same time as a settlement: both take one lock. `retry`:
 * called by a person: tries again after an alarm.
 */
export async function advance(context: WindDownContext, { retry = false } = {}): Promise<void> {
  const { database } = context
  const live = await store.liveWindDown(database)
  if (live?.state === 'closed') return bookLoss(context)
  if (!live || (live.alarm !== null && !retry)) return
  await alone(database, 'settlement', async () => {
    while (await step(context));
  })
}

/**
 * OPS bears a loss confirmed after the books were frozen, and beyond that all balances do at one
 * rate when two people allow it. Takes locks only when there is something to do.
 */
async function bookLoss(context: WindDownContext): Promise<void> {
  const { database, treasury, losses, logger } = context
  const isForOps = (await treasury.lossOfClosed(database)).booked > 0n
  if (!isForOps && !(await losses.isDueInClosed(database))) return
  await alone(database, 'settlement', async () => {
    // A sharing under way is finished first: what its roundings bring to OPS must not pay the same
    // loss.
    await losses.shareInClosed(async tx => (await treasury.bookLossOfClosed(tx)).left)
    const { booked } = await inTransaction(database, treasury.bookLossOfClosed)
    if (booked > 0n)
      logger.warn({ booked: `${booked}` }, 'a loss of the closed platform was booked')
  })
}

/** Does one state's work; returns whether the state has changed. */
async function step(context: WindDownContext): Promise<boolean> {
  const row = await store.liveWindDown(context.database)
  if (row?.state === 'announced') return passNotice(context, row)
  if (row?.state === 'closing') return close(context, row)
  if (row?.state === 'paying') await payOrStop(context, row)
  return false
}

/** Gives back requests from before the notice that no run has taken. */
async function passNotice(context: WindDownContext, row: store.AnnouncedRow): Promise<boolean> {
  await giveBackInvestments(context)
  return inTransaction(context.database, async tx => {
    await holdLock(tx, 'windDown')
    const { state, dueAt } = (await store.lockWindDown(tx, row.id)) as store.AnnouncedRow
    if (!windDownMachine.step(state, 'endNotice', 'clock') || (await systemNow(tx)) < dueAt)
      return false
    await store.saveWindDown(tx, row.id, { state: 'closing' })
    await notifyEverybody(tx)
    return true
  })
}

/**
 * After the notice orders and exchanges end; then one more settlement is waited for, and the books
 * are frozen.
 */
async function close(context: WindDownContext, row: store.AnnouncedRow): Promise<boolean> {
  const { database, otc, redemptions, chunk } = context
  await giveBackInvestments(context)
  await inChunks(context, tx => redemptions.giveBackQueued(tx, chunk))
  while ((await otc.endOrders()) > 0);
  if (row.drainedAt === null) {
    const { isDrained } = await waitsOf(context, database, row)
    if (isDrained)
      await inTransaction(database, async tx =>
        store.saveWindDown(tx, row.id, { drainedAt: await systemNow(tx) }),
      )
    return false
  }
  const { waits } = await waitsOf(context, database, row)
  return waits.length === 0 && inTransaction(database, tx => freeze(context, tx, row.id))
}

async function giveBackInvestments(context: WindDownContext): Promise<void> {
  const { subscriptions, earnings, chunk } = context
  await inChunks(context, tx => subscriptions.giveBackPending(tx, chunk))
  await inChunks(context, tx => earnings.giveBackAsked(tx, chunk))
}

async function inChunks({ database }: WindDownContext, work: (tx: Tx) => Promise<number>) {
  while ((await inTransaction(database, work)) > 0);
}

/** An alarm stays until a person has acted on it; it ends when the payment has succeeded. */
async function payOrStop(context: WindDownContext, row: store.AnnouncedRow): Promise<void> {
  const { database, logger } = context
  const setAlarm = (alarm: string | null) =>
    inTransaction(database, tx => store.saveWindDown(tx, row.id, { alarm }))
  try {
    await pay(context, row)
    if (row.alarm !== null) await setAlarm(null)
  } catch (error) {
    if (error instanceof WindDownStopped) {
      logger.fatal({ windDown: row.id }, error.message)
      await setAlarm(error.message)
    }
    throw error
  }
}
