import type { AnswerOf, caseList, hearingDesk } from '@banyan/domain'
import { api, type Queue, type Queued, textsOf } from '../shell/index.ts'
import { casesQueue, deskQuery } from './queries.ts'
import { appealTexts } from './texts.ts'

/** A case should be heard within a day. */
export const targetMinutes = 24 * 60

function casesOf(answer: AnswerOf<typeof caseList>): Queued {
  const t = textsOf(appealTexts)
  return {
    isMore: answer.nextCursor !== null,
    rows: answer.items.map(({ id, caseNumber, state, reason, openedAt, mine, drawn }) => ({
      id,
      title: t.row(caseNumber),
      detail: `${t.state[state]} · ${reason ? t.reason[reason] : t.noReason}`,
      since: openedAt,
      isMine: mine || drawn,
    })),
  }
}

function waitingOf({ cases }: AnswerOf<typeof hearingDesk>): Queued {
  const t = textsOf(appealTexts)
  return {
    isMore: false,
    rows: cases.map(({ id, caseNumber, queue }) => ({
      id,
      title: t.row(caseNumber),
      detail: t.desk.awaited[queue.awaited],
      since: queue.since,
      isMine: queue.appointFrom !== null && Date.parse(queue.appointFrom) <= api.clock.now(),
    })),
  }
}

export const appealQueues: readonly Queue[] = [
  {
    id: 'appeals-hear',
    page: 'appeals',
    title: { 'zh-CN': appealTexts['zh-CN'].queue.hear, en: appealTexts.en.queue.hear },
    readers: ['arbitrator'],
    targetMinutes,
    read: () => ({ ...casesQueue, select: casesOf }),
  },
  {
    id: 'appeals-appoint',
    page: 'appeals',
    title: { 'zh-CN': appealTexts['zh-CN'].queue.appoint, en: appealTexts.en.queue.appoint },
    readers: ['administrator'],
    targetMinutes,
    read: () => ({ ...deskQuery, select: waitingOf }),
  },
]
