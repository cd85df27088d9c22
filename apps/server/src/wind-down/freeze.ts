import { windDownMachine } from '@banyan/domain'
import type { WindDownInput } from '@banyan/economy'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { liftLimit } from '../platform/database/patience.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { WindDownContext } from './context.ts'
import { notifyEverybody } from './notice.ts'
import * as store from './store.ts'
import { waitsOf } from './waits.ts'

/**
 * Freezes the books, all positions and all holders in one transaction, once nothing is waited for:
 * from then on nothing is settled any more and the outcome is fixed. Returns false while something
 * is waited for.
 */
export async function freeze(context: WindDownContext, tx: Tx, id: string): Promise<boolean> {
  // Freezing the figures of a million members takes longer than a member's call may.
  await liftLimit(tx, '10min')
  await holdLock(tx, 'windDown')
  const { seed, epoch, shortfall, ...books } = await context.treasury.freezeLast(tx)
  const row = (await store.lockWindDown(tx, id)) as store.AnnouncedRow
  if (!windDownMachine.step(row.state, 'freeze', 'clock')) return false
  const { waits } = await waitsOf(context, tx, row)
  const { period } = await context.treasury.lastSettlement(tx, row.drainedAt)
  if (waits.length > 0 || period === null || shortfall !== 0n) return false
  const frozenAt = await systemNow(tx)
  await store.insertRun(tx, { windDownId: id, frozenAt, period, epoch, seed, ...books })
  await store.freezePositions(tx, id)
  await store.freezeHolders(tx, id, { from: row.heldFrom, until: row.announcedAt })
  await store.saveWindDown(tx, id, { state: 'paying' })
  await notifyEverybody(tx)
  return true
}

/** The input of the wind-down: the same bytes at every call. */
export async function inputOf(
  reader: Database,
  row: store.AnnouncedRow,
  run: store.RunRow,
): Promise<WindDownInput> {
  const { reserve, outstanding, income, poolStatic, poolDynamic, ops, risk, seed, epoch } = run
  return {
    announcedAt: row.announcedAt.toISOString(),
    frozenAt: run.frozenAt.toISOString(),
    ruleVersion: row.ruleVersion,
    epoch,
    costs: row.costs,
    reserve,
    outstanding,
    income,
    poolStatic,
    poolDynamic,
    ops,
    risk,
    seed,
    positions: await store.positionsOf(reader, row.id),
    holders: await store.holdersOf(reader, row.id),
  }
}
