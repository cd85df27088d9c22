import { type AnswerOf, subscriptionList } from '@banyan/domain'
import { infiniteQueryOptions } from '@tanstack/react-query'
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
