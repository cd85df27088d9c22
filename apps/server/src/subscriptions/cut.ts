import { subscriptionMachine } from '@banyan/domain'
import { memberAccount } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { notifyOwners, type OrderContext } from './orders.ts'
import { subscriptionId } from './present.ts'
import * as store from './store.ts'

/**
 * An order whose hold has ended: `kept` micro-USDT of it remain after the run of a period that
 * shared a loss.
 */
export interface CutSubscription {
  id: string
  kept: bigint
  period: string
}

/**
 * Places a smaller hold instead of the one that has ended: the order continues with the new amount,
 * and an order with nothing left is cancelled. Rule book 2.17.
 */
export async function cutSubscriptions(
  { ledger, prompts }: OrderContext,
  tx: Tx,
  cuts: readonly CutSubscription[],
): Promise<void> {
  const rows: store.SubscriptionRow[] = []
  for (const { id, kept: amount, period } of cuts) {
    const row = await store.readSubscription(tx, id)
    rows.push(row)
    if (amount > 0n) {
      const account = memberAccount(row.memberId, 'USDT')
      const reference = `${subscriptionId(id)}/${period}`
      const holdId = await ledger.hold(tx, { account, amount, kind: 'subscription', reference })
      await store.cutSubscription(tx, id, { amount, holdId, asked: row.asked ?? row.amount })
      continue
    }
    if (!subscriptionMachine.step(row.state, 'cancel', 'settlement'))
      throw new Error(`subscription ${id} is ${row.state} and has a hold`)
    await store.cancelSubscription(tx, id, await systemNow(tx))
    await prompts.reopenPrompt(tx, subscriptionId(id))
  }
  await notifyOwners(tx, rows)
}
