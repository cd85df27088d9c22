import type { Logger } from 'pino'
import type { OutgoingRow, TransfersOut } from '../deposits/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { changePayout, withNews } from './payout-store.ts'
import { payoutOf } from './postings.ts'
import { withdrawalId } from './present.ts'
import { type PayoutRow, payoutsOf, transactionsOf } from './record-store.ts'
import { takeStep } from './steps.ts'
import { lockWithdrawal, type WithdrawalRow } from './store.ts'

/** What following payouts on the chain needs. */
export interface FollowPayoutsContext {
  database: Database
  logger: Logger
  ledger: Ledger
  transfersOut: TransfersOut
}

const AT_ONCE = 200

/**
 * Checks every signed payout on the chain, as the watcher has read it: in a block it is sent, in a
 * final one it is booked, and no longer in a block it waits as before. The signer is not asked.
 */
export async function followPayouts(context: FollowPayoutsContext): Promise<void> {
  for (const id of await withNews(context.database, AT_ONCE))
    await inTransaction(context.database, tx => followOne(context, tx, id))
}

async function followOne(context: FollowPayoutsContext, tx: Tx, id: string): Promise<void> {
  const row = await lockWithdrawal(tx, id)
  const [payout] = await payoutsOf(tx, [id])
  if (!row || !payout || (row.state !== 'signed' && row.state !== 'sent')) return
  const hashes = (await transactionsOf(tx, [id])).map(one => one.hash)
  const seen = (await context.transfersOut.of(tx, hashes)).find(one => pays(one, row, payout))
  if (!seen) {
    if (row.state === 'sent') await vanish(context, tx, row)
    return
  }
  const sent = row.state === 'signed' ? await send(tx, row, seen) : row
  if (seen.state === 'final') await confirm(context, tx, sent)
}

/**
 * Exactly the arriving amount, to exactly the address, from the hot wallet that it was handed over
 * for, and not earlier.
 */
export const pays = (
  seen: Pick<OutgoingRow, 'address' | 'recipient' | 'tokenUnits' | 'unitsPerMicro' | 'seenAt'>,
  row: Pick<WithdrawalRow, 'address' | 'amount' | 'fee'>,
  payout: Pick<PayoutRow, 'hotAddress' | 'handedAt'>,
): boolean =>
  seen.address === payout.hotAddress &&
  seen.recipient === row.address.toLowerCase() &&
  seen.tokenUnits === (row.amount - row.fee) * seen.unitsPerMicro &&
  seen.seenAt >= payout.handedAt

async function send(tx: Tx, row: WithdrawalRow, seen: OutgoingRow): Promise<WithdrawalRow> {
  await changePayout(tx, row.id, { transactionHash: seen.transactionHash })
  return takeStep(tx, row, { event: 'send', actor: 'watcher' })
}

async function vanish({ logger }: FollowPayoutsContext, tx: Tx, row: WithdrawalRow): Promise<void> {
  logger.warn({ withdrawal: withdrawalId(row.id) }, 'the chain took back a block with a payout')
  await changePayout(tx, row.id, { transactionHash: null })
  await takeStep(tx, row, { event: 'vanish', actor: 'watcher' })
}

async function confirm(
  { ledger }: FollowPayoutsContext,
  tx: Tx,
  row: WithdrawalRow,
): Promise<void> {
  await ledger.post(tx, payoutOf(row))
  await takeStep(tx, row, { event: 'confirm', actor: 'watcher' })
}
