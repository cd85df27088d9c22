import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import type { Sealing } from '../platform/sealing.ts'
import { freezeAfterAddress } from './freezes.ts'
import { compareReceiving, type ReceivingAccount } from './receiving-account.ts'
import { lockReceiving, saveReceiving } from './receiving-store.ts'
import { accountIdOf } from './store.ts'

/** Sends the member an e-mail about a changed receiving address. */
export type NotifyOfAddress = (
  tx: Tx,
  memberId: string,
  notice: 'addressChanged',
  facts: { accountId: string; until: Date },
) => Promise<void>

/**
 * Stores where a member is paid. `changedAt` changes only when an address does. A network that had
 * an address before and gets another one freezes new sells, and the member is notified on every
 * channel.
 */
export async function setReceiving(
  context: { database: Database; sealing: Sealing; notify: NotifyOfAddress },
  memberId: string,
  next: Omit<ReceivingAccount, 'changedAt'>,
): Promise<ReceivingAccount> {
  return inTransaction(context.database, async tx => {
    const before = await lockReceiving(tx, context.sealing, memberId)
    const now = await systemNow(tx)
    const change = compareReceiving(before, next)
    const changedAt = before && !change.moved ? before.account.changedAt : now
    const account = { ...next, changedAt }
    await saveReceiving(tx, context.sealing, memberId, { account, known: change.known })
    if (change.guarded) {
      const until = await freezeAfterAddress(tx, memberId, now)
      const accountId = await accountIdOf(tx, memberId)
      await context.notify(tx, memberId, 'addressChanged', { accountId, until })
      await announce(tx, [{ memberId, topic: 'session', subject: null }])
    }
    return account
  })
}
