import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { refuse } from '../platform/refused.ts'

type Reader = Database | Tx

/**
 * A payout that was signed before a restore may be mined after it: the signer raises its fee every half minute up
 * to its cap. One that is mined later than this has waited for a cap below the network's price, and people decide.
 */
export const MINED_WITHIN_MS = 24 * 3_600_000

/** The mark of the newest restore of the database. */
export interface Restore {
  number: number
  since: Date
}

/** The newest restore; null for a database that never was restored. */
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

/** Has the chain not been compared with the books since the newest restore? */
export async function isRestorePending(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ pending: boolean }>`
    select max(number) > greatest(1, (select max(number) from payout_reconciled)) as pending
    from database_cluster`.execute(reader)
  return rows[0]?.pending ?? false
}

/**
 * Refuses `withdrawalRestorePending` to give a hold back while its payout of before the restore may still be
 * found. Where no chain is connected nothing is looked for, and nothing is refused.
 */
export async function refuseWhileRestoring(tx: Tx, isConnected: boolean): Promise<void> {
  if (isConnected && (await isRestorePending(tx))) refuse('withdrawalRestorePending')
}

/** Notes that every transfer of before a restore was looked at. */
export async function writeReconciled(tx: Tx, number: number): Promise<void> {
  await sql`
    insert into payout_reconciled (number, at) values (${number}, house_now())
    on conflict do nothing`.execute(tx)
}

/** Keeps that a payout was booked again, by which transaction and after which restore. */
export async function insertRebooked(
  tx: Tx,
  row: { withdrawalId: string; transactionHash: string; cluster: number; at: Date },
): Promise<void> {
  await tx.insertInto('withdrawalRebooked').values(row).execute()
}
