import type { unreadNotices } from '@banyan/domain'
import type { Address } from '../shell/index.ts'

/* What Home asks of notices, by address and without the schemas, as its other calls. */
export const unreadNoticesCall: Address<typeof unreadNotices> = {
  method: 'GET',
  path: '/api/notices/unread',
  money: false,
}
