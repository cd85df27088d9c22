import { parametersV1 } from '@banyan/economy'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import type { Sweep } from '../platform/room.ts'
import { takeDueSoon } from './store.ts'

const EVERY_MS = 60_000
const BATCH = 500

/**
 * Reminds inviters on the fifth day: rule book 2.10 (5). Answers how many invitees it was about; each
 * is told of once. The page reads the deadline itself, so nothing is lost with the news.
 */
export const remindInviters = (database: Database): Promise<number> =>
  inTransaction(database, async tx => {
    const noticeDays = parametersV1.placementDays - parametersV1.placementNoticeDays
    const due = await takeDueSoon(tx, { noticeDays, limit: BATCH })
    const inviters = [...new Set(due.map(one => one.inviterId))]
    await announce(
      tx,
      inviters.map(memberId => ({ memberId, topic: 'network', subject: null })),
    )
    return due.length
  })

export const deadlineSweep = (database: Database): Sweep => ({
  name: 'placement deadlines',
  door: 'worker',
  everyMs: EVERY_MS,
  turn: async () => void (await remindInviters(database)),
})
