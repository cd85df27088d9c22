import type { notificationsUnread } from '@banyan/domain'
import type { Address } from '../shell/index.ts'

/** The call by address, without its schemas: Home makes it. A test compares it with the contract. */
export const unreadCall: Address<typeof notificationsUnread> = {
  method: 'GET',
  path: '/api/notifications/unread',
  money: false,
}

/** The highest count of a badge. */
const badgeMost = 99

/** The text of a badge for a count: empty for zero, at most "99+". */
export const badgeText = (count: number): string =>
  count === 0 ? '' : count > badgeMost ? `${badgeMost}+` : String(count)
