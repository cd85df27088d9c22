import { distributionStatus } from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'

export const statusKey = ['distribution', 'status'] as const

export const statusQuery = queryOptions({
  queryKey: statusKey,
  queryFn: ({ signal }) => api.ask(distributionStatus, {}, { signal }),
})
