import { incomeStatistics, insiderList } from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'

export const incomeQuery = queryOptions({
  queryKey: ['statistics', 'income'],
  queryFn: ({ signal }) => api.ask(incomeStatistics, {}, { signal }),
})

export const insidersQuery = queryOptions({
  queryKey: ['statistics', 'insiders'],
  queryFn: ({ signal }) => api.ask(insiderList, {}, { signal }),
})
