import type { Period } from '@banyan/economy'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'

/** The fee of a finished trade, as the run that redeems it finds it. */
export interface FeeOfTrade {
  tradeId: string
  /** Who paid it. */
  sellerId: string
  buyerId: string
  /** Fee coins in the units of the epoch that was asked for, micro-LEAF. */
  coins: bigint
}

/**
 * Step 1 of a settlement: gives the fees of trades that were released before the cut-off to its run.
 * A release that reads the time before the cut-off and commits after this belongs to the next one.
 */
export async function closeFees(tx: Tx, period: Period, cutoff: Date): Promise<void> {
  await sql`
    update otc_trade set fee_period = ${period}
    where state in ('finished', 'arbitration_release') and fee_period is null and closed_at < ${cutoff}`.execute(
    tx,
  )
}

/** The fees of a run by the instant of the release, ties by id, whenever it is asked. */
export async function feesOfRun(
  database: Database | Tx,
  period: Period,
  epoch: number,
): Promise<FeeOfTrade[]> {
  const { rows } = await sql<FeeOfTrade>`
    select id as trade_id, seller_id, buyer_id,
      -- Whole on both sides: the multiples after an epoch divide those after an earlier one.
      div(fee * ledger_later_multiple('LEAF', epoch), ledger_later_multiple('LEAF', ${epoch})) as coins
    from otc_trade where fee_period = ${period} and fee > 0
    order by closed_at, id`.execute(database)
  return rows
}
