import { wireIdOf } from '@banyan/domain'
import type { Announcement } from '../platform/outbox/announce.ts'
import type { OrderRow } from './order-store.ts'
import type { TradeRow } from './trade-store.ts'

/**
 * Announces a change of an order to its owner, their wallet, and everyone who watches the market.
 */
export const orderNews = (order: OrderRow): Announcement[] => [
  { memberId: order.memberId, topic: 'otc.order', subject: wireIdOf('ord', order.id) },
  { memberId: order.memberId, topic: 'wallets', subject: null },
  { memberId: null, topic: 'otc.market', subject: wireIdOf('ord', order.id) },
]

/** Announces a change of a trade to both parties. */
export const tradeNews = (trade: TradeRow): Announcement[] =>
  [trade.sellerId, trade.buyerId].flatMap(memberId => [
    { memberId, topic: 'otc.trade' as const, subject: wireIdOf('trd', trade.id) },
    { memberId, topic: 'wallets' as const, subject: null },
  ])
