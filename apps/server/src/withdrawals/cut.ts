import { type Ledger, memberAccount } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { withdrawalId } from './present.ts'
import { overtakeApprovals } from './record-store.ts'
import { takeStep } from './steps.ts'
import * as store from './store.ts'

/**
 * A request whose hold has ended: the run of a period that shared a loss has left `kept` micro-USDT
 * of it.
 */
export interface CutWithdrawal {
  id: string
  kept: bigint
  period: string
}

/**
 * Replaces the ended hold with a smaller one and notifies the member of the new amount. An amount
 * that does not exceed the fee is no withdrawal any more and stays in the balance. Rule book 2.17.
 */
export async function cutWithdrawals(
  ledger: Ledger,
  tx: Tx,
  cuts: readonly CutWithdrawal[],
): Promise<void> {
  for (const { id, kept, period } of cuts) {
    const row = await store.lockWithdrawal(tx, id)
    if (!row) throw new Error(`withdrawal ${id} does not exist`)
    if (kept > row.fee) await goOn(ledger, tx, row, kept, period)
    else await takeStep(tx, row, { event: 'cancel', actor: 'settlement', reason: 'lossShared' })
  }
}

/** It waits for another review, because another amount was approved. */
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
