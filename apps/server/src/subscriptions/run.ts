import { type SubscriptionEvent, subscriptionMachine } from '@banyan/domain'
import type { Fill } from '@banyan/economy'
import type { HoldEnding, TransferOrder } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { CutOff, FillOutcome } from '../settlement/index.ts'
import { notifyOwners, type OrderContext } from './orders.ts'
import { issueOf, paymentOf } from './postings.ts'
import { subscriptionId } from './present.ts'
import * as store from './store.ts'

/**
 * The cut-off: from here on the run's orders can be neither cancelled nor changed. A run that fills
 * nobody (`invests: false`: an outside receipt awaits its approval, rule book 2.3 (5), or a
 * shortfall its decision, 2.17) takes no order: all of them stay pending for the next.
 */
export async function closeRound(
  tx: Tx,
  { period, cutoff, invests }: Pick<CutOff, 'period' | 'cutoff' | 'invests'>,
): Promise<void> {
  await store.lockRoundExclusive(tx)
  if (invests) await store.takeRipe(tx, period, cutoff)
  else await store.deferRipe(tx, period, cutoff)
}

/**
 * Settles up to `limit` unsettled orders of the run; returns how many there were. An order, its
 * money and its coins change together, so a killed run continues where it was; a thousand orders
 * need as few statements as one.
 */
export async function postFills(
  { ledger, prompts }: OrderContext,
  tx: Tx,
  outcome: FillOutcome,
  limit: number,
): Promise<number> {
  const rows = await store.lockSettling(tx, outcome.period, limit)
  if (rows.length === 0) return 0
  const settled = rows.map(row => settle(row, outcome))
  await ledger.endHolds(
    tx,
    settled.map(one => one.hold),
    settled.flatMap(one => one.issue),
  )
  await store.endSubscriptions(tx, await withKinds(tx, settled), {
    closedAt: await systemNow(tx),
    guidePrice: outcome.price,
    epoch: await ledger.epoch(tx),
    dealVersion: outcome.ruleVersion,
  })
  for (const { row, end } of settled) {
    const cited = row.kind === 'static_reinvest' || row.kind === 'dynamic_reinvest'
    if (cited && end.filled === 0n) await prompts.reopenPrompt(tx, subscriptionId(row.id))
  }
  await notifyOwners(tx, rows)
  return rows.length
}

/** The result for one order: how it ends, how its hold ends, and its coins. */
interface Settled {
  row: store.SubscriptionRow
  end: Omit<store.SubscriptionEnd, 'kind'>
  hold: HoldEnding
  issue: TransferOrder[]
}

function settle(row: store.SubscriptionRow, { fills, period }: FillOutcome): Settled {
  const fill = fills.get(row.id)
  if (!fill) throw new Error(`the run of ${period} has no outcome for subscription ${row.id}`)
  const step = subscriptionMachine.step(row.state, eventOf(row, fill), 'settlement')
  if (!step) throw new Error(`subscription ${row.id} cannot be settled from ${row.state}`)
  const { id, holdId } = row
  const { filled, quantity } = fill
  const posted = step.hold === 'posted'
  return {
    row,
    end: { id, state: step.to, filled, quantity },
    hold: { holdId, group: posted ? [paymentOf(row, fill)] : null },
    issue: posted ? [issueOf(row, fill)] : [],
  }
}

/** Filled in full, in part or not at all. */
function eventOf(order: { amount: bigint }, fill: Fill): SubscriptionEvent {
  if (fill.filled === 0n) return 'refund'
  return fill.filled === order.amount ? 'issue' : 'issuePart'
}

/**
 * Rule book 2.8: only one order of a member is the first. Those placed before any was issued carry
 * that kind too; at the issue the oldest that gets coins keeps it.
 */
async function withKinds(tx: Tx, settled: readonly Settled[]): Promise<store.SubscriptionEnd[]> {
  const memberIds = settled.map(({ row }) => row.memberId)
  const issued = new Set(await store.haveBeenIssued(tx, memberIds))
  return settled.map(({ row: { memberId, kind }, end }) => {
    if (end.filled === 0n) return { ...end, kind }
    const isLater = issued.has(memberId)
    issued.add(memberId)
    return { ...end, kind: kind === 'first' && isLater ? 'additional' : kind }
  })
}
