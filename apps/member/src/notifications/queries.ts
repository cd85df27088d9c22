import { notificationList } from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

/** What concerned the member, newest first, with how much of it is unread. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.ask(notificationList, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  staleTime: 0,
  ...paging,
})

/** The newest of it alone. */
export const newestQuery = queryOptions({
  queryKey: ['notifications', 'newest'],
  queryFn: ({ signal }) => api.ask(notificationList, { query: {} }, { signal }),
  staleTime: 0,
})
