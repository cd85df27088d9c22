import {
  clockDeadline,
  formatAmount,
  movesNow,
  type TradeView,
  tradeStageOf,
  tradeStatusOf,
  wireIdOf,
} from '@banyan/domain'
import { factsForMove, type TradeRow } from './trade-store.ts'
import type { WhereToPay } from './where-to-pay.ts'

const iso = (at: Date): string => at.toISOString()
const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null

export interface TradeFacts {
  trade: TradeRow
  whereToPay: WhereToPay
  viewerId: string
  now: Date
  events: { event: string; actor: string; at: Date }[]
  vouchers: { uploadId: string }[]
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
  vouchers,
  nickname,
  finishedTrades,
}: TradeFacts): TradeView {
  const side = trade.buyerId === viewerId ? 'buy' : 'sell'
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
    dealPrice: formatAmount(trade.price, 2),
    dealAmount: formatAmount(trade.dealAmount, 2),
    fee: formatAmount(trade.fee, 2),
    concessionQuantity: formatAmount(trade.concessionQuantity, 2),
    paymentAmount: formatAmount(trade.paymentAmount, 2),
    // A trade that ended without a deal gave everything back to the seller; nothing was refunded.
    refundQuantity: null,
    refundAmount: null,
    network: trade.network,
    payTo: whereToPay.payTo,
    contact: whereToPay.contact,
    buyer: party(trade.buyerId),
    seller: party(trade.sellerId),
    payment:
      trade.paymentHash !== null && trade.paidAt !== null
        ? {
            hash: trade.paymentHash,
            vouchers: vouchers.map(one => wireIdOf('img', one.uploadId)),
            paidAt: iso(trade.paidAt),
          }
        : null,
    earlierPayments: [],
    cancel: null,
    dealtAt: iso(trade.dealtAt),
    paymentDeadline: iso(trade.paymentDeadline),
    graceDeadline: iso(trade.graceDeadline),
    releaseDeadline: isoOrNull(trade.releaseDeadline),
    appealFrom: null,
    escalationDeadline: null,
    closedAt: isoOrNull(trade.closedAt),
    deadline: isoOrNull(deadlineNow(trade)),
    timeline: events.map(one => ({
      event: one.event,
      actor: one.actor,
      at: iso(one.at),
    })) as TradeView['timeline'],
    moves: movesNow(factsForMove(trade), side === 'buy' ? 'buyer' : 'seller', now).filter(isServed),
    dispute: null,
    serverNow: iso(now),
  }
}

/** The moves that a call answers: the rest of the table follows. */
const isServed = (event: string): boolean => ['pay', 'giveUp', 'release'].includes(event)

function deadlineNow(trade: TradeRow): Date | null {
  const name = clockDeadline(trade.state)
  return name === null ? null : factsForMove(trade).deadlines[name]
}
