import { investmentLimit, publishTerms, withdrawalTerms } from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'

/* Each under the key that the pages of its own module use, so that their events update this page, too. */

export const investmentQuery = queryOptions({
  queryKey: ['subscriptions', 'limit'],
  queryFn: ({ signal }) => api.ask(investmentLimit, {}, { signal }),
})

export const marketQuery = queryOptions({
  queryKey: ['otc', 'terms'],
  queryFn: ({ signal }) => api.ask(publishTerms, undefined, { signal }),
})

export const withdrawalQuery = queryOptions({
  queryKey: ['withdrawals', 'terms'],
  queryFn: ({ signal }) => api.ask(withdrawalTerms, {}, { signal }),
})
