import type { Logger } from 'pino'
import type { OutgoingRow, TransfersOut } from '../deposits/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { alone } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { houseNow, inTransaction } from '../platform/database/transaction.ts'
import { Refused } from '../platform/refused.ts'
import { pays } from './follow.ts'
import * as payouts from './payout-store.ts'
import { captureOf } from './postings.ts'
import { withdrawalId } from './present.ts'
import * as store from './restore-store.ts'
import { stepOf, takeStep } from './steps.ts'
import { lockWithdrawal } from './store.ts'
import type { VoidWorld } from './voids.ts'

/** What finding payouts after a restore works with. */
export interface RestoreWorld {
  database: Database
  logger: Logger
  ledger: Ledger
  transfersOut: TransfersOut
  recordAct: VoidWorld['recordAct']
  /** Waits for a run that is at everybody's balance; refuses `lossBeingShared` while one is. */
  enterBalances: (tx: Tx) => Promise<void>
}

/**
 * Makes the turn that books payouts again which the restored books do not know. A payout carries the id of its
 * withdrawal, so the chain itself says which one a transaction of before the restore has paid. Nothing is paid
 * until every final transfer of before it was looked at. If the process is killed at any point, the next turn
 * continues: each is booked in one transaction, once.
 */
export function openRestores(world: RestoreWorld): () => Promise<void> {
  const turn = async (): Promise<void> => {
    const { database, transfersOut, logger } = world
    const restore = await store.newestRestore(database)
    if (restore === null) return
    const pending = await store.isRestorePending(database)
    // Asked for before the look, so that the look covers everything that is final by now.
    const isRead = pending && (await transfersOut.hasReadFinal())
    const isWhole = await rebookAll(world, restore)
    if (!isRead || !isWhole) return
    await inTransaction(database, tx => store.writeReconciled(tx, restore.number))
    logger.info({ cluster: restore.number }, 'every payout of before the restore was looked for')
  }
  return async () => {
    await alone(world.database, 'payouts', turn)
  }
}

/** Answers false where one has to wait for a settlement that is at the balances. */
async function rebookAll(world: RestoreWorld, restore: store.Restore): Promise<boolean> {
  const { database, transfersOut } = world
  const unknown = await payouts.unknownTransfers(database)
  const hashes = unknown.map(one => one.transactionHash)
  let isWhole = true
  for (const seen of await transfersOut.of(database, hashes)) {
    // A transfer of after the restore pays nothing that these books do not know.
    if (seen.blockAt > restore.since || !unknown.some(one => one.id === seen.id)) continue
    const paid = await transfersOut.paidBy(seen.transactionHash)
    if (paid !== null && !(await rebook(world, restore, seen, paid))) isWhole = false
  }
  return isWhole
}

/**
 * Takes a withdrawal that waits here and was paid before the restore to where it was then: its hold into the
 * account of payouts, its transaction known. Following the chain books it from there. Answers false where it
 * has to be tried again.
 */
async function rebook(
  { database, ledger, logger, recordAct, enterBalances }: RestoreWorld,
  { number }: store.Restore,
  seen: OutgoingRow,
  { id, nonce }: { id: string; nonce: number },
): Promise<boolean> {
  return inTransaction(database, async tx => {
    await enterBalances(tx)
    const row = await lockWithdrawal(tx, id)
    const again = { event: 'rebook', actor: 'watcher' } as const
    const payout = { hotAddress: seen.address, handedAt: seen.seenAt }
    if (!row || !stepOf(row, again) || !pays(seen, row, payout)) return true
    const { transactionHash, chainId } = seen
    await ledger.postHold(tx, row.holdId, captureOf(row))
    await payouts.insertPayout(tx, { withdrawalId: id, chainId, ...payout })
    await payouts.changePayout(tx, id, { nonce, signedAt: seen.blockAt })
    if ((await payouts.keepTransactions(tx, id, [transactionHash])).length > 0)
      throw new Error(`${transactionHash} is another payout’s`)
    const at = await houseNow(tx)
    await store.insertRebooked(tx, { withdrawalId: id, transactionHash, cluster: number, at })
    const moved = await takeStep(tx, row, again)
    await recordAct(tx, 'house', {
      ...{ action: 'rebook payout after restore', object: withdrawalId(id) },
      reason: `transaction ${transactionHash} had paid it before restore ${number}`,
      ...{ before: { state: row.state }, after: { state: moved.state } },
    })
    logger.warn({ withdrawal: withdrawalId(id), transactionHash }, 'paid before the restore')
    return true
  }).catch(error => {
    if (error instanceof Refused && error.refusal === 'lossBeingShared') return false
    throw error
  })
}
