import type { Notification } from '@banyan/domain'

/** Events that are worth a sheet over whatever page is open: something has come to its good end. */
export type MomentName = 'credited' | 'bought' | 'paidOut' | 'income'

/** Which of them a notification tells of, if any. */
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
 * What is to be shown now, the oldest first: it happened since this app was opened, has not been read and has not
 * been shown on this device.
 */
export const momentsIn = (
  items: readonly Notification[],
  { since, shown }: { since: number; shown: readonly string[] },
): Notification[] =>
  items
    .filter(one => momentNameOf(one) !== null)
    .filter(one => !one.read && Date.parse(one.at) >= since && !shown.includes(one.id))
    .reverse()
