import { feedbackList, serviceMessages } from '@banyan/domain'
import { pagesQuery, session } from '../shell/index.ts'

const PAGE = 30

/** Own thread with the service, newest first, older pages after. */
export const threadQuery = {
  ...pagesQuery(['service', 'thread'], serviceMessages, { query: { limit: PAGE } }),
  staleTime: 0,
  // A closed account receives no live events.
  refetchInterval: () => (session.isVisiting ? 5_000 : false),
}

/** Own feedback, newest first. */
export const feedbackQuery = { ...pagesQuery(['feedback'], feedbackList), staleTime: 0 }
