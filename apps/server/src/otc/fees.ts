import type { Period } from '@banyan/economy'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { CollectedFee, CutOff } from '../settlement/index.ts'

/**
 * Step 1 of a settlement: assigns the fees of trades that were released before the cut-off to its
 * run. A release that reads the time before the cut-off and commits after this call belongs to the
 * next run.
 */
export async function closeFees(
  tx: Tx,
  { period, cutoff }: Pick<CutOff, 'period' | 'cutoff'>,
): Promise<void> {
  await tx
    .updateTable('otcTrade')
    .set({ feePeriod: period })
    .where('state', 'in', ['finished', 'arbitration_release'])
    .where('feePeriod', 'is', null)
    .where('closedAt', '<', cutoff)
    .execute()
}

/**
 * The fees of a run, ordered by the instant of the release, ties by id. The result is always the
 * same.
 */
export async function feesOfRun(
  database: Database | Tx,
  period: Period,
  epoch: number,
): Promise<CollectedFee[]> {
  const { rows } = await sql<CollectedFee>`
    select id as trade_id, seller_id, buyer_id,
      -- Whole on both sides: the multiples after an epoch divide those after an earlier one.
      div(fee * ledger_later_multiple('LEAF', epoch), ledger_later_multiple('LEAF', ${epoch})) as coins
    from otc_trade where fee_period = ${period} and fee > 0
    order by closed_at, id`.execute(database)
  return rows
}
