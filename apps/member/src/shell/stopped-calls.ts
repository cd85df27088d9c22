import { about } from '@banyan/domain'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './app.ts'

/** What every page shows of a wind-down; asked again when the platform says that it has changed. */
export const windDownQuery = queryOptions({
  queryKey: ['wind-down', 'notice'],
  queryFn: ({ signal }) => api.ask(about, {}, { signal }),
  select: ({ windDown }) => windDown,
  staleTime: 600_000,
})

/** Is a call refused because the platform is being wound down? Then no page offers it. */
export const useStopped = (call: string): boolean =>
  useQuery(windDownQuery).data?.stopped.includes(call) ?? false
