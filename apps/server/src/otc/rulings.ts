import { type Ruling, splitAmounts } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import type { OtcDeps } from './context.ts'
import { tryDisputeStep } from './dispute-steps.ts'
import { type DisputeRow, lastRuling, type OpinionRow } from './dispute-store.ts'
import type { TradeRow } from './trade-store.ts'
import { type Loaded, step } from './trades.ts'

/**
 * An opinion in the units of the trade's quantity today: after a split of the coin its share is the
 * same.
 */
export function rulingToday(
  ruling: Pick<OpinionRow, 'outcome' | 'releaseQuantity' | 'ofQuantity'>,
  quantity: bigint,
): Ruling {
  return {
    outcome: ruling.outcome,
    releaseQuantity:
      ruling.releaseQuantity && (ruling.releaseQuantity * quantity) / ruling.ofQuantity,
  }
}

/**
 * Ends a ruled case when its time for review is over, or every loser has accepted. Null when
 * neither is the case.
 */
export const closeIfAccepted = (
  tx: Tx,
  dispute: DisputeRow,
  now: Date,
): Promise<DisputeRow | null> =>
  tryDisputeStep(tx, dispute, now, { event: 'execute', actor: 'clock' })

/** Moves the coin as two people have ruled. The case is over: no review is possible any more. */
export async function carryOut(
  tx: Tx,
  context: OtcDeps,
  loaded: Loaded & { dispute: DisputeRow },
): Promise<TradeRow> {
  const { trade, order, dispute } = loaded
  const ruling = await lastRuling(tx, dispute.id)
  if (!ruling) throw new Error(`case ${dispute.id} ended without a ruling`)
  const { outcome, releaseQuantity } = rulingToday(ruling, trade.quantity)
  if (outcome === 'release')
    return step(tx, context, loaded, { event: 'rulingRelease', actor: 'arbitrators' })
  if (outcome === 'refund')
    return step(tx, context, loaded, { event: 'rulingRefund', actor: 'arbitrators' })
  if (releaseQuantity === null) throw new Error(`the split of case ${dispute.id} has no quantity`)
  return step(tx, context, loaded, {
    event: 'rulingSplit',
    actor: 'arbitrators',
    split: { released: releaseQuantity, ...splitAmounts(trade, releaseQuantity, order.feeBps) },
  })
}
