import { emailLine, type Locale, withoutEmail } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { Email } from '../platform/mail/mail.ts'
import { announce } from '../platform/outbox/announce.ts'
import { type FollowedRow, followOutbox } from '../platform/outbox/follow.ts'
import {
  type AnsweredFeedback,
  type ClosingChange,
  type CreditedDeposit,
  type FreezeChange,
  type Happening,
  type LossNotice,
  type OrderChange,
  ofClosing,
  ofDeposit,
  ofEarnings,
  ofFeedback,
  ofFreeze,
  ofLoss,
  ofNewAddress,
  ofOrderChange,
  ofPlacement,
  ofStatus,
  ofTradeStep,
  ofWindDown,
  ofWithdrawal,
  type PlacedMember,
  type StatusChange,
  type TradeStep,
  type WindDownNotice,
  type WithdrawalChange,
} from './decide.ts'
import { claimSettlement, insertNew, saveSettlement } from './store.ts'

/** What the module needs of others: each answers from its own record. */
export interface NotificationSources {
  /** The steps of these trades since a time. */
  tradeSteps(reader: Tx, tradeIds: readonly string[], since: Date): Promise<TradeStep[]>
  /** The orders among these that expired, were dealt whole or were held since a time. */
  orderChanges(reader: Tx, orderIds: readonly string[], since: Date): Promise<OrderChange[]>
  /** The deposits among these that were credited since a time. */
  creditedDeposits(reader: Tx, ids: readonly string[], since: Date): Promise<CreditedDeposit[]>
  /**
   * The withdrawals among these to new addresses, and those that were sent or have ended, since a
   * time.
   */
  withdrawalChanges(reader: Tx, ids: readonly string[], since: Date): Promise<WithdrawalChange[]>
  /** The feedback among this that was answered since a time. */
  feedbackAnswers(reader: Tx, ids: readonly string[], since: Date): Promise<AnsweredFeedback[]>
  /** The closings of these members' accounts that were requested or stopped since a time. */
  closingChanges(reader: Tx, memberIds: readonly string[], since: Date): Promise<ClosingChange[]>
  /** The accounts of these members that operators have frozen or opened since a time. */
  freezeChanges(reader: Tx, memberIds: readonly string[], since: Date): Promise<FreezeChange[]>
  /** The statuses of these members that operators have changed since a time. */
  statusChanges(reader: Tx, memberIds: readonly string[], since: Date): Promise<StatusChange[]>
  /** The members among these and their invitees who were placed since a time. */
  placedAmong(reader: Tx, memberIds: readonly string[], since: Date): Promise<PlacedMember[]>
  /** The newest published settlement, or null. */
  lastSettlement(reader: Database): Promise<{ period: string; publishedAt: Date } | null>
  /** Members whom a settlement paid, after a member, in the order of ids. */
  paidIn(
    reader: Tx,
    period: string,
    after: string | null,
    limit: number,
  ): Promise<{ memberId: string; amount: bigint }[]>
  /** The notifications of losses for all members, or for all who bore a part. */
  lossNews(reader: Database): Promise<LossNews[]>
  /** The notifications of a wind-down for every member, in their order. */
  windDownNews(reader: Database): Promise<WindDownNotice[]>
  /**
   * Deposit keys that were changed since a time, and the members who were shown an address of an
   * earlier one.
   */
  keyNews(reader: Database, since: Date): Promise<KeyNews[]>
  /** All members, after a member, in the order of ids. */
  membersAfter(reader: Tx, after: string | null, limit: number): Promise<string[]>
  /** Queues an e-mail; null when no mail is sent at all. */
  post: ((tx: Tx, email: Email) => Promise<unknown>) | null
  /** Queues push messages for the devices of members who asked for them. */
  push(tx: Tx, fresh: readonly Happening[]): Promise<void>
  /** The address bound to a member, or null. */
  email(reader: Tx, memberId: string): Promise<{ address: string; locale: Locale } | null>
}

/** A notification of a loss and its recipients: after a member, in the order of ids. */
interface LossNews extends LossNotice {
  members(tx: Tx, after: string | null, limit: number): Promise<PaidMember[]>
}

/** A changed deposit key and the members it concerns: after a member, in the order of ids. */
interface KeyNews {
  key: string
  at: Date
  members(tx: Tx, after: string | null, limit: number): Promise<string[]>
}

const FOLLOWER = 'notifications'
/**
 * Older events are skipped: after a long outage the server does not notify everybody of old news.
 */
const NOTIFY_WITHIN_MS = 48 * 3_600_000
const MEMBERS_AT_ONCE = 5_000

/** One run: handles the outbox's rows since the last one; returns how many there were. */
export const followNews = (database: Database, sources: NotificationSources): Promise<number> =>
  followOutbox(database, FOLLOWER, async (tx, rows) => {
    await storeAndSend(tx, sources, await happeningsOf(tx, sources, rows))
  })

/** The outbox only reports that something changed; the event is read where it is recorded. */
async function happeningsOf(
  tx: Tx,
  sources: NotificationSources,
  rows: readonly FollowedRow[],
): Promise<Happening[]> {
  const since = new Date((await systemNow(tx)).getTime() - NOTIFY_WITHIN_MS)
  const uuids = (topic: string): string[] => [
    ...new Set(
      rows.flatMap(row => (row.topic === topic && row.subject ? [uuidIn(row.subject)] : [])),
    ),
  ]
  const members = (topic: string): string[] => [
    ...new Set(rows.flatMap(row => (row.topic === topic && row.memberId ? [row.memberId] : []))),
  ]
  return [
    ...(await sources.tradeSteps(tx, uuids('otc.trade'), since)).flatMap(ofTradeStep),
    ...(await sources.orderChanges(tx, uuids('otc.order'), since)).map(ofOrderChange),
    ...(await sources.creditedDeposits(tx, uuids('deposits'), since)).map(ofDeposit),
    ...(await sources.withdrawalChanges(tx, uuids('withdrawals'), since)).map(ofWithdrawal),
    ...(await sources.feedbackAnswers(tx, uuids('feedback'), since)).map(ofFeedback),
    ...(await sources.closingChanges(tx, members('personalData'), since)).map(ofClosing),
    ...(await sources.freezeChanges(tx, members('session'), since)).map(ofFreeze),
    ...(await sources.statusChanges(tx, members('earnings'), since)).map(ofStatus),
    ...(await sources.placedAmong(tx, members('network'), since)).flatMap(ofPlacement),
  ]
}

const uuidIn = (wireId: string): string => {
  const hex = wireId.slice(wireId.indexOf('_') + 1)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Notifies the members whom the newest settlement paid, one batch at a time; true when all have
 * been notified.
 */
export async function notifySettlement(
  database: Database,
  sources: NotificationSources,
): Promise<boolean> {
  const settlement = await sources.lastSettlement(database)
  if (!settlement) return true
  const { period, publishedAt } = settlement
  return notifyBatch(database, sources, {
    key: period,
    next: (tx, after, limit) => sources.paidIn(tx, period, after, limit),
    of: one => ofEarnings(period, publishedAt, one),
  })
}

/**
 * Notifies everybody whom a loss concerns, one batch at a time; true when all have been notified.
 */
export async function notifyLosses(
  database: Database,
  sources: NotificationSources,
): Promise<boolean> {
  const batches = (await sources.lossNews(database)).map(news =>
    notifyBatch(database, sources, {
      key: news.key,
      next: (tx, after, limit) => news.members(tx, after, limit),
      of: one => ofLoss(news, one),
    }),
  )
  return (await Promise.all(batches)).every(all => all)
}

/**
 * Notifies every member of a wind-down, one batch at a time; true when all have been notified.
 * Steps are announced in their order.
 */
export async function notifyWindDown(
  database: Database,
  sources: NotificationSources,
): Promise<boolean> {
  for (const news of await sources.windDownNews(database)) {
    const all = await notifyBatch(database, sources, {
      key: news.key,
      next: async (tx, after, limit) =>
        (await sources.membersAfter(tx, after, limit)).map(memberId => ({ memberId, amount: 0n })),
      of: one => ofWindDown(news, one),
    })
    if (!all) return false
  }
  return true
}

/**
 * Notifies everybody whose recharge address has changed, one batch at a time; true when all have
 * been notified.
 */
export async function notifyNewAddresses(
  database: Database,
  sources: NotificationSources,
): Promise<boolean> {
  const since = new Date((await systemNow(database)).getTime() - NOTIFY_WITHIN_MS)
  const batches = (await sources.keyNews(database, since)).map(news =>
    notifyBatch(database, sources, {
      key: news.key,
      next: async (tx, after, limit) =>
        (await news.members(tx, after, limit)).map(memberId => ({ memberId, amount: 0n })),
      of: ({ memberId }) => ofNewAddress(news, memberId),
    }),
  )
  return (await Promise.all(batches)).every(all => all)
}

/** A notification to many members, in the order of their ids. */
interface Round {
  /** Its permanent name: a period, or another event that its members are notified of. */
  key: string
  next(tx: Tx, after: string | null, limit: number): Promise<PaidMember[]>
  of(one: PaidMember): Happening
}
interface PaidMember {
  memberId: string
  amount: bigint
}

const notifyBatch = (
  database: Database,
  sources: NotificationSources,
  { key, next, of }: Round,
): Promise<boolean> =>
  inTransaction(database, async tx => {
    const claimed = await claimSettlement(tx, key)
    if (!claimed) return true
    const some = await next(tx, claimed.toldUpTo, MEMBERS_AT_ONCE)
    await storeAndSend(tx, sources, some.map(of))
    await saveSettlement(tx, key, some.at(-1)?.memberId ?? null)
    return some.length === 0
  })

/** Stores the new notifications, sends them to open pages, and queues push messages and e-mails. */
async function storeAndSend(
  tx: Tx,
  sources: NotificationSources,
  happenings: readonly Happening[],
): Promise<void> {
  const fresh = await insertNew(tx, happenings)
  const members = new Set(fresh.map(one => one.memberId))
  await announce(
    tx,
    [...members].map(memberId => ({ memberId, topic: 'notifications', subject: null })),
  )
  await sources.push(tx, fresh)
  if (!sources.post) return
  for (const one of fresh) {
    if (withoutEmail.has(one.kind)) continue
    const to = await sources.email(tx, one.memberId)
    if (to) await sources.post(tx, emailOf(one, to))
  }
}

const where: Readonly<Record<Locale, string>> = {
  'zh-CN': '请打开应用，在“我的—通知”中查看。本邮件不含链接，也不会向您索要密码或验证码。',
  en: 'Open the app and look under Mine, Notifications. This e-mail has no links and asks for no password or code.',
}

const emailOf = (one: Happening, to: { address: string; locale: Locale }): Email => {
  const subject = emailLine(one, to.locale)
  const paragraphs = [subject, where[to.locale]]
  return { to: to.address, locale: to.locale, subject, paragraphs }
}
