import { type AnswerOf, guidePrice, subscriptionList } from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

export type Subscription = AnswerOf<typeof subscriptionList>['items'][number]
export type StatusFilter = Subscription['status'] | 'all'

/** Own subscriptions, newest first; of one status or of all. */
export const listQuery = (status: StatusFilter = 'all') =>
  pagesQuery(['subscriptions', 'list', status], subscriptionList, {
    query: { ...(status === 'all' ? {} : { status }) },
  })

/** The current guide price; the key is that of the call's module. */
export const guideQuery = askQuery(['pricing', 'guide'], guidePrice)
