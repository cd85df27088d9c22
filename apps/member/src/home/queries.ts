import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'
import {
  aboutCall,
  dynamicCall,
  emailCall,
  flowsCall,
  guideCall,
  meCall,
  roundCall,
  solvencyCall,
  staticCall,
  summaryCall,
} from './calls.ts'

// The keys are those of the modules that these calls belong to: one response serves every page.
export const summaryQuery = queryOptions({
  queryKey: ['wallets', 'summary'],
  queryFn: ({ signal }) => api.ask(summaryCall, {}, { signal }),
})
export const guideQuery = queryOptions({
  queryKey: ['pricing', 'guide'],
  queryFn: ({ signal }) => api.ask(guideCall, {}, { signal }),
})
export const roundQuery = queryOptions({
  queryKey: ['subscriptions', 'round'],
  queryFn: ({ signal }) => api.ask(roundCall, {}, { signal }),
})
export const staticQuery = queryOptions({
  queryKey: ['earnings', 'static-summary'],
  queryFn: ({ signal }) => api.ask(staticCall, {}, { signal }),
})
export const dynamicQuery = queryOptions({
  queryKey: ['earnings', 'dynamic-summary'],
  queryFn: ({ signal }) => api.ask(dynamicCall, {}, { signal }),
})
export const meQuery = queryOptions({
  queryKey: ['identity', 'me'],
  queryFn: ({ signal }) => api.ask(meCall, {}, { signal }),
})
export const aboutQuery = queryOptions({
  queryKey: ['house', 'about'],
  queryFn: ({ signal }) => api.ask(aboutCall, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
export const solvencyQuery = queryOptions({
  queryKey: ['solvency', 'newest'],
  queryFn: ({ signal }) => api.ask(solvencyCall, {}, { signal }),
})
export const flowsQuery = queryOptions({
  queryKey: ['wallets', 'flows'],
  queryFn: ({ signal }) => api.ask(flowsCall, {}, { signal }),
})
export const emailQuery = queryOptions({
  queryKey: ['verification', 'email'],
  queryFn: ({ signal }) => api.ask(emailCall, {}, { signal }),
})
