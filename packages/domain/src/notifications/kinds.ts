import { type TradeEvent, tradeEvents } from '../otc/trade.ts'

/** Steps of a trade's case that move no coin yet: statements, questions and rulings. */
export const caseSteps = ['caseStatement', 'caseQuestion', 'caseRuled', 'caseReview'] as const
export type CaseStep = (typeof caseSteps)[number]

/** Steps of trades that parties are notified of: every step that somebody else made. */
export type TradeNotice = `trade.${'take' | TradeEvent | CaseStep}`
export const tradeNotices = ['take', ...tradeEvents, ...caseSteps].map(
  event => `trade.${event}` as TradeNotice,
)

/** The other events that a member is notified of. */
export const otherNotices = [
  'order.expired',
  'order.held',
  'order.complete',
  'deposit.credited',
  'deposit.addressChanged',
  'withdrawal.newAddress',
  'withdrawal.sent',
  'withdrawal.adopted',
  'withdrawal.refused',
  'withdrawal.cancelled',
  'withdrawal.returned',
  'earnings.settled',
  'feedback.answered',
  'closing.asked',
  'closing.stopped',
  'account.frozen',
  'account.opened',
  'status.suspended',
  'status.reinstated',
  'status.revoked',
  'placement.placed',
  'placement.invitee',
  'loss.announced',
  'loss.shared',
  'windDown.announced',
  'windDown.cancelled',
  'windDown.closed',
] as const
export type OtherNotice = (typeof otherNotices)[number]

export type NotificationKind = TradeNotice | OtherNotice
export const notificationKinds = [...tradeNotices, ...otherNotices] as unknown as [
  NotificationKind,
  ...NotificationKind[],
]

/**
 * Kinds that are shown in the app alone: they come with every settlement, where an e-mail for each
 * would be too many, or have an e-mail of their own.
 */
export const withoutEmail: ReadonlySet<NotificationKind> = new Set<NotificationKind>([
  'earnings.settled',
  'trade.dropCancel',
  'closing.asked',
  'account.frozen',
  'account.opened',
])
