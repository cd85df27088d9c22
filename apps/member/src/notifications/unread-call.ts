import type { notificationsUnread } from '@banyan/domain'
import type { Address } from '../shell/index.ts'

/** The call by address, without its schemas: Home asks it. A test holds it against the contract. */
export const unreadCall: Address<typeof notificationsUnread> = {
  method: 'GET',
  path: '/api/notifications/unread',
  money: false,
}

/** The most that a badge counts. */
const badgeMost = 99

/** What a badge says of a count: nothing of none, at most "99+". */
export const badgeText = (count: number): string =>
  count === 0 ? '' : count > badgeMost ? `${badgeMost}+` : String(count)
