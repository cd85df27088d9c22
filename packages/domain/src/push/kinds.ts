import type { Locale } from '../contract/envelope.ts'
import type { NotificationKind } from '../notifications/kinds.ts'

/** What a member can choose to receive by push, each separately. */
export const pushKinds = ['taken', 'paid', 'release', 'case', 'credited', 'sent'] as const
export type PushKind = (typeof pushKinds)[number]

/** All other notifications wait in the app. A step that requires something of only one side names that side. */
const kinds: Partial<
  Record<NotificationKind, PushKind | Partial<Record<'buyer' | 'seller', PushKind>>>
> = {
  'trade.take': 'taken',
  'trade.pay': 'paid',
  'trade.hashVerified': { seller: 'release' },
  'trade.releaseDeadline': { seller: 'release' },
  'trade.claimLate': 'case',
  'trade.appeal': 'case',
  'trade.appealClosed': 'case',
  'trade.escalate': 'case',
  'trade.caseQuestion': 'case',
  'trade.caseRuled': 'case',
  'trade.caseReview': 'case',
  'trade.release': 'credited',
  'trade.releaseVerified': { buyer: 'credited' },
  'trade.releaseAnyway': 'credited',
  'deposit.credited': 'credited',
  'withdrawal.sent': 'sent',
}

/** The choice that a notification belongs to; null for one that is never pushed. */
export function pushKindOf(
  kind: NotificationKind,
  side: 'buyer' | 'seller' | null,
): PushKind | null {
  const page = kinds[kind]
  if (page === undefined) return null
  if (typeof page === 'string') return page
  return (side && page[side]) ?? null
}

/**
 * The text of a message of a kind, and the label of its switch. A locked screen shows it to
 * anybody, so it contains no amount, no number, no account and no other member.
 */
const words: Readonly<Record<PushKind, Readonly<Record<Locale, string>>>> = {
  taken: { 'zh-CN': '您的挂单被吃单', en: 'Your order was taken' },
  paid: { 'zh-CN': '对方已付款', en: 'The other side has paid' },
  release: { 'zh-CN': '有一笔交易等您确认', en: 'A trade waits for your confirmation' },
  case: { 'zh-CN': '有一个案件需要您处理', en: 'A case needs you' },
  credited: { 'zh-CN': '有一笔款项已到账', en: 'Something was credited to you' },
  sent: { 'zh-CN': '您的转出已汇出', en: 'Your withdrawal was sent' },
}
export const pushLine = (kind: PushKind, locale: Locale): string => words[kind][locale]
