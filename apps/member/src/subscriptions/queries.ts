import { subscriptionList } from '@banyan/domain'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

export const listQuery = infiniteQueryOptions({
  queryKey: ['subscriptions', 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.ask(subscriptionList, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  ...paging,
})
