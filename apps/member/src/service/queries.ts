import { feedbackList, serviceMessages, serviceUnread } from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging, session } from '../shell/index.ts'

const PAGE = 30

/** Own thread with the service, newest first, older pages after. */
export const threadQuery = infiniteQueryOptions({
  queryKey: ['service', 'thread'],
  queryFn: ({ signal, pageParam }) =>
    api.ask(
      serviceMessages,
      { query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } },
      { signal },
    ),
  staleTime: 0,
  // A closed account receives no live events.
  refetchInterval: () => (session.isVisiting ? 5_000 : false),
  ...paging,
})

/** The number of unread messages. */
export const unreadQuery = queryOptions({
  queryKey: ['service', 'unread'],
  queryFn: ({ signal }) => api.ask(serviceUnread, undefined, { signal }),
  staleTime: 0,
})

/** Own feedback, newest first. */
export const feedbackQuery = infiniteQueryOptions({
  queryKey: ['feedback'],
  queryFn: ({ signal, pageParam }) =>
    api.ask(feedbackList, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  staleTime: 0,
  ...paging,
})
