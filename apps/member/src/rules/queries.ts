import {
  dynamicSummary,
  ruleBook,
  ruleVersions,
  settlementList,
  staticSummary,
  walletSummary,
} from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Language, paging } from '../shell/index.ts'

// The texts are in the caller's language, so it is part of the query key.
export const bookQuery = (language: Language, version: string | null) =>
  queryOptions({
    queryKey: ['rules', 'book', language, version ?? 'in force'],
    queryFn: ({ signal }) =>
      api.ask(ruleBook, version === null ? {} : { query: { version } }, { signal }),
  })

export const versionsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['rules', 'versions', language],
    queryFn: ({ signal }) => api.ask(ruleVersions, {}, { signal }),
  })

export const settlementsQuery = infiniteQueryOptions({
  queryKey: ['pricing', 'settlements'],
  queryFn: ({ signal, pageParam }) =>
    api.ask(
      settlementList,
      { query: { limit: 20, ...(pageParam ? { cursor: pageParam } : {}) } },
      { signal },
    ),
  ...paging,
})

// The member's own data, under the keys of the modules that these calls belong to.
export const staticQuery = queryOptions({
  queryKey: ['earnings', 'static-summary'],
  queryFn: ({ signal }) => api.ask(staticSummary, {}, { signal }),
})
export const dynamicQuery = queryOptions({
  queryKey: ['earnings', 'dynamic-summary'],
  queryFn: ({ signal }) => api.ask(dynamicSummary, {}, { signal }),
})
export const walletQuery = queryOptions({
  queryKey: ['wallets', 'summary'],
  queryFn: ({ signal }) => api.ask(walletSummary, {}, { signal }),
})
