import { withdrawalMachine } from '@banyan/domain'
import { type Ledger, memberAccount } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { withdrawalId } from './present.ts'
import { tell } from './requests.ts'
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
    const row = await store.findWithdrawal(tx, id)
    await tell(tx, kept > row.fee ? await goOn(ledger, tx, row, kept, period) : await end(tx, row))
  }
}

async function goOn(
  ledger: Ledger,
  tx: Tx,
  row: store.WithdrawalRow,
  amount: bigint,
  period: string,
): Promise<store.WithdrawalRow> {
  const holdId = await ledger.hold(tx, {
    account: memberAccount(row.memberId, 'USDT'),
    ...{ amount, kind: 'withdrawal', reference: `${withdrawalId(row.id)}/${period}` },
  })
  return store.cutWithdrawal(tx, row.id, { amount, holdId, asked: row.asked ?? row.amount })
}

async function end(tx: Tx, row: store.WithdrawalRow): Promise<store.WithdrawalRow> {
  const step = withdrawalMachine.step(row.state, 'cancel', 'settlement')
  if (!step) throw new Error(`withdrawal ${row.id} is ${row.state} and has a hold`)
  const closedAt = await houseNow(tx)
  return store.closeWithdrawal(tx, row.id, { state: step.to, reason: 'lossShared', closedAt })
}
