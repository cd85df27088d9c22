import { notificationList } from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

/** The member's notifications, newest first, with the number of unread ones. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.ask(notificationList, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  staleTime: 0,
  ...paging,
})

/** Only the newest of them. */
export const newestQuery = queryOptions({
  queryKey: ['notifications', 'newest'],
  queryFn: ({ signal }) => api.ask(notificationList, { query: {} }, { signal }),
  staleTime: 0,
})
