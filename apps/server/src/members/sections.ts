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
  return rows.map(one =>
    row(one.id, {
      id: wireIdOf('dep', one.id),
      amount: formatAmount(one.amount),
      state: one.state as Item<typeof memberRecharges>['state'],
      hash: one.transactionHash,
      at: one.seenAt.toISOString(),
      creditedAt: at(one.creditedAt),
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
  return rows.map(one =>
    row(one.id, {
      id: wireIdOf('wdr', one.id),
      orderNumber: one.orderNumber,
      amount: formatAmount(one.amount),
      address: maskedAddress(one.address),
      state: one.state as WithdrawalState,
      at: one.requestedAt.toISOString(),
      closedAt: at(one.closedAt),
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
  return rows.map(one =>
    row(one.id, {
      id: wireIdOf('sub', one.id),
      orderNumber: one.orderNumber,
      amount: formatAmount(one.amount),
      quantity: amount(one.quantity),
      state: one.state as SubscriptionState,
      at: one.placedAt.toISOString(),
      closedAt: at(one.closedAt),
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
  return rows.map(one =>
    row(one.id, {
      id: wireIdOf('pos', one.id),
      quantity: formatAmount(one.quantity),
      state: one.state as PositionState,
      at: one.askedAt.toISOString(),
      endedAt: at(one.endedAt),
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
  return rows.map(one =>
    row(one.id, {
      id: wireIdOf('exc', one.id),
      orderNumber: one.orderNumber,
      quantity: formatAmount(one.quantity),
      pay: amount(one.pay),
      state: one.state as RedemptionState,
      at: one.askedAt.toISOString(),
      closedAt: at(one.closedAt),
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
  return rows.map(one =>
    row(one.id, {
      id: wireIdOf('ord', one.id),
      orderNumber: one.orderNumber,
      side: one.side as 'buy' | 'sell',
      price: formatAmount(one.price),
      total: formatAmount(one.total),
      dealt: formatAmount(one.dealt),
      inTrade: formatAmount(one.inTrade),
      state: one.life as OrderLife,
      at: one.createdAt.toISOString(),
      closedAt: at(one.endedAt),
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
  return rows.map(one =>
    row(one.id, {
      id: wireIdOf('trd', one.id),
      matchingId: one.matchingId,
      side: one.buyerId === memberId ? 'buyer' : 'seller',
      other: links.get(otherOf(one)) ?? { accountId: '', nickname: '' },
      quantity: formatAmount(one.quantity),
      payment: formatAmount(one.paymentAmount),
      state: one.state as TradeState,
      at: one.dealtAt.toISOString(),
      closedAt: at(one.closedAt),
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
  return rows.map(one =>
    row(one.id, {
      id: wireIdOf('cas', one.id),
      caseNumber: one.caseNumber,
      matchingId: one.matchingId,
      side: one.buyerId === memberId ? 'buyer' : 'seller',
      openedBy: one.openedBy as Item<typeof memberCases>['openedBy'],
      state: one.state as DisputeState,
      at: one.openedAt.toISOString(),
      closedAt: at(one.closedAt),
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
  return rows.map(one =>
    row(one.id, {
      id: wireIdOf('svc', one.id),
      assignedTo: one.operatorName,
      stars: one.stars,
      at: one.openedAt.toISOString(),
      lastAt: one.lastAt.toISOString(),
      closedAt: at(one.closedAt),
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
  return rows.map(one =>
    row(one.id, {
      id: wireIdOf('fbk', one.id),
      type: one.type as FeedbackType,
      answeredBy: one.answeredByName,
      at: one.sentAt.toISOString(),
      answeredAt: at(one.answeredAt),
    }),
  )
}
