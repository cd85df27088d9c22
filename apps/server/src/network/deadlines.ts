import type { Parameters } from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Job } from '../platform/module.ts'
import { announce } from '../platform/outbox/announce.ts'
import { takeDueSoon } from './store.ts'

const EVERY_MS = 60_000
const BATCH = 500

/** E-mails an inviter that invitees will be placed automatically, the first at an instant. */
export type Remind = (tx: Tx, inviterId: string, firstDueAt: Date) => Promise<void>

/**
 * The dependencies of reminding: how an e-mail is written, and the numbers of the rule book in
 * force.
 */
export interface Reminding {
  remind: Remind
  parameters(reader: Tx): Promise<Parameters>
}

/**
 * Reminds inviters on the fifth day: rule book 2.10 (5). Returns the number of invitees concerned;
 * each is reported once, by an event to the page and by an e-mail to inviters who have an address.
 */
export const remindInviters = (
  database: Database,
  { remind, parameters }: Reminding,
): Promise<number> =>
  inTransaction(database, async tx => {
    const p = await parameters(tx)
    const noticeDays = p.placementDays - p.placementNoticeDays
    const due = await takeDueSoon(tx, { noticeDays, limit: BATCH })
    const first = new Map<string, Date>()
    for (const { inviterId, dueAt } of due) {
      const known = first.get(inviterId)
      if (!known || dueAt < known) first.set(inviterId, dueAt)
    }
    await announce(
      tx,
      [...first.keys()].map(memberId => ({ memberId, topic: 'network', subject: null })),
    )
    for (const [inviterId, dueAt] of first) await remind(tx, inviterId, dueAt)
    return due.length
  })

export const deadlineJob = (database: Database, reminding: Reminding): Job => ({
  name: 'placement deadlines',
  runsIn: 'worker',
  everyMs: EVERY_MS,
  run: async () => void (await remindInviters(database, reminding)),
})
