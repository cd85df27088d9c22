import { security, sessionList } from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions', 'list'],
  queryFn: ({ signal }) => api.ask(sessionList, {}, { signal }),
})

/** Bound e-mail, freezes, and resets that can be undone. */
export const securityQuery = queryOptions({
  queryKey: ['sessions', 'security'],
  queryFn: ({ signal }) => api.ask(security, {}, { signal }),
})
