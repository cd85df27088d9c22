import type { Ledger } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import * as payouts from './payout-store.ts'
import { captureOf } from './postings.ts'
import { withdrawalId } from './present.ts'
import { insertRebooked } from './restore-store.ts'
import { stepOf, takeStep } from './steps.ts'
import type { WithdrawalRow } from './store.ts'
import type { VoidContext } from './voids.ts'

/** The evidence that a withdrawal which waits in restored books was signed before the restore. */
export interface Shown {
  foundBy: 'chain' | 'signer'
  /** The number of the restore. */
  cluster: number
  chainId: number
  hotAddress: string
  /** No transfer that was seen before this is its payout. */
  handedAt: Date
  nonce: number
  signedAt: Date
  /** Every known transaction of it, in order. */
  hashes: readonly [string, ...string[]]
}

/** The nonce or a transaction of it belongs to another withdrawal. */
export class AnotherPayouts extends Error {}

const actors = { chain: 'watcher', signer: 'signer' } as const
const reasons = {
  chain: (hash: string, restore: number) =>
    `transaction ${hash} had paid it before restore ${restore}`,
  signer: (hash: string, restore: number) =>
    `the signer had signed transaction ${hash} for it before restore ${restore}`,
} as const

/** True when a withdrawal may be booked again from its state in the restored books. */
export const isWaiting = (row: WithdrawalRow, foundBy: Shown['foundBy']): boolean =>
  stepOf(row, { event: 'rebook', actor: actors[foundBy] }) !== null

/**
 * Returns a waiting withdrawal, locked, to its state before the restore: its hold is in the account
 * of payouts and its transactions are known. Following the chain books it from there.
 * @throws AnotherPayouts; then the caller must roll its transaction back.
 */
export async function bookAgain(
  { ledger, recordAct }: { ledger: Ledger; recordAct: VoidContext['recordAct'] },
  tx: Tx,
  row: WithdrawalRow,
  shown: Shown,
): Promise<void> {
  const { foundBy, cluster, chainId, hotAddress, handedAt, nonce, signedAt, hashes } = shown
  const of = { withdrawalId: row.id, chainId, hotAddress }
  if (await payouts.isNonceTaken(tx, { ...of, nonce }))
    throw new AnotherPayouts(`nonce ${nonce} is another payout’s`)
  await ledger.postHold(tx, row.holdId, captureOf(row))
  await payouts.insertPayout(tx, { ...of, handedAt })
  await payouts.changePayout(tx, row.id, { nonce, signedAt })
  const [others] = await payouts.keepTransactions(tx, row.id, hashes)
  if (others !== undefined) throw new AnotherPayouts(`${others} is another payout’s`)
  const [transactionHash] = hashes
  const at = await systemNow(tx)
  await insertRebooked(tx, { withdrawalId: row.id, transactionHash, foundBy, cluster, at })
  const moved = await takeStep(tx, row, { event: 'rebook', actor: actors[foundBy] })
  await recordAct(tx, 'house', {
    action: 'rebook payout after restore',
    object: withdrawalId(row.id),
    reason: reasons[foundBy](transactionHash, cluster),
    members: [row.memberId],
    before: { state: row.state },
    after: { state: moved.state },
  })
}
