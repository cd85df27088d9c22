import type { AnswerOf, feedbackQueue, serviceInbox } from '@banyan/domain'
import { type Queue, type Queued, textsOf } from '../shell/index.ts'
import { feedbackQueueQuery, inboxQueue } from './queries.ts'
import { serviceTexts } from './texts.ts'

/** A member in a chat waits minutes; feedback is answered within two days. */
export const targetMinutes = { chat: 15, feedback: 48 * 60 } as const

const readers = ['support', 'administrator'] as const

/** Who waits for an answer: rows whose member does not wait are in no queue. */
const conversationsOf = (answer: AnswerOf<typeof serviceInbox>, isMine: boolean): Queued => {
  const t = textsOf(serviceTexts)
  return {
    isMore: answer.nextCursor !== null,
    rows: answer.items
      .filter(({ waitingSince }) => waitingSince !== null)
      .map(({ id, member, waitingSince, unread, personAsked }) => ({
        id,
        title: member.nickname,
        detail: personAsked ? t.person : t.unread(unread),
        since: waitingSince ?? '',
        isMine,
      })),
  }
}

const feedbackOf = (answer: AnswerOf<typeof feedbackQueue>, isMine: boolean): Queued => {
  const t = textsOf(serviceTexts)
  return {
    isMore: answer.nextCursor !== null,
    rows: answer.items.map(({ id, member, type, sentAt }) => ({
      id,
      title: member.nickname,
      detail: t.types[type],
      since: sentAt,
      isMine,
    })),
  }
}

const titleOf = (name: 'waiting' | 'mine' | 'feedback') => ({
  'zh-CN': serviceTexts['zh-CN'].queue[name],
  en: serviceTexts.en.queue[name],
})

export const serviceQueues: readonly Queue[] = [
  {
    id: 'service-waiting',
    page: 'service',
    query: { view: 'waiting' },
    title: titleOf('waiting'),
    readers,
    targetMinutes: targetMinutes.chat,
    read: role => ({
      ...inboxQueue('waiting'),
      select: (answer: AnswerOf<typeof serviceInbox>) =>
        conversationsOf(answer, role === 'support'),
    }),
  },
  {
    id: 'service-mine',
    page: 'service',
    query: { view: 'mine' },
    title: titleOf('mine'),
    readers: ['support'],
    targetMinutes: targetMinutes.chat,
    read: () => ({
      ...inboxQueue('mine'),
      select: (answer: AnswerOf<typeof serviceInbox>) => conversationsOf(answer, true),
    }),
  },
  {
    id: 'feedback',
    page: 'service',
    query: { view: 'feedback' },
    title: titleOf('feedback'),
    readers,
    targetMinutes: targetMinutes.feedback,
    read: role => ({
      ...feedbackQueueQuery,
      select: (answer: AnswerOf<typeof feedbackQueue>) => feedbackOf(answer, role === 'support'),
    }),
  },
]
