import { type DynamicKind, dynamicEarningList, dynamicSummary } from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

export const dynamicSummaryQuery = queryOptions({
  queryKey: ['earnings', 'dynamic-summary'],
  queryFn: ({ signal }) => api.ask(dynamicSummary, {}, { signal }),
})

export const dynamicQuery = (kind: DynamicKind | 'all') =>
  infiniteQueryOptions({
    ...paging,
    queryKey: ['earnings', 'dynamic', kind],
    queryFn: ({ signal, pageParam: cursor }) =>
      api.ask(
        dynamicEarningList,
        {
          query: {
            ...(kind === 'all' ? {} : { kind }),
            ...(cursor === undefined ? {} : { cursor }),
          },
        },
        { signal },
      ),
  })
