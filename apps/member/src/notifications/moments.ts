import type { Notification } from '@banyan/domain'

/** Events that open a sheet over any page: something has ended well. */
export type MomentName = 'credited' | 'bought' | 'paidOut' | 'income'

/** The event of a notification, if any. */
export function momentNameOf({ kind, side }: Notification): MomentName | null {
  switch (kind) {
    case 'deposit.credited':
      return 'credited'
    case 'withdrawal.adopted':
      return 'paidOut'
    case 'earnings.settled':
      return 'income'
    case 'trade.release':
    case 'trade.releaseVerified':
    case 'trade.releaseAnyway':
      return side === 'buyer' ? 'bought' : null
    default:
      return null
  }
}

/**
 * Returns the events to be shown now, the oldest first: they happened since this app was opened,
 * have not been read and have not been shown on this device.
 */
export const momentsIn = (
  items: readonly Notification[],
  { since, shown }: { since: number; shown: readonly string[] },
): Notification[] =>
  items
    .filter(one => momentNameOf(one) !== null)
    .filter(one => !one.read && Date.parse(one.at) >= since && !shown.includes(one.id))
    .reverse()
