import {
  getWithdrawal,
  withdrawalAddressList,
  withdrawalList,
  withdrawalTerms,
} from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

export const termsQuery = queryOptions({
  queryKey: ['withdrawals', 'terms'],
  queryFn: ({ signal }) => api.ask(withdrawalTerms, {}, { signal }),
})

export const addressesQuery = queryOptions({
  queryKey: ['withdrawals', 'addresses'],
  queryFn: ({ signal }) => api.ask(withdrawalAddressList, {}, { signal }),
})

export const listQuery = infiniteQueryOptions({
  queryKey: ['withdrawals', 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.ask(withdrawalList, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  ...paging,
})

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['withdrawals', 'one', id],
    queryFn: ({ signal }) => api.ask(getWithdrawal, { params: { id } }, { signal }),
  })
