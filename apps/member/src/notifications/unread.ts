import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'
import { unreadCall } from './unread-call.ts'

/** How much of what concerned the member is unread. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => api.ask(unreadCall, undefined, { signal }),
  staleTime: 0,
})
