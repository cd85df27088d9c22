import type { PayoutPause } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { refuse } from '../platform/refused.ts'

type Reader = Database | Tx

/**
 * A payout that was signed before a restore may be mined after it: the signer raises its fee every
 * half minute up to its cap. One that is mined later than this has waited for a cap below the
 * network's price, and people decide.
 */
export const MINED_WITHIN_MS = 24 * 3_600_000

/** The mark of the newest restore of the database. */
export interface Restore {
  number: number
  since: Date
}

/** The newest restore; null for a database that was never restored. */
export async function newestRestore(reader: Reader): Promise<Restore | null> {
  const row = await reader
    .selectFrom('databaseCluster')
    .select(['number', 'since'])
    .where('number', '>', 1)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/**
 * True while payouts from before the newest restore are still searched for, on the chain or at the
 * signer.
 */
export async function isRestorePending(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ pending: boolean }>`
    select max(number) > greatest(1, (select max(number) from payout_reconciled)) as pending
    from database_cluster`.execute(reader)
  return rows[0]?.pending ?? false
}

/**
 * What payouts wait for after a restore: the comparison, or a signer whose journal is older than
 * the books.
 */
export type RestoreWait = Extract<PayoutPause, 'restored' | 'signerBehind'>

/** Why the newest restore still holds payouts back; null once everything was compared. */
export async function restoreWait(reader: Reader): Promise<RestoreWait | null> {
  if (!(await isRestorePending(reader))) return null
  const { rows } = await sql<object>`
    select from payout_signer_behind
    where number = (select max(number) from database_cluster) and is_behind`.execute(reader)
  return rows.length > 0 ? 'signerBehind' : 'restored'
}

/** Stores whether the signer's journal is older than the books. */
export async function writeSignerBehind(
  tx: Tx,
  { number, isBehind }: { number: number; isBehind: boolean },
): Promise<void> {
  await sql`
    insert into payout_signer_behind (number, is_behind, at) values (${number}, ${isBehind}, house_now())
    on conflict (number) do update set is_behind = excluded.is_behind, at = excluded.at
      where payout_signer_behind.is_behind <> excluded.is_behind`.execute(tx)
}

/** Withdrawals that the books show as paid by a hot wallet, from a nonce on; the newest of them. */
export async function paidFrom(
  reader: Reader,
  of: { chainId: number; hotAddress: string; firstNonce: number; limit: number },
): Promise<string[]> {
  const rows = await reader
    .selectFrom('withdrawalPayout')
    .innerJoin('withdrawal', 'withdrawal.id', 'withdrawalPayout.withdrawalId')
    .select('withdrawalPayout.withdrawalId')
    .where('withdrawal.state', '=', 'paid')
    .where('chainId', '=', of.chainId)
    .where('hotAddress', '=', of.hotAddress)
    .where('nonce', '>=', of.firstNonce)
    .orderBy('nonce', 'desc')
    .limit(of.limit)
    .execute()
  return rows.map(row => row.withdrawalId)
}

/**
 * Throws `withdrawalRestorePending` when a hold would be given back while its payout from before
 * the restore may still be found. Without a connected chain nothing is searched for, and nothing is
 * refused.
 */
export async function refuseWhileRestoring(tx: Tx, isConnected: boolean): Promise<void> {
  if (isConnected && (await isRestorePending(tx))) refuse('withdrawalRestorePending')
}

/** Stores that every transfer from before a restore was checked. */
export async function writeReconciled(tx: Tx, number: number): Promise<void> {
  await tx
    .insertInto('payoutReconciled')
    .values({ number, at: sql<Date>`house_now()` })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/**
 * Stores that a payout was booked again: its transaction, the source of the evidence, and the
 * restore.
 */
export async function insertRebooked(
  tx: Tx,
  row: {
    withdrawalId: string
    transactionHash: string
    foundBy: 'chain' | 'signer'
    cluster: number
    at: Date
  },
): Promise<void> {
  await tx.insertInto('withdrawalRebooked').values(row).execute()
}
