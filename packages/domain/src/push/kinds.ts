import type { NotificationKind } from '../notifications/kinds.ts'

/** What a member can choose to be told of by push, each for itself. */
export const pushKinds = ['taken', 'paid', 'release', 'case', 'credited', 'sent'] as const
export type PushKind = (typeof pushKinds)[number]

/** Every other notification waits in the app. A step that asks only one side for something names that side. */
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
  const found = kinds[kind]
  if (found === undefined) return null
  if (typeof found === 'string') return found
  return (side && found[side]) ?? null
}
