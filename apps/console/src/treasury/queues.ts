import type { AnswerOf, OperatorRole, receiptList, strayTransferList } from '@banyan/domain'
import { figureText, shortAddress } from '@banyan/ui'
import { type Queue, type Queued, textsOf } from '../shell/index.ts'
import { straysQuery, waitingReceiptsQuery } from './queries.ts'
import { treasuryQueueTexts } from './queue-texts.ts'

/** A treasurer should have looked within a day; a transfer that pauses payouts, within an hour. */
const targetMinutes = { receipt: 24 * 60, stray: 60 } as const

const receiptRows =
  (role: OperatorRole) =>
  ({ items, nextCursor }: AnswerOf<typeof receiptList>): Queued => {
    const t = textsOf(treasuryQueueTexts)
    return {
      isMore: nextCursor !== null,
      rows: items
        .filter(({ state }) => state === 'final')
        .map(({ id, amount, use, from, blockAt }) => ({
          id,
          title: `${figureText(amount)} USDT · ${t.use[use]}`,
          detail: shortAddress(from),
          since: blockAt,
          isMine: role === 'treasurer',
        })),
    }
  }

const strayRows = ({ items }: AnswerOf<typeof strayTransferList>): Queued => ({
  isMore: false,
  rows: items.map(({ id, amount, from, blockAt }) => ({
    id,
    title: `${figureText(amount)} USDT`,
    detail: shortAddress(from),
    since: blockAt,
    isMine: true,
  })),
})

const readers = ['treasurer', 'administrator'] as const

export const treasuryQueues: readonly Queue[] = [
  {
    id: 'treasury-receipts',
    page: 'treasury',
    title: {
      'zh-CN': treasuryQueueTexts['zh-CN'].receipts,
      en: treasuryQueueTexts.en.receipts,
    },
    readers,
    targetMinutes: targetMinutes.receipt,
    read: role => ({ ...waitingReceiptsQuery, select: receiptRows(role) }),
  },
  {
    id: 'treasury-strays',
    page: 'treasury',
    query: { part: 'strays' },
    title: {
      'zh-CN': treasuryQueueTexts['zh-CN'].strays,
      en: treasuryQueueTexts.en.strays,
    },
    readers,
    targetMinutes: targetMinutes.stray,
    read: () => ({ ...straysQuery, select: strayRows }),
  },
]
