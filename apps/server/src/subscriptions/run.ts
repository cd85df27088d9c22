import { type SubscriptionEvent, type SubscriptionKind, subscriptionMachine } from '@banyan/domain'
import type { Fill, Period, SubscriptionOrder } from '@banyan/economy'
import type { HoldEnding, Ledger, TransferOrder } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { tell } from './orders.ts'
import { issueOf, paymentOf } from './postings.ts'
import * as store from './store.ts'
import { takeQueued } from './undo-store.ts'

/** What a settlement does to the orders of its run. */
export interface RunOutcome {
  period: Period
  /** Pbuy of the run, micro-USDT per LEAF. */
  price: bigint
  fills: ReadonlyMap<string, Fill>
}

/**
 * The cut-off: from here on the run's orders and undos can be neither cancelled nor changed. Answers
 * its orders, oldest first. A run that fills nobody (`fills: false`: an outside receipt awaits its
 * approval, rule book 2.3 (5)) takes no order: all of them stay pending for the next.
 */
export async function closeRound(
  tx: Tx,
  period: Period,
  cutoff: Date,
  { fills = true }: { fills?: boolean } = {},
): Promise<SubscriptionOrder[]> {
  await store.shutRound(tx)
  if (fills) await store.takeRipe(tx, period, cutoff)
  else await store.passRipe(tx, period, cutoff)
  await takeQueued(tx, period, cutoff)
  return store.ordersOfRun(tx, period)
}

/**
 * Settles up to `limit` orders of the run that are not settled yet; answers how many there were.
 * An order, its money and its coins change together, so a killed run goes on where it was; the
 * statements are as few for a thousand orders as for one.
 */
export async function postFills(
  ledger: Ledger,
  tx: Tx,
  outcome: RunOutcome,
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
  const kinds = await kindsOf(tx, settled)
  await store.endSubscriptions(
    tx,
    settled.map(({ end }, i) => ({ ...end, kind: kinds[i] ?? null })),
    {
      closedAt: await houseNow(tx),
      guidePrice: outcome.price,
      epoch: await ledger.epoch(tx),
    },
  )
  await tell(tx, rows)
  return rows.length
}

/** What becomes of one order: how it ends, what becomes of its hold, the coins that it gets. */
interface Settled {
  memberId: string
  end: Omit<store.SubscriptionEnd, 'kind'>
  hold: HoldEnding
  issue: TransferOrder[]
}

function settle(row: store.SubscriptionRow, { fills, period }: RunOutcome): Settled {
  const fill = fills.get(row.id)
  if (!fill) throw new Error(`the run of ${period} has no outcome for subscription ${row.id}`)
  const step = subscriptionMachine.step(row.state, eventOf(row, fill), 'settlement')
  if (!step) throw new Error(`subscription ${row.id} cannot be settled from ${row.state}`)
  const { id, memberId, holdId } = row
  const { filled, quantity } = fill
  const posted = step.hold === 'posted'
  return {
    memberId,
    end: { id, state: step.to, filled, quantity },
    hold: { holdId, group: posted ? [paymentOf(row, fill)] : null },
    issue: posted ? [issueOf(row, fill)] : [],
  }
}

/** Full, in part or not at all. */
export function eventOf(order: { amount: bigint }, fill: Fill): SubscriptionEvent {
  if (fill.filled === 0n) return 'refund'
  return fill.filled === order.amount ? 'issue' : 'issuePart'
}

/** Rule book 2.8: a member's first order that gets coins is the first, every later one additional. */
async function kindsOf(tx: Tx, settled: readonly Settled[]): Promise<(SubscriptionKind | null)[]> {
  const issued = new Set(
    await store.haveBeenIssued(
      tx,
      settled.map(one => one.memberId),
    ),
  )
  return settled.map(({ memberId, end }) => {
    if (end.filled === 0n) return null
    if (issued.has(memberId)) return 'additional'
    issued.add(memberId)
    return 'first'
  })
}
