import { disputeClauses, disputeStatistics } from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'

/** The clauses that rulings cite. They change with a release only. */
export const clausesQuery = queryOptions({
  queryKey: ['otc', 'clauses'],
  queryFn: ({ signal }) => api.ask(disputeClauses, undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The outcomes of cases, month by month. */
export const statisticsQuery = queryOptions({
  queryKey: ['otc', 'dispute-statistics'],
  queryFn: ({ signal }) => api.ask(disputeStatistics, undefined, { signal }),
})
