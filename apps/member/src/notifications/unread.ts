import { askQuery, staleAfterFirstView } from '../shell/index.ts'
import { unreadCall } from './unread-call.ts'

/** The number of unread notifications. */
export const unreadQuery = {
  ...askQuery(['notifications', 'unread'], unreadCall),
  staleTime: staleAfterFirstView,
}
