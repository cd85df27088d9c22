import { about } from '@banyan/domain'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './app.ts'

/** The wind-down as shown by every page; refetched when the server reports a change. */
export const windDownQuery = queryOptions({
  queryKey: ['wind-down', 'notice'],
  queryFn: ({ signal }) => api.ask(about, {}, { signal }),
  select: ({ windDown }) => windDown,
  staleTime: 600_000,
})

/** Whether a call is refused because the platform is being wound down; then no page offers it. */
export const useStopped = (call: string): boolean =>
  useQuery(windDownQuery).data?.stopped.includes(call) ?? false
