import { about, guidePrice, me, subscriptionRound, walletSummary } from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'

// The keys are those of the rooms that these calls belong to: one answer serves every page.
export const summaryQuery = queryOptions({
  queryKey: ['wallets', 'summary'],
  queryFn: ({ signal }) => api.ask(walletSummary, {}, { signal }),
})
export const guideQuery = queryOptions({
  queryKey: ['pricing', 'guide'],
  queryFn: ({ signal }) => api.ask(guidePrice, {}, { signal }),
})
export const roundQuery = queryOptions({
  queryKey: ['subscriptions', 'round'],
  queryFn: ({ signal }) => api.ask(subscriptionRound, {}, { signal }),
})
export const meQuery = queryOptions({
  queryKey: ['identity', 'me'],
  queryFn: ({ signal }) => api.ask(me, {}, { signal }),
})
export const aboutQuery = queryOptions({
  queryKey: ['house', 'about'],
  queryFn: ({ signal }) => api.ask(about, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
