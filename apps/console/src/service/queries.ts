import {
  type AnswerOf,
  cannedAnswers,
  feedbackQueue,
  type InboxView,
  serviceInbox,
  serviceThread,
} from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

export type Conversation = AnswerOf<typeof serviceInbox>['items'][number]
export type Thread = AnswerOf<typeof serviceThread>

export const inboxQuery = (view: InboxView, unread: boolean) =>
  pagesQuery(['service', 'inbox', view, unread], serviceInbox, {
    query: unread ? { view, unread: 'true' } : { view },
  })
export const inboxQueue = (view: InboxView) =>
  askQuery(['service', 'queue', view], serviceInbox, { query: { view, limit: 100 } })
export const threadQuery = (id: string) =>
  pagesQuery(['service', 'thread', id], serviceThread, { params: { id } })
export const cannedQuery = askQuery(['service', 'canned'], cannedAnswers)
export const feedbackQuery = pagesQuery(['feedback', 'open'], feedbackQueue, {
  query: { state: 'open' },
})
export const feedbackQueueQuery = askQuery(['feedback', 'queue'], feedbackQueue, {
  query: { state: 'open', limit: 100 },
})
