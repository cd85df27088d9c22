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
    rows: answer.items.map(member => ({
      id: member.accountId,
      title: t.queueRow(member.nickname, member.accountId),
      detail:
        member.proposalId === null ? member.text : t.answering(member.proposalId.slice(0, 10)),
      since: member.appealedAt,
      // What was proposed waits in the queue of proposals.
      isMine: member.mayPropose && member.proposalId === null,
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
