import type { TransferCause } from '@banyan/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { TransferExplanation } from './generated.ts'

export type ExplanationRow = Omit<Selectable<TransferExplanation>, 'cause'> & {
  cause: TransferCause
}

/** Returns false when an explanation of this transfer is open or approved. */
export async function insertExplanation(
  tx: Tx,
  row: Insertable<TransferExplanation>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('transferExplanation')
    .values(row)
    .onConflict(one => one.column('transferId').where('droppedAt', 'is', null).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Locked until the transaction ends, so that it is not both approved and dropped. */
export const lockExplanation = async (tx: Tx, id: string): Promise<ExplanationRow | undefined> =>
  (await tx
    .selectFrom('transferExplanation')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as ExplanationRow | undefined

export const findExplanations = async (
  reader: Database | Tx,
  ids: readonly string[],
): Promise<ExplanationRow[]> =>
  (await reader
    .selectFrom('transferExplanation')
    .selectAll()
    .where('id', 'in', ids)
    .execute()) as ExplanationRow[]

export async function endExplanation(
  tx: Tx,
  id: string,
  end: { approvedBy: string; approvedAt: Date; loss: bigint } | { droppedAt: Date },
): Promise<void> {
  await tx.updateTable('transferExplanation').set(end).where('id', '=', id).execute()
}

/** When the last explanation was approved; null before the first. */
export async function lastApproved(reader: Database | Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(approved_at) as at from transfer_explanation`.execute(reader)
  return rows[0]?.at ?? null
}

/** Explained transfers that are in no block of the chain now. */
export async function explainedAndGone(
  reader: Database | Tx,
): Promise<{ transactionHash: string; loss: bigint; takenBackAt: Date }[]> {
  const { rows } = await sql<{ transactionHash: string; loss: bigint; takenBackAt: Date }>`
    select transaction_hash, loss, taken_back_at
    from custody_transfer sent join transfer_explanation said on said.transfer_id = sent.id
    where explained_at is not null and approved_at is not null and taken_back_at is not null
    order by taken_back_at limit 100`.execute(reader)
  return rows
}
