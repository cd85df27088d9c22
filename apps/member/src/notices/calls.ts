import type { unreadNotices } from '@banyan/domain'
import type { Address } from '../shell/index.ts'

/* Home's calls about notices, by address and without the schemas, like its other calls. */
export const unreadNoticesCall: Address<typeof unreadNotices> = {
  method: 'GET',
  path: '/api/notices/unread',
  money: false,
}
