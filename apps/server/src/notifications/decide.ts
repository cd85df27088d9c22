import {
  formatAmount,
  type NotificationKind,
  type NotificationSlots,
  notificationKinds,
  type StatusAct,
  wireIdOf,
} from '@banyan/domain'
import { inPlatformZone } from '../platform/platform-time.ts'

/** An event that a member is notified of, before it is stored. */
export interface Happening {
  memberId: string
  kind: NotificationKind
  side: 'buyer' | 'seller' | null
  subject: string | null
  slots: NotificationSlots
  source: string
  at: Date
}

/** A step of a trade, from the trade's own record. */
export interface TradeStep {
  tradeId: string
  /** Unique among the steps of the trade. */
  version: string
  event: string
  actor: string
  at: Date
  matchingId: string
  buyerId: string
  sellerId: string
}

/** The notifications of a step: both parties, except the one who made it. */
export function ofTradeStep(step: TradeStep): Happening[] {
  const kind = `trade.${step.event}` as NotificationKind
  if (!notificationKinds.includes(kind)) return []
  const sides = (['buyer', 'seller'] as const).filter(side => side !== step.actor)
  return sides.map(side => ({
    kind,
    side,
    at: step.at,
    memberId: side === 'buyer' ? step.buyerId : step.sellerId,
    subject: wireIdOf('trd', step.tradeId),
    slots: { trade: step.matchingId },
    source: `trade:${step.tradeId}:${step.version}`,
  }))
}

/** A change of an order that its owner did not make. */
export interface OrderChange {
  orderId: string
  orderNumber: string
  memberId: string
  side: 'buy' | 'sell'
  change: 'expired' | 'complete' | 'held'
  at: Date
}

/**
 * An order ends once. It can be held again, so the source of each notification contains its time.
 */
export const ofOrderChange = (change: OrderChange): Happening => ({
  memberId: change.memberId,
  kind: `order.${change.change}`,
  at: change.at,
  side: change.side === 'buy' ? 'buyer' : 'seller',
  subject: wireIdOf('ord', change.orderId),
  slots: { order: change.orderNumber },
  source: `order:${change.orderId}:${change.change}:${change.at.toISOString()}`,
})

/** A deposit that has been credited. */
export interface CreditedDeposit {
  id: string
  memberId: string
  amount: bigint
  creditedAt: Date
}

export const ofDeposit = (deposit: CreditedDeposit): Happening => ({
  memberId: deposit.memberId,
  kind: 'deposit.credited',
  side: null,
  at: deposit.creditedAt,
  subject: wireIdOf('dep', deposit.id),
  slots: { amount: formatAmount(deposit.amount, 2) },
  source: `deposit:${deposit.id}`,
})

/** A withdrawal to a new address, or one that was sent or has ended. */
export interface WithdrawalChange {
  id: string
  memberId: string
  orderNumber: string
  change: 'newAddress' | 'sent' | 'adopted' | 'refused' | 'cancelled' | 'returned'
  at: Date
}

export const ofWithdrawal = (change: WithdrawalChange): Happening => ({
  memberId: change.memberId,
  side: null,
  at: change.at,
  kind: `withdrawal.${change.change}`,
  subject: wireIdOf('wdr', change.id),
  slots: { order: change.orderNumber },
  // A withdrawal ends once, in one way; earlier events have a name of their own.
  source: `withdrawal:${change.id}${change.change === 'sent' || change.change === 'newAddress' ? `:${change.change}` : ''}`,
})

/** Feedback that an operator has answered, once. */
export interface AnsweredFeedback {
  id: string
  memberId: string
  at: Date
}

export const ofFeedback = (feedback: AnsweredFeedback): Happening => ({
  memberId: feedback.memberId,
  kind: 'feedback.answered',
  side: null,
  at: feedback.at,
  subject: wireIdOf('fbk', feedback.id),
  slots: {},
  source: `feedback:${feedback.id}`,
})

/** A closing of an account that was requested, or that something open has stopped. */
export interface ClosingChange {
  memberId: string
  change: 'asked' | 'stopped'
  at: Date
  dueAt: Date
}

/** A closing can be requested again, so the source of each notification contains its time. */
export const ofClosing = ({ memberId, change, at, dueAt }: ClosingChange): Happening => ({
  memberId,
  kind: `closing.${change}`,
  side: null,
  subject: null,
  at,
  slots: change === 'asked' ? { until: inPlatformZone(dueAt) } : {},
  source: `closing:${change}:${at.toISOString()}`,
})

/** An account that operators have frozen or opened again. */
export interface FreezeChange {
  id: string
  memberId: string
  freezes: boolean
  at: Date
}

export const ofFreeze = ({ id, memberId, freezes, at }: FreezeChange): Happening => ({
  memberId,
  kind: freezes ? 'account.frozen' : 'account.opened',
  side: null,
  subject: null,
  at,
  slots: {},
  source: `freeze:${id}`,
})

/** A status as a distributed member that operators have changed. */
export interface StatusChange {
  id: string
  memberId: string
  act: StatusAct
  at: Date
}

const statusKinds = {
  suspend: 'status.suspended',
  reinstate: 'status.reinstated',
  revoke: 'status.revoked',
} as const

export const ofStatus = ({ id, memberId, act, at }: StatusChange): Happening => ({
  memberId,
  kind: statusKinds[act],
  side: null,
  subject: null,
  at,
  slots: {},
  source: `status:${id}`,
})

/** A member who has just got a place in the tree. */
export interface PlacedMember {
  memberId: string
  inviterId: string
  finalAt: Date
}

export const ofPlacement = (placed: PlacedMember): Happening[] => {
  const rest = { side: null, subject: null, slots: {}, at: placed.finalAt }
  const source = `placement:${placed.memberId}`
  return [
    { ...rest, memberId: placed.memberId, kind: 'placement.placed', source },
    { ...rest, memberId: placed.inviterId, kind: 'placement.invitee', source },
  ]
}

/** The payments of a settlement to a member, both pools together, micro-USDT. */
export const ofEarnings = (
  period: string,
  at: Date,
  due: { memberId: string; amount: bigint },
): Happening => ({
  memberId: due.memberId,
  kind: 'earnings.settled',
  side: null,
  at,
  subject: null,
  slots: { period, amount: formatAmount(due.amount, 2) },
  source: `earnings:${period}`,
})

/**
 * A loss that everybody shares: first announced to all, then reported with the part that each has
 * borne.
 */
export interface LossNotice {
  key: string
  kind: 'announced' | 'shared'
  at: Date
  period: string | null
}

export const ofLoss = (
  { key, kind, at, period }: LossNotice,
  { memberId, amount }: { memberId: string; amount: bigint },
): Happening => ({
  memberId,
  kind: `loss.${kind}`,
  side: null,
  subject: null,
  at,
  slots: period === null ? {} : { period, amount: formatAmount(amount) },
  source: key,
})

/** A new deposit key, for a member who was shown an address of an earlier one. */
export const ofNewAddress = (
  { key, at }: { key: string; at: Date },
  memberId: string,
): Happening => ({
  memberId,
  kind: 'deposit.addressChanged',
  side: null,
  subject: null,
  at,
  slots: {},
  source: key,
})

/** The notification of a wind-down for every member. */
export interface WindDownNotice {
  key: string
  kind: 'announced' | 'cancelled' | 'closed'
  at: Date
  until: string
}

export const ofWindDown = (
  { key, kind, at, until }: WindDownNotice,
  { memberId }: { memberId: string },
): Happening => ({
  memberId,
  kind: `windDown.${kind}`,
  side: null,
  subject: null,
  at,
  slots: kind === 'announced' ? { until } : {},
  source: key,
})
