import { notificationList } from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

/** The member's notifications, newest first, with the number of unread ones. */
export const notificationsQuery = {
  ...pagesQuery(['notifications', 'list'], notificationList),
  staleTime: 0,
}

/** Only the newest of them. */
export const newestQuery = {
  ...askQuery(['notifications', 'newest'], notificationList),
  staleTime: 0,
}
