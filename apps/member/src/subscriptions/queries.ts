import { type AnswerOf, guidePrice, subscriptionList } from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

export type Subscription = AnswerOf<typeof subscriptionList>['items'][number]
export type StatusFilter = Subscription['status'] | 'all'

/** Own subscriptions, newest first; of one status or of all. */
export const listQuery = (status: StatusFilter = 'all') =>
  infiniteQueryOptions({
    queryKey: ['subscriptions', 'list', status],
    queryFn: ({ signal, pageParam }) =>
      api.ask(
        subscriptionList,
        {
          query: {
            ...(status === 'all' ? {} : { status }),
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        { signal },
      ),
    ...paging,
  })

/** The current guide price; the key is that of the call's module. */
export const guideQuery = queryOptions({
  queryKey: ['pricing', 'guide'],
  queryFn: ({ signal }) => api.ask(guidePrice, {}, { signal }),
})
