import { type SubscriptionEvent, subscriptionMachine } from '@banyan/domain'
import type { Fill, Period, SubscriptionOrder } from '@banyan/economy'
import type { TransferOrder } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { type OrderWorld, tell } from './orders.ts'
import { issueOf, paymentOf } from './postings.ts'
import { subscriptionId } from './present.ts'
import * as store from './store.ts'

/** What a settlement does to the orders of its run. */
export interface RunOutcome {
  period: Period
  /** Pbuy of the run, micro-USDT per LEAF. */
  price: bigint
  fills: ReadonlyMap<string, Fill>
}

/** The cut-off: from here on the run's orders can be neither cancelled nor changed. Oldest first. */
export async function closeRound(
  tx: Tx,
  period: Period,
  cutoff: Date,
): Promise<SubscriptionOrder[]> {
  await store.shutRound(tx)
  await store.takeRipe(tx, period, cutoff)
  return store.ordersOfRun(tx, period)
}

/**
 * Settles up to `limit` orders of the run that are not settled yet; answers how many there were.
 * An order, its money and its coins change together, so a killed run goes on where it was.
 */
export async function postFills(
  { ledger, prompts }: OrderWorld,
  tx: Tx,
  outcome: RunOutcome,
  limit: number,
): Promise<number> {
  const rows = await store.lockSettling(tx, outcome.period, limit)
  const closedAt = await houseNow(tx)
  const issues: TransferOrder[] = []
  for (const row of rows) {
    const fill = fillFor(row, outcome)
    const step = subscriptionMachine.step(row.state, eventOf(row, fill), 'settlement')
    if (!step) throw new Error(`subscription ${row.id} cannot be settled from ${row.state}`)
    if (step.hold === 'voided') {
      await ledger.voidHold(tx, row.holdId)
      await prompts.reopenPrompt(tx, subscriptionId(row.id))
    } else {
      await ledger.postHold(tx, row.holdId, [paymentOf(row, fill)])
      issues.push(issueOf(row, fill))
    }
    const { filled, quantity } = fill
    const end = { state: step.to, closedAt, filled, quantity, guidePrice: outcome.price }
    await store.endSubscription(tx, row.id, end)
  }
  if (issues.length > 0) await ledger.post(tx, issues)
  await tell(tx, rows)
  return rows.length
}

function fillFor(row: store.SubscriptionRow, { fills, period }: RunOutcome): Fill {
  const fill = fills.get(row.id)
  if (!fill) throw new Error(`the run of ${period} has no outcome for subscription ${row.id}`)
  return fill
}

/** Full, in part or not at all. */
export function eventOf(order: { amount: bigint }, fill: Fill): SubscriptionEvent {
  if (fill.filled === 0n) return 'refund'
  return fill.filled === order.amount ? 'issue' : 'issuePart'
}
