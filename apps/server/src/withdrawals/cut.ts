import { type Ledger, memberAccount } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { withdrawalId } from './present.ts'
import { overtakeApprovals } from './record-store.ts'
import { takeStep } from './steps.ts'
import * as store from './store.ts'

/** A request whose hold has ended: `kept` micro-USDT of it are left by the run of a period that shared a loss. */
export interface CutWithdrawal {
  id: string
  kept: bigint
  period: string
}

/**
 * Puts a smaller hold in the place of the one that has ended, and tells the member the new amount.
 * What is not more than the fee is no withdrawal any more: it stays in the balance. Rule book 2.17.
 */
export async function cutWithdrawals(
  ledger: Ledger,
  tx: Tx,
  cuts: readonly CutWithdrawal[],
): Promise<void> {
  for (const { id, kept, period } of cuts) {
    const row = await store.lockWithdrawal(tx, id)
    if (!row) throw new Error(`there is no withdrawal ${id}`)
    if (kept > row.fee) await goOn(ledger, tx, row, kept, period)
    else await takeStep(tx, row, { event: 'cancel', actor: 'settlement', reason: 'lossShared' })
  }
}

/** It waits for a review anew: what was approved is another amount. */
async function goOn(
  ledger: Ledger,
  tx: Tx,
  row: store.WithdrawalRow,
  amount: bigint,
  period: string,
): Promise<void> {
  const holdId = await ledger.hold(tx, {
    account: memberAccount(row.memberId, 'USDT'),
    amount,
    kind: 'withdrawal',
    reference: `${withdrawalId(row.id)}/${period}`,
  })
  const cut = await store.cutWithdrawal(tx, row.id, {
    amount,
    holdId,
    asked: row.asked ?? row.amount,
  })
  if (row.state !== 'requested') await overtakeApprovals(tx, row.id, await systemNow(tx))
  await takeStep(tx, cut, { event: 'cut', actor: 'settlement' })
}
