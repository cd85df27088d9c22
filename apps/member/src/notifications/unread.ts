import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'
import { unreadCall } from './unread-call.ts'

/** The number of unread notifications. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => api.ask(unreadCall, undefined, { signal }),
  staleTime: 0,
})
