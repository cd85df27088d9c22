import type { AnswerOf, statusAppealList } from '@banyan/domain'
import { type Queue, type Queued, textsOf } from '../shell/index.ts'
import { statusAppealsQuery } from './queries.ts'
import { statusTexts } from './status-texts.ts'

/** A member whose pay is stopped should have an answer within three days. */
const targetMinutes = 3 * 24 * 60

function rowsOf(answer: AnswerOf<typeof statusAppealList>): Queued {
  const t = textsOf(statusTexts)
  return {
    isMore: answer.nextCursor !== null,
    rows: answer.items.map(one => ({
      id: one.accountId,
      title: t.queueRow(one.nickname, one.accountId),
      detail: one.proposalId === null ? one.text : t.answering(one.proposalId.slice(0, 10)),
      since: one.appealedAt,
      // What was proposed waits in the queue of proposals.
      isMine: one.mayPropose && one.proposalId === null,
    })),
  }
}

export const memberQueues: readonly Queue[] = [
  {
    id: 'status-appeals',
    page: 'members',
    title: { 'zh-CN': statusTexts['zh-CN'].queue, en: statusTexts.en.queue },
    readers: ['support', 'reviewer', 'treasurer', 'administrator'],
    targetMinutes,
    read: () => ({ ...statusAppealsQuery, select: rowsOf }),
  },
]
