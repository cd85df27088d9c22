import { type PositionState, positionMachine } from '@banyan/domain'
import type { Ledger } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import * as store from './position-store.ts'
import { unlockOf } from './postings.ts'
import { positionId } from './present.ts'
import { reopenCited } from './prompt-store.ts'
import { notifyOwners } from './run.ts'

/**
 * Gives back up to `limit` positions that no run has taken; returns how many there were. Rule book
 * 2.17.
 */
export async function giveBackAsked(ledger: Ledger, tx: Tx, limit: number): Promise<number> {
  await store.lockRoundShared(tx)
  const rows = await store.lockIn(tx, ['asked'], limit)
  if (rows.length === 0) return 0
  const endedAt = await systemNow(tx)
  await ledger.post(tx, rows.map(unlockOf))
  for (const { id, state } of rows) {
    checkStep(id, state, 'cancel')
    await store.savePosition(tx, id, { state: 'cancelled', endReason: 'cancelled', endedAt })
    await reopenCited(tx, positionId(id))
  }
  await notifyOwners(tx, rows)
  return rows.length
}

/**
 * Unlocks up to `limit` positions without their owners' request; returns how many there were.
 * `period` is the last settlement. Rule book 2.17.
 */
export async function unlockAll(
  ledger: Ledger,
  tx: Tx,
  period: string,
  limit: number,
): Promise<number> {
  const rows = await store.lockLocked(tx, limit)
  if (rows.length === 0) return 0
  for (const { id, state } of rows) checkStep(id, state, 'windDown')
  await ledger.post(tx, rows.map(unlockOf))
  const ids = rows.map(({ id }) => id)
  await store.saveWoundDown(tx, ids, { period, endedAt: await systemNow(tx) })
  await notifyOwners(tx, rows)
  return rows.length
}

function checkStep(id: string, state: PositionState, event: 'cancel' | 'windDown'): void {
  if (!positionMachine.step(state, event, 'settlement'))
    throw new Error(`position ${id} is ${state} and cannot be ended by ${event}`)
}
