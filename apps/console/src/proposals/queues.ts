import type { AnswerOf, proposalList } from '@banyan/domain'
import { type Queue, type Queued, textsOf } from '../shell/index.ts'
import { openProposalsQuery } from './queries.ts'
import { proposalTexts } from './texts.ts'
import { whatOf } from './what.ts'

/** A second person should decide within a day. */
export const targetMinutes = 24 * 60

function rowsOf(answer: AnswerOf<typeof proposalList>): Queued {
  const t = textsOf(proposalTexts)
  return {
    isMore: answer.nextCursor !== null,
    rows: answer.items.map(({ id, subject, proposedBy, proposedAt, moves }) => ({
      id,
      title: `${t.kind[subject.kind]} ${whatOf(subject)}`,
      detail: t.seat.proposer(proposedBy),
      since: proposedAt,
      isMine: moves.includes('approve'),
    })),
  }
}

export const proposalQueues: readonly Queue[] = [
  {
    id: 'proposals',
    page: 'proposals',
    query: { state: 'open' },
    title: { 'zh-CN': proposalTexts['zh-CN'].queue, en: proposalTexts.en.queue },
    readers: ['support', 'reviewer', 'treasurer', 'administrator'],
    targetMinutes,
    read: () => ({ ...openProposalsQuery, select: rowsOf }),
  },
]
