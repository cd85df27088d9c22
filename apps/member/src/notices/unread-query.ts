import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'
import { unreadNoticesCall } from './calls.ts'

/** The first unread notices and how many there are. */
export const unreadNoticesQuery = queryOptions({
  queryKey: ['notices', 'unread'],
  queryFn: ({ signal }) => api.ask(unreadNoticesCall, {}, { signal }),
  staleTime: 0,
})
