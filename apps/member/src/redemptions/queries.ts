import { type AnswerOf, redemptionList, redemptionTerms, saleRecords } from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

export type Redemption = AnswerOf<typeof redemptionList>['items'][number]
export type Terms = AnswerOf<typeof redemptionTerms>
export type SaleFilter = 'all' | 'otc' | 'exchange'

/** The member's sales, of one kind or of both, latest first. */
export const salesQuery = (type: SaleFilter) =>
  infiniteQueryOptions({
    queryKey: ['redemptions', 'sales', type],
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

/** The member's exchanges and undos, newest first. */
export const listQuery = infiniteQueryOptions({
  queryKey: ['redemptions', 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.ask(redemptionList, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  ...paging,
})

/** What the member may exchange or undo now. */
export const termsQuery = queryOptions({
  queryKey: ['redemptions', 'terms'],
  queryFn: ({ signal }) => api.ask(redemptionTerms, {}, { signal }),
})
