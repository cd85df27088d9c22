import type { Tx } from '../platform/database/connect.ts'
import { announce } from '../platform/outbox/announce.ts'
import type { OtcDeps } from './context.ts'
import { openDispute, tryDisputeStep } from './dispute-steps.ts'
import type { DisputeRow } from './dispute-store.ts'
import { tradeNews } from './news.ts'
import { lockOrderOrSkip } from './order-store.ts'
import { carryOut, closeIfAccepted } from './rulings.ts'
import type { TradeRow } from './trade-store.ts'
import { load, loadDue, step } from './trades.ts'

/**
 * Applies the clock's step to an overdue trade. Returns null when another process was first, or
 * works on it now.
 */
export async function passDeadline(
  tx: Tx,
  context: OtcDeps,
  due: { id: string; orderId: string },
): Promise<TradeRow | null> {
  const overdue = await loadDue(tx, due)
  if (!overdue) return null
  const { loaded, event } = overdue
  if (event !== 'escalate') return step(tx, context, loaded, { event, actor: 'clock' })
  const trade = await step(tx, context, loaded, {
    event,
    actor: 'clock',
    change: { cancelProposedBy: null, cancelAgreed: false },
  })
  await openDispute(tx, context, { tradeId: trade.id, now: loaded.now }, 'house')
  return trade
}

/**
 * Applies the clock's step to a case: flags a missed reply, which moves nothing, or carries out a
 * ruling.
 */
export async function passCase(
  tx: Tx,
  context: OtcDeps,
  due: { id: string; tradeId: string; orderId: string },
): Promise<TradeRow | null> {
  const loaded = await load(tx, { id: due.tradeId, orderId: due.orderId }, lockOrderOrSkip)
  const { dispute } = loaded ?? {}
  if (!loaded || dispute?.id !== due.id) return null
  const flagged = await flagMissingReply(tx, dispute, loaded.now)
  if (flagged) {
    await announce(tx, tradeNews(loaded.trade))
    return loaded.trade
  }
  const ended = await closeIfAccepted(tx, dispute, loaded.now)
  return ended && carryOut(tx, context, { ...loaded, dispute: ended })
}

async function flagMissingReply(
  tx: Tx,
  dispute: DisputeRow,
  now: Date,
): Promise<DisputeRow | null> {
  const { buyerReplyBy, sellerReplyBy } = dispute
  const buyer = buyerReplyBy !== null && now >= buyerReplyBy
  const seller = sellerReplyBy !== null && now >= sellerReplyBy
  if (!buyer && !seller) return null
  return tryDisputeStep(tx, dispute, now, {
    event: 'missReply',
    actor: 'clock',
    change: {
      ...(buyer ? { buyerReplyBy: null, buyerMissedAt: now } : {}),
      ...(seller ? { sellerReplyBy: null, sellerMissedAt: now } : {}),
    },
  })
}
