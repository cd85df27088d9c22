import { askQuery, staleAfterFirstView } from '../shell/index.ts'
import { unreadNoticesCall } from './calls.ts'

/** The first unread notices and how many there are. */
export const unreadNoticesQuery = {
  ...askQuery(['notices', 'unread'], unreadNoticesCall),
  staleTime: staleAfterFirstView,
}
