import type { serviceUnread } from '@banyan/domain'
import type { Address } from '../shell/index.ts'

/** The call by address, without its schemas: Home makes it. A test compares it with the contract. */
export const unreadCall: Address<typeof serviceUnread> = {
  method: 'GET',
  path: '/api/service/unread',
  money: false,
}
