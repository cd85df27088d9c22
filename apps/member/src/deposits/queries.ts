import { depositAddress, depositList } from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

export const addressQuery = queryOptions({
  queryKey: ['deposits', 'address'],
  queryFn: ({ signal }) => api.ask(depositAddress, {}, { signal }),
  // Confirmations advance with every block; events report it, and this interval is the fallback.
  refetchInterval: 5_000,
})

export const listQuery = infiniteQueryOptions({
  queryKey: ['deposits', 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.ask(depositList, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  ...paging,
})
