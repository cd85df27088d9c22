import { exchangeList, saleRecords } from '@banyan/domain'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

export type SaleFilter = 'all' | 'otc' | 'exchange'

/** What the member has sold, of one kind or of both, the last sold first. */
export const salesQuery = (type: SaleFilter) =>
  infiniteQueryOptions({
    queryKey: ['exchanges', 'sales', type],
    queryFn: ({ signal, pageParam }) =>
      api.ask(
        saleRecords,
        {
          query: {
            ...(type === 'all' ? {} : { type }),
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        { signal },
      ),
    ...paging,
  })

/** The member's exchanges, newest first. */
export const queueQuery = infiniteQueryOptions({
  queryKey: ['exchanges', 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.ask(exchangeList, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  ...paging,
})
