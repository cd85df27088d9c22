import { redemptionMachine } from '@banyan/domain'
import type { Period, UndoDeal } from '@banyan/economy'
import type { Ledger } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { tell } from './orders.ts'
import { undoBurnOf, undoPayOf } from './postings.ts'
import * as store from './undo-store.ts'

/** What step 7 of a run does to the undos that its cut-off gave it. */
export interface UndoOutcome {
  period: Period
  /** The version of the rule book that the run deals by. */
  ruleVersion: number
  /** Pexit of the run, micro-USDT per LEAF. */
  exitPrice: bigint
  /** By id. An undo that is not here had no price and waits for the next run. */
  deals: ReadonlyMap<string, UndoDeal>
}

/** Does up to `limit` undos of the run that are not done yet; answers how many there were. */
export async function postUndos(
  ledger: Ledger,
  tx: Tx,
  { period, ruleVersion, exitPrice, deals }: UndoOutcome,
  limit: number,
): Promise<number> {
  const rows = await store.lockSettlingUndos(tx, period, limit)
  if (rows.length === 0) return 0
  for (const { id, state } of rows) {
    if (!redemptionMachine.step(state, deals.has(id) ? 'deal' : 'wait', 'settlement'))
      throw new Error(`undo ${id} cannot be settled from ${state}`)
  }
  const waiting = rows.filter(row => !deals.has(row.id))
  const done = rows.flatMap(row => {
    const deal = deals.get(row.id)
    return deal ? [{ row, deal }] : []
  })
  if (waiting.length > 0)
    await store.requeueUndos(
      tx,
      waiting.map(row => row.id),
    )
  if (done.length > 0) {
    await ledger.endHolds(
      tx,
      done.map(({ row }) => ({ holdId: row.holdId, group: [undoBurnOf(row)] })),
      done.flatMap(({ row, deal }) => undoPayOf(row, deal)),
    )
    const closedAt = await houseNow(tx)
    await store.saveUndone(
      tx,
      done.map(({ deal }) => deal),
      { exitPrice, closedAt, dealVersion: ruleVersion },
    )
  }
  await tell(
    tx,
    rows.map(({ subscriptionId, memberId }) => ({ id: subscriptionId, memberId })),
  )
  return rows.length
}
