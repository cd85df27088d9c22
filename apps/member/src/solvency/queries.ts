import {
  type AnswerOf,
  about,
  custodyAddresses,
  receiptList,
  solvency,
  solvencyAddresses,
} from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

export type Solvency = AnswerOf<typeof solvency>
export type Reading = NonNullable<Solvency['newest']>

export const solvencyQuery = queryOptions({
  queryKey: ['solvency', 'newest'],
  queryFn: ({ signal }) => api.ask(solvency, {}, { signal }),
})

export const addressesQuery = infiniteQueryOptions({
  queryKey: ['solvency', 'addresses'],
  queryFn: ({ signal, pageParam }) =>
    api.ask(
      solvencyAddresses,
      { query: { limit: 50, ...(pageParam ? { cursor: pageParam } : {}) } },
      { signal },
    ),
  ...paging,
})

export const platformAddressesQuery = queryOptions({
  queryKey: ['solvency', 'custody'],
  queryFn: ({ signal }) => api.ask(custodyAddresses, {}, { signal }),
})

export type Receipt = AnswerOf<typeof receiptList>['items'][number]

export const receiptsQuery = infiniteQueryOptions({
  queryKey: ['solvency', 'receipts'],
  queryFn: ({ signal, pageParam }) =>
    api.ask(
      receiptList,
      { query: { limit: 20, ...(pageParam ? { cursor: pageParam } : {}) } },
      { signal },
    ),
  ...paging,
})

export const aboutQuery = queryOptions({
  queryKey: ['house', 'about'],
  queryFn: ({ signal }) => api.ask(about, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
