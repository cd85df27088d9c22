import { type DynamicKind, dynamicEarningList, dynamicSummary } from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

export const dynamicSummaryQuery = askQuery(['earnings', 'dynamic-summary'], dynamicSummary)

export const dynamicQuery = (kind: DynamicKind | 'all') =>
  pagesQuery(['earnings', 'dynamic', kind], dynamicEarningList, {
    query: { ...(kind === 'all' ? {} : { kind }) },
  })
