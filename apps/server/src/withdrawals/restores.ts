import type { OutgoingRow, TransfersOut } from '../deposits/index.ts'
import { alone } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { Refused } from '../platform/refused.ts'
import { pays } from './follow.ts'
import * as payouts from './payout-store.ts'
import { withdrawalId } from './present.ts'
import { AnotherPayouts, bookAgain, isWaiting } from './rebook.ts'
import { rebookSigned, type SignerSearchContext } from './restore-signer.ts'
import * as store from './restore-store.ts'
import { findWithdrawal, lockWithdrawal, type WithdrawalRow } from './store.ts'

/** What finding payouts after a restore needs. */
export interface RestoreContext extends Omit<SignerSearchContext, 'reported'> {
  transfersOut: TransfersOut
}

/** Transfers in later blocks were not signed before the restore. */
const lastBlockAt = ({ since }: store.Restore): Date =>
  new Date(since.getTime() + store.MINED_WITHIN_MS)

/**
 * True when a transfer is the payout of a withdrawal that waits in the restored books. A transfer
 * from after the restore is one only where the withdrawal was requested before it.
 */
const isLostPayout = (seen: OutgoingRow, row: WithdrawalRow, restore: store.Restore): boolean =>
  isWaiting(row, 'chain') &&
  pays(seen, row, { hotAddress: seen.address, handedAt: seen.seenAt }) &&
  (seen.blockAt <= restore.since ||
    (row.requestedAt < restore.since && seen.blockAt <= lastBlockAt(restore)))

/** The withdrawal that a transfer names, and whether it waits here to be booked as paid by it. */
export interface NamedPayout {
  id: string
  isAwaited: boolean
}

/**
 * The withdrawal that the transaction of a transfer names. Null where it names none, and in a
 * database that was never restored, because there a payout is known before it is signed.
 * @throws ChainTrouble when the nodes do not answer or do not agree.
 */
export async function namedBy(
  transfersOut: TransfersOut | null,
  reader: Database | Tx,
  seen: OutgoingRow,
): Promise<NamedPayout | null> {
  const restore = await store.newestRestore(reader)
  if (transfersOut === null || restore === null) return null
  const paid = await transfersOut.paidBy(seen.transactionHash)
  if (paid === null) return null
  const row = await findWithdrawal(reader, paid.id)
  const isAwaited = row !== undefined && isLostPayout(seen, row, restore)
  return { id: withdrawalId(paid.id), isAwaited }
}

/**
 * Creates the run that books payouts again which the restored books do not know. A payout carries
 * the id of its withdrawal, so the chain itself shows which one a transaction from before the
 * restore has paid. The signer reports what was signed and is in no final block yet. Nothing is
 * paid until every earlier final transfer was checked, and the signer was asked about everything
 * beyond. If the process is killed at any point, the next run continues: each payout is booked in
 * one transaction, once.
 */
export function openRestores(deps: RestoreContext): () => Promise<void> {
  // Each is checked in every run, and logged once.
  const context = { ...deps, reported: new Set<string>() }
  const run = async (): Promise<void> => {
    const { database, transfersOut, logger } = context
    const restore = await store.newestRestore(database)
    if (restore === null) return
    const pending = await store.isRestorePending(database)
    // Read before the search, so that the search covers everything up to this block, and the signer
    // everything beyond it.
    const finalBlock = pending ? await transfersOut.finalBlockRead() : null
    const isWhole = await rebookAll(context, restore)
    if (finalBlock === null || !isWhole) return
    if (!(await rebookSigned(context, restore, finalBlock))) return
    await inTransaction(database, tx => store.writeReconciled(tx, restore.number))
    logger.info({ cluster: restore.number }, 'every payout of before the restore was looked for')
  }
  return async () => {
    await alone(context.database, 'payouts', run)
  }
}

/**
 * With the transactions that were reported as naming a withdrawal that they cannot be booked for.
 */
type RestoreSearch = RestoreContext & { reported: Set<string> }

/**
 * Checks every unknown transfer, page by page. Returns false where one waits for a settlement that
 * is changing balances.
 */
async function rebookAll(context: RestoreSearch, restore: store.Restore): Promise<boolean> {
  let isWhole = true
  let page: payouts.UnknownTransfer[] = []
  do {
    page = await payouts.unknownTransfers(context.database, { after: page.at(-1) })
    if (!(await rebookPage(context, restore, page))) isWhole = false
  } while (page.length > 0)
  return isWhole
}

async function rebookPage(
  context: RestoreSearch,
  restore: store.Restore,
  unknown: readonly payouts.UnknownTransfer[],
): Promise<boolean> {
  const { database, transfersOut } = context
  const hashes = unknown.map(one => one.transactionHash)
  let isWhole = true
  for (const seen of await transfersOut.of(database, hashes)) {
    if (seen.blockAt > lastBlockAt(restore) || !unknown.some(one => one.id === seen.id)) continue
    const paid = await transfersOut.paidBy(seen.transactionHash)
    if (paid !== null && !(await rebook(context, restore, seen, paid))) isWhole = false
  }
  return isWhole
}

/**
 * Books a withdrawal again that waits here and was paid before the restore. Returns false where it
 * has to be tried again.
 */
async function rebook(
  context: RestoreSearch,
  restore: store.Restore,
  seen: OutgoingRow,
  { id, nonce }: { id: string; nonce: number },
): Promise<boolean> {
  const { database, logger, enterBalances, reported } = context
  return inTransaction(database, async tx => {
    await enterBalances(tx)
    const row = await lockWithdrawal(tx, id)
    const { transactionHash, chainId } = seen
    if (!row || !isLostPayout(seen, row, restore)) {
      const named = { withdrawal: withdrawalId(id), state: row?.state ?? null, transactionHash }
      if (!reported.has(seen.id))
        logger.error(named, 'names a withdrawal that it cannot be booked for')
      reported.add(seen.id)
      return true
    }
    await bookAgain(context, tx, row, {
      foundBy: 'chain',
      cluster: restore.number,
      chainId,
      hotAddress: seen.address,
      handedAt: seen.seenAt,
      nonce,
      signedAt: seen.blockAt,
      hashes: [transactionHash],
    })
    logger.warn({ withdrawal: withdrawalId(id), transactionHash }, 'paid before the restore')
    return true
  }).catch(error => {
    if (error instanceof Refused && error.refusal === 'lossBeingShared') return false
    if (!(error instanceof AnotherPayouts)) throw error
    logger.error({ withdrawal: withdrawalId(id), reason: error.message }, 'not booked again')
    return false
  })
}
