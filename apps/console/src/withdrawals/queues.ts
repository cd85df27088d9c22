import type { AnswerOf, withdrawalQueue } from '@banyan/domain'
import { figureText } from '@banyan/ui'
import { api, type Queue, type Queued, textsOf } from '../shell/index.ts'
import { isCooling } from './next-step.ts'
import { queuedQuery } from './queries.ts'
import { withdrawalTexts } from './texts.ts'

/** A withdrawal should be decided on within a day at the longest; half of that is each person's. */
export const targetMinutes = { requested: 6 * 60, reviewed: 2 * 60 } as const

function rowsOf(answer: AnswerOf<typeof withdrawalQueue>): Queued {
  const t = textsOf(withdrawalTexts)
  return {
    isMore: answer.nextCursor !== null,
    rows: answer.items.map(
      ({ id, accountId, amount, checks, moves, requestedAt, approvableFrom }) => {
        const failed = checks.filter(({ ok }) => !ok).length
        return {
          id,
          title: t.row(accountId, figureText(amount, 2, 2)),
          detail: failed > 0 ? t.failed(failed) : t.allGood,
          // A new address waits for its own day first: nobody is late before that.
          since: approvableFrom > requestedAt ? approvableFrom : requestedAt,
          isMine:
            moves.some(move => move !== 'refuse') &&
            !isCooling({ approvableFrom }, api.clock.now()),
        }
      },
    ),
  }
}

const readers = ['reviewer', 'treasurer'] as const

export const withdrawalQueues: readonly Queue[] = [
  {
    id: 'withdrawals-review',
    page: 'withdrawals',
    query: { state: 'requested' },
    title: {
      'zh-CN': withdrawalTexts['zh-CN'].queue.review,
      en: withdrawalTexts.en.queue.review,
    },
    readers,
    targetMinutes: targetMinutes.requested,
    read: () => ({ ...queuedQuery('requested'), select: rowsOf }),
  },
  {
    id: 'withdrawals-release',
    page: 'withdrawals',
    query: { state: 'reviewed' },
    title: {
      'zh-CN': withdrawalTexts['zh-CN'].queue.release,
      en: withdrawalTexts.en.queue.release,
    },
    readers,
    targetMinutes: targetMinutes.reviewed,
    read: () => ({ ...queuedQuery('reviewed'), select: rowsOf }),
  },
]
