import {
  activationTerms,
  passport,
  positionList,
  staticEarningList,
  staticResults,
} from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

export const termsQuery = queryOptions({
  queryKey: ['earnings', 'terms'],
  queryFn: ({ signal }) => api.ask(activationTerms, {}, { signal }),
})

export const positionsQuery = (show: 'locked' | 'ended') =>
  infiniteQueryOptions({
    queryKey: ['earnings', 'positions', show],
    queryFn: ({ signal, pageParam }) =>
      api.ask(
        positionList,
        { query: { show, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    ...paging,
  })

export const staticQuery = (show: 'all' | 'paid') =>
  infiniteQueryOptions({
    queryKey: ['earnings', 'static', show],
    queryFn: ({ signal, pageParam }) =>
      api.ask(
        staticEarningList,
        { query: { show, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    ...paging,
  })

export const resultsQuery = queryOptions({
  queryKey: ['earnings', 'results'],
  queryFn: ({ signal }) => api.ask(staticResults, {}, { signal }),
})

export const passportQuery = (id: string) =>
  queryOptions({
    queryKey: ['earnings', 'passport', id],
    queryFn: ({ signal }) => api.ask(passport, { query: { id } }, { signal }),
  })
