import { about } from '@banyan/domain'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { askQuery } from './ask-query.ts'

/** The wind-down as shown by every page; refetched when the server reports a change. */
export const windDownQuery = queryOptions({
  ...askQuery(['wind-down', 'notice'], about),
  select: ({ windDown }) => windDown,
  staleTime: 600_000,
})

/** Whether a call is refused because the platform is being wound down; then no page offers it. */
export const useStopped = (call: string): boolean =>
  useQuery(windDownQuery).data?.stopped.includes(call) ?? false
