import { notificationList, notificationsUnread } from '@banyan/domain'
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

/** How much of it is unread. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => api.ask(notificationsUnread, undefined, { signal }),
  staleTime: 0,
})
