import { redemptionMachine } from '@banyan/domain'
import type { RedemptionDeal } from '@banyan/economy'
import type { Ledger } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { CutOff, RedemptionOutcome } from '../settlement/index.ts'
import { burnOf, payOf } from './postings.ts'
import { notifyOwners } from './request.ts'
import * as store from './store.ts'

/**
 * The cut-off: from here on the run's redemptions can be neither cancelled nor changed. A run that
 * books a loss too late for it (`deals: false`, rule book 2.17) takes none: all of them wait for
 * the next.
 */
export async function closeRound(
  tx: Tx,
  { period, cutoff, deals }: Pick<CutOff, 'period' | 'cutoff' | 'deals'>,
): Promise<void> {
  await store.lockQueueExclusive(tx)
  if (deals) await store.takeQueued(tx, period, cutoff)
  else await store.deferQueued(tx, period, cutoff)
}

/**
 * Settles up to `limit` unsettled redemptions of the run; returns how many there were. A row, its
 * coins and its money change together, so a killed run continues where it was; a thousand rows need
 * as few statements as one.
 */
export async function postDeals(
  ledger: Ledger,
  tx: Tx,
  outcome: RedemptionOutcome,
  limit: number,
): Promise<number> {
  const rows = await store.lockSettling(tx, outcome.period, limit)
  if (rows.length === 0) return 0
  const waiting = rows.filter(row => !outcome.deals.has(row.id))
  const dealt = rows.flatMap(row => {
    const deal = outcome.deals.get(row.id)
    return deal ? [{ row, deal }] : []
  })
  for (const row of rows) checkStep(row, outcome.deals.has(row.id) ? 'deal' : 'wait')
  if (waiting.length > 0)
    await store.requeue(
      tx,
      waiting.map(row => row.id),
    )
  if (dealt.length > 0) await settle(ledger, tx, outcome, dealt)
  await notifyOwners(tx, rows)
  return rows.length
}

function checkStep({ id, state }: store.SettlingRow, event: 'deal' | 'wait'): void {
  if (!redemptionMachine.step(state, event, 'settlement'))
    throw new Error(`redemption ${id} cannot be settled from ${state}`)
}

async function settle(
  ledger: Ledger,
  tx: Tx,
  { ruleVersion, exitPrice }: RedemptionOutcome,
  dealt: readonly { row: store.SettlingRow; deal: RedemptionDeal }[],
): Promise<void> {
  await ledger.endHolds(
    tx,
    dealt.map(({ row }) => ({ holdId: row.holdId, group: [burnOf(row)] })),
    dealt.flatMap(({ row, deal }) => payOf(row, deal)),
  )
  const closedAt = await systemNow(tx)
  await store.endRedemptions(
    tx,
    dealt.map(({ deal }) => deal),
    { exitPrice, closedAt, dealVersion: ruleVersion },
  )
}
