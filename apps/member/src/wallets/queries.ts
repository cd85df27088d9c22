import { type Asset, statement, walletSummary } from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

export const summaryQuery = queryOptions({
  queryKey: ['wallets', 'summary'],
  queryFn: ({ signal }) => api.ask(walletSummary, {}, { signal }),
})

/** The member's ledger lines, of one asset or of both. */
export const statementQuery = (asset: Asset | null) =>
  infiniteQueryOptions({
    queryKey: ['wallets', 'statement', asset],
    queryFn: ({ signal, pageParam }) =>
      api.ask(
        statement,
        { query: { ...(asset ? { asset } : {}), ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    ...paging,
  })
