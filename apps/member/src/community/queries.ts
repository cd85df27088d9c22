import {
  about,
  distributionStatus,
  dynamicSummary,
  networkOverview,
  networkTree,
  staticSummary,
} from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'

// The keys are those of the modules that these calls belong to: one response serves every page.

/** The tree is counted again every few seconds; a visible page refetches at this interval. */
const COUNTED_EVERY_MS = 15_000

export const aboutQuery = queryOptions({
  queryKey: ['house', 'about'],
  queryFn: ({ signal }) => api.ask(about, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
export const overviewQuery = queryOptions({
  queryKey: ['network', 'overview'],
  queryFn: ({ signal }) => api.ask(networkOverview, {}, { signal }),
  refetchInterval: COUNTED_EVERY_MS,
})
/** The own place and three levels below. */
export const treeQuery = queryOptions({
  queryKey: ['network', 'tree', ''],
  queryFn: ({ signal }) => api.ask(networkTree, { query: { path: '' } }, { signal }),
})
export const staticQuery = queryOptions({
  queryKey: ['earnings', 'static-summary'],
  queryFn: ({ signal }) => api.ask(staticSummary, {}, { signal }),
})
export const dynamicQuery = queryOptions({
  queryKey: ['earnings', 'dynamic-summary'],
  queryFn: ({ signal }) => api.ask(dynamicSummary, {}, { signal }),
})
export const statusQuery = queryOptions({
  queryKey: ['distribution', 'status'],
  queryFn: ({ signal }) => api.ask(distributionStatus, {}, { signal }),
})
