import { askQuery } from '../shell/index.ts'
import { unreadCall } from './unread-call.ts'

/** The number of unread messages. */
export const unreadQuery = { ...askQuery(['service', 'unread'], unreadCall), staleTime: 0 }
