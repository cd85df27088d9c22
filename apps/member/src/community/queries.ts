import {
  about,
  distributionStatus,
  dynamicSummary,
  networkOverview,
  networkTree,
  staticSummary,
} from '@banyan/domain'
import { askQuery } from '../shell/index.ts'

// The keys are those of the modules that these calls belong to: one response serves every page.

/** The tree is counted again every few seconds; a visible page refetches at this interval. */
const COUNTED_EVERY_MS = 15_000

export const aboutQuery = {
  ...askQuery(['house', 'about'], about),
  staleTime: Number.POSITIVE_INFINITY,
}
export const overviewQuery = {
  ...askQuery(['network', 'overview'], networkOverview),
  refetchInterval: COUNTED_EVERY_MS,
}
/** The own place and three levels below. */
export const treeQuery = askQuery(['network', 'tree', ''], networkTree, { query: { path: '' } })
export const staticQuery = askQuery(['earnings', 'static-summary'], staticSummary)
export const dynamicQuery = askQuery(['earnings', 'dynamic-summary'], dynamicSummary)
export const statusQuery = askQuery(['distribution', 'status'], distributionStatus)
