import { incomeStatistics } from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'

export const incomeQuery = queryOptions({
  queryKey: ['statistics', 'income'],
  queryFn: ({ signal }) => api.ask(incomeStatistics, {}, { signal }),
})
