import {
  type AnswerOf,
  type DisputeState,
  type FeedbackType,
  formatAmount,
  maskedAddress,
  type memberCases,
  type memberConversations,
  type memberFeedback,
  type memberOrders,
  type memberPositions,
  type memberRecharges,
  type memberRedemptions,
  type memberSubscriptions,
  type memberTrades,
  type memberWithdrawals,
  type OrderLife,
  type PositionState,
  type RedemptionState,
  type SubscriptionState,
  type TradeState,
  type WithdrawalState,
  wireIdOf,
} from '@banyan/domain'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import { linksOf } from './store.ts'

/* What a member has, kind by kind: each list is read where it is kept, the newest first. */

/** A page after a row, by its time and its id; a list reads one row more than a page is long. */
interface SectionPage {
  after: readonly string[] | null
  limit: number
}

/** The item of a section, and the key that the next page begins after. */
interface SectionRow<Item> {
  item: Item
  key: readonly [string, string]
}

type Item<E> = AnswerOf<E> extends { items: (infer I)[] } ? I : never
/** Reads one page of a section of a member. */
export type Section<E> = (
  database: Database,
  memberId: string,
  page: SectionPage,
) => Promise<SectionRow<Item<E>>[]>

const later = (column: string, { after }: SectionPage) =>
  after === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.ref(column)}, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`

const at = (moment: Date | null) => moment?.toISOString() ?? null
const amount = (units: bigint | null) => (units === null ? null : formatAmount(units))
const row = <Item extends { at: string }>(uuid: string, item: Item): SectionRow<Item> => ({
  item,
  key: [item.at, uuid],
})

export const recharges: Section<typeof memberRecharges> = async (database, memberId, page) => {
  const rows = await database
    .selectFrom('deposit')
    .select(['id', 'amount', 'state', 'transactionHash', 'seenAt', 'creditedAt'])
    .where('memberId', '=', memberId)
    .where(later('seen_at', page))
    .orderBy('seenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(recharge =>
    row(recharge.id, {
      id: wireIdOf('dep', recharge.id),
      amount: formatAmount(recharge.amount),
      state: recharge.state as Item<typeof memberRecharges>['state'],
      hash: recharge.transactionHash,
      at: recharge.seenAt.toISOString(),
      creditedAt: at(recharge.creditedAt),
    }),
  )
}

export const withdrawals: Section<typeof memberWithdrawals> = async (database, memberId, page) => {
  const rows = await database
    .selectFrom('withdrawal')
    .select(['id', 'orderNumber', 'amount', 'address', 'state', 'requestedAt', 'closedAt'])
    .where('memberId', '=', memberId)
    .where(later('requested_at', page))
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(withdrawal =>
    row(withdrawal.id, {
      id: wireIdOf('wdr', withdrawal.id),
      orderNumber: withdrawal.orderNumber,
      amount: formatAmount(withdrawal.amount),
      address: maskedAddress(withdrawal.address),
      state: withdrawal.state as WithdrawalState,
      at: withdrawal.requestedAt.toISOString(),
      closedAt: at(withdrawal.closedAt),
    }),
  )
}

export const subscriptions: Section<typeof memberSubscriptions> = async (
  database,
  memberId,
  page,
) => {
  const rows = await database
    .selectFrom('subscription')
    .select(['id', 'orderNumber', 'amount', 'quantity', 'state', 'placedAt', 'closedAt'])
    .where('memberId', '=', memberId)
    .where(later('placed_at', page))
    .orderBy('placedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(subscription =>
    row(subscription.id, {
      id: wireIdOf('sub', subscription.id),
      orderNumber: subscription.orderNumber,
      amount: formatAmount(subscription.amount),
      quantity: amount(subscription.quantity),
      state: subscription.state as SubscriptionState,
      at: subscription.placedAt.toISOString(),
      closedAt: at(subscription.closedAt),
    }),
  )
}

export const positions: Section<typeof memberPositions> = async (database, memberId, page) => {
  const rows = await database
    .selectFrom('staticPosition')
    .select(['id', 'quantity', 'state', 'askedAt', 'endedAt'])
    .where('memberId', '=', memberId)
    .where(later('asked_at', page))
    .orderBy('askedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(position =>
    row(position.id, {
      id: wireIdOf('pos', position.id),
      quantity: formatAmount(position.quantity),
      state: position.state as PositionState,
      at: position.askedAt.toISOString(),
      endedAt: at(position.endedAt),
    }),
  )
}

export const redemptions: Section<typeof memberRedemptions> = async (database, memberId, page) => {
  const rows = await database
    .selectFrom('redemption')
    .select(['id', 'orderNumber', 'quantity', 'pay', 'state', 'askedAt', 'closedAt'])
    .where('memberId', '=', memberId)
    .where(later('asked_at', page))
    .orderBy('askedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(redemption =>
    row(redemption.id, {
      id: wireIdOf('exc', redemption.id),
      orderNumber: redemption.orderNumber,
      quantity: formatAmount(redemption.quantity),
      pay: amount(redemption.pay),
      state: redemption.state as RedemptionState,
      at: redemption.askedAt.toISOString(),
      closedAt: at(redemption.closedAt),
    }),
  )
}

export const orders: Section<typeof memberOrders> = async (database, memberId, page) => {
  const rows = await database
    .selectFrom('otcOrder')
    .select(['id', 'orderNumber', 'side', 'price', 'total', 'dealt', 'inTrade', 'life'])
    .select(['createdAt', 'endedAt'])
    .where('memberId', '=', memberId)
    .where(later('created_at', page))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(order =>
    row(order.id, {
      id: wireIdOf('ord', order.id),
      orderNumber: order.orderNumber,
      side: order.side as 'buy' | 'sell',
      price: formatAmount(order.price),
      total: formatAmount(order.total),
      dealt: formatAmount(order.dealt),
      inTrade: formatAmount(order.inTrade),
      state: order.life as OrderLife,
      at: order.createdAt.toISOString(),
      closedAt: at(order.endedAt),
    }),
  )
}

export const trades: Section<typeof memberTrades> = async (database, memberId, page) => {
  const rows = await database
    .selectFrom('otcTrade')
    .select(['id', 'matchingId', 'buyerId', 'sellerId', 'quantity', 'paymentAmount', 'state'])
    .select(['dealtAt', 'closedAt'])
    .where(eb => eb.or([eb('buyerId', '=', memberId), eb('sellerId', '=', memberId)]))
    .where(later('dealt_at', page))
    .orderBy('dealtAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const otherOf = (one: (typeof rows)[number]) =>
    one.buyerId === memberId ? one.sellerId : one.buyerId
  const links = await linksOf(database, rows.map(otherOf))
  return rows.map(trade =>
    row(trade.id, {
      id: wireIdOf('trd', trade.id),
      matchingId: trade.matchingId,
      side: trade.buyerId === memberId ? 'buyer' : 'seller',
      other: links.get(otherOf(trade)) ?? { accountId: '', nickname: '' },
      quantity: formatAmount(trade.quantity),
      payment: formatAmount(trade.paymentAmount),
      state: trade.state as TradeState,
      at: trade.dealtAt.toISOString(),
      closedAt: at(trade.closedAt),
    }),
  )
}

export const cases: Section<typeof memberCases> = async (database, memberId, page) => {
  const rows = await database
    .selectFrom('otcDispute')
    .innerJoin('otcTrade', 'otcTrade.id', 'otcDispute.tradeId')
    .select(['otcDispute.id', 'caseNumber', 'matchingId', 'buyerId', 'openedBy', 'openedAt'])
    .select(['otcDispute.state', 'otcDispute.closedAt'])
    .where(eb => eb.or([eb('buyerId', '=', memberId), eb('sellerId', '=', memberId)]))
    .where(
      page.after === null
        ? sql<SqlBool>`true`
        : sql<SqlBool>`(opened_at, otc_dispute.id)
            < (${page.after[0]}::timestamptz, ${page.after[1]}::uuid)`,
    )
    .orderBy('openedAt', 'desc')
    .orderBy('otcDispute.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(opened =>
    row(opened.id, {
      id: wireIdOf('cas', opened.id),
      caseNumber: opened.caseNumber,
      matchingId: opened.matchingId,
      side: opened.buyerId === memberId ? 'buyer' : 'seller',
      openedBy: opened.openedBy as Item<typeof memberCases>['openedBy'],
      state: opened.state as DisputeState,
      at: opened.openedAt.toISOString(),
      closedAt: at(opened.closedAt),
    }),
  )
}

export const conversations: Section<typeof memberConversations> = async (
  database,
  memberId,
  page,
) => {
  const rows = await database
    .selectFrom('serviceConversation')
    .select(['id', 'operatorName', 'stars', 'openedAt', 'lastAt', 'closedAt'])
    .where('memberId', '=', memberId)
    .where(later('opened_at', page))
    .orderBy('openedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(conversation =>
    row(conversation.id, {
      id: wireIdOf('svc', conversation.id),
      assignedTo: conversation.operatorName,
      stars: conversation.stars,
      at: conversation.openedAt.toISOString(),
      lastAt: conversation.lastAt.toISOString(),
      closedAt: at(conversation.closedAt),
    }),
  )
}

export const feedback: Section<typeof memberFeedback> = async (database, memberId, page) => {
  const rows = await database
    .selectFrom('feedback')
    .select(['id', 'type', 'answeredByName', 'sentAt', 'answeredAt'])
    .where('memberId', '=', memberId)
    .where(later('sent_at', page))
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(item =>
    row(item.id, {
      id: wireIdOf('fbk', item.id),
      type: item.type as FeedbackType,
      answeredBy: item.answeredByName,
      at: item.sentAt.toISOString(),
      answeredAt: at(item.answeredAt),
    }),
  )
}
