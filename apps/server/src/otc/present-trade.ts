import {
  type CaseQueue,
  ceilDiv,
  clockDeadline,
  formatAmount,
  formatPayment,
  movesNow,
  pricePaid,
  type TradeView,
  tradeStageOf,
  tradeStatusOf,
  wireIdOf,
} from '@banyan/domain'
import type { Files } from '../platform/attached.ts'
import { disputeForMove, type WholeDispute } from './dispute-store.ts'
import { presentDispute } from './present-dispute.ts'
import { factsForMove, lateAppealUntil, type TradeRow } from './trade-store.ts'
import type { WhereToPay } from './where-to-pay.ts'

const iso = (at: Date): string => at.toISOString()
const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null

export interface TradeFacts {
  trade: TradeRow
  whereToPay: WhereToPay
  viewerId: string
  now: Date
  events: { event: string; actor: string; at: Date }[]
  /** What was shown for the payment, the first first, and the pictures by the claim's number. */
  claims: { number: number; hash: string; at: Date }[]
  vouchers: { claim: number; uploadId: string }[]
  /** Files that were shown in the case. */
  files: Files
  /** The newest case, and whom it waits for. */
  dispute: WholeDispute | null
  queue: CaseQueue | null
  /** The fee rate of the order, basis points. */
  feeBps: number
  nickname: (memberId: string) => string
  finishedTrades: (memberId: string) => number
}

/** A trade as one of its parties sees it, with the moves that are this viewer's to make now. */
export function presentTrade({
  trade,
  whereToPay,
  viewerId,
  now,
  events,
  claims,
  vouchers,
  files,
  dispute,
  queue,
  feeBps,
  nickname,
  finishedTrades,
}: TradeFacts): TradeView {
  const side = trade.buyerId === viewerId ? 'buy' : 'sell'
  const viewer = side === 'buy' ? 'buyer' : 'seller'
  const openCase = dispute && dispute.dispute.closedAt === null ? dispute.dispute : null
  const shownNow = claims.at(-1)
  const shown = (claim: { number: number; hash: string }) => ({
    hash: claim.hash,
    vouchers: vouchers
      .filter(one => one.claim === claim.number)
      .map(one => wireIdOf('img', one.uploadId)),
  })
  const party = (memberId: string) => ({
    nickname: nickname(memberId),
    finishedTrades: finishedTrades(memberId),
  })
  return {
    id: wireIdOf('trd', trade.id),
    matchingId: trade.matchingId,
    side,
    state: trade.state,
    status: tradeStatusOf[trade.state],
    stage: tradeStageOf[trade.state],
    reason: trade.reason,
    dealQuantity: formatAmount(trade.quantity, 2),
    // Per coin of today, concession included; what is paid was fixed at the take.
    dealPrice: formatAmount(ceilDiv(pricePaid(trade), trade.splitMultiple), 2),
    dealAmount: formatAmount(trade.dealAmount, 2),
    fee: formatAmount(trade.fee, 2),
    concessionQuantity: formatAmount(trade.concessionQuantity, 2),
    paymentAmount: formatPayment(trade.paymentAmount),
    // Of a split only: a trade that ended without a deal gave everything back to the seller.
    refundQuantity: trade.refundQuantity === null ? null : formatAmount(trade.refundQuantity, 2),
    refundAmount: trade.refundAmount === null ? null : formatAmount(trade.refundAmount, 2),
    network: trade.network,
    ruleVersion: trade.ruleVersion,
    payTo: whereToPay.payTo,
    payFrom: whereToPay.payFrom,
    contact: whereToPay.contact,
    buyer: party(trade.buyerId),
    seller: party(trade.sellerId),
    // A payment that proved to be none was shown all the same.
    payment: shownNow ? { ...shown(shownNow), paidAt: iso(trade.paidAt ?? shownNow.at) } : null,
    earlierPayments: claims
      .slice(0, -1)
      .map(claim => ({ ...shown(claim), shownAt: iso(claim.at) })),
    cancel: trade.cancelProposedBy && {
      proposedBy: trade.cancelProposedBy,
      agreed: trade.cancelAgreed,
    },
    dealtAt: iso(trade.dealtAt),
    paymentDeadline: iso(trade.paymentDeadline),
    graceDeadline: iso(trade.graceDeadline),
    releaseDeadline: isoOrNull(trade.releaseDeadline),
    appealFrom: isoOrNull(trade.appealFrom),
    escalationDeadline: isoOrNull(trade.escalationDeadline),
    closedAt: isoOrNull(trade.closedAt),
    lateAppealUntil: isoOrNull(lateAppealUntil(trade)),
    heldAgain: trade.heldAgain === null ? null : formatAmount(trade.heldAgain, 2),
    deadline: isoOrNull(deadlineNow(trade)),
    timeline: events.map(one => ({
      event: one.event,
      actor: one.actor,
      at: iso(one.at),
    })) as TradeView['timeline'],
    moves: movesNow(factsForMove(trade, disputeForMove(openCase)), viewer, now),
    dispute:
      dispute && presentDispute(dispute, trade, { party: viewer, feeBps, now, queue, files }),
    serverNow: iso(now),
  }
}

function deadlineNow(trade: TradeRow): Date | null {
  const name = clockDeadline(trade.state)
  return name === null ? null : factsForMove(trade).deadlines[name]
}
