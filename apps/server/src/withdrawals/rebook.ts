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

/** What shows that a withdrawal which waits in restored books was signed before. */
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
  /** Every transaction that is known of it, the first one first. */
  hashes: readonly [string, ...string[]]
}

/** The nonce or a transaction of it is another withdrawal's. */
export class AnotherPayouts extends Error {}

const actors = { chain: 'watcher', signer: 'signer' } as const
const reasons = {
  chain: (hash: string, restore: number) =>
    `transaction ${hash} had paid it before restore ${restore}`,
  signer: (hash: string, restore: number) =>
    `the signer had signed transaction ${hash} for it before restore ${restore}`,
} as const

/** May a withdrawal be booked again from where the restored books have it? */
export const isWaiting = (row: WithdrawalRow, foundBy: Shown['foundBy']): boolean =>
  stepOf(row, { event: 'rebook', actor: actors[foundBy] }) !== null

/**
 * Takes a withdrawal that waits here, locked, to where it was before the restore: its hold into the account of
 * payouts, its transactions known. Following the chain books it from there.
 * @throws AnotherPayouts; then the transaction of the caller has to end without effect.
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
    before: { state: row.state },
    after: { state: moved.state },
  })
}
