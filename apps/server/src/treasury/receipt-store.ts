import type { Period, Receipt } from '@banyan/economy'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { TreasuryReceipt } from '../platform/database/generated.ts'

/** People who must agree before income counts. Rule book 2.16, security.md 4.11. */
const PEOPLE = 2

export type ReceiptRow = Selectable<TreasuryReceipt>

/** Answers false when this payment was entered before, and not dropped since. */
export async function insertReceipt(tx: Tx, row: Insertable<TreasuryReceipt>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('treasuryReceipt')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['paymentKey', 'paymentCopy']).where('droppedAt', 'is', null).doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A receipt, locked until the transaction ends: it is approved or dropped, not both. */
export const lockReceipt = (tx: Tx, id: string): Promise<ReceiptRow | undefined> =>
  tx.selectFrom('treasuryReceipt').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const findReceipts = async (
  reader: Database | Tx,
  ids: readonly string[],
): Promise<ReceiptRow[]> =>
  ids.length === 0
    ? []
    : reader.selectFrom('treasuryReceipt').selectAll().where('id', 'in', ids).execute()

export async function saveDropped(tx: Tx, id: string, droppedAt: Date): Promise<void> {
  await tx.updateTable('treasuryReceipt').set({ droppedAt }).where('id', '=', id).execute()
}

/** Answers false when this person has approved it before. */
export async function insertApproval(
  tx: Tx,
  row: { receiptId: string; operatorId: string; approvedAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('treasuryReceiptApproval')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Receipts whose block lies before a cut-off and that no run has taken, with who had agreed by then. */
const openAt = (cutoff: Date) => sql`
  select receipt.id, receipt.amount, count(approval.operator_id) as people
  from treasury_receipt receipt
  left join treasury_receipt_approval approval
    on approval.receipt_id = receipt.id and approval.approved_at < ${cutoff}
  where receipt.block_at < ${cutoff} and receipt.entered_at < ${cutoff}
    and (receipt.dropped_at is null or receipt.dropped_at >= ${cutoff})
    and not exists (select from treasury_receipt_run taken where taken.receipt_id = receipt.id)
  group by receipt.id`

/** The largest receipt that still awaited an approval at a cut-off, micro-USDT; 0 without one. */
export async function largestUnapproved(tx: Tx, cutoff: Date): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(max(amount), 0) as amount from (${openAt(cutoff)}) as open
    where people < ${PEOPLE}`.execute(tx)
  return rows[0]?.amount ?? 0n
}

/** Step 1: gives what two people had approved before the cut-off to its run. */
export async function takeReceipts(tx: Tx, period: Period, cutoff: Date): Promise<void> {
  await sql`
    insert into treasury_receipt_run (receipt_id, period)
    select id, ${period} from (${openAt(cutoff)}) as open where people >= ${PEOPLE}`.execute(tx)
}

/** The receipts of a run by block time, ties by id. */
export const receiptsOfRun = (reader: Database | Tx, period: Period): Promise<Receipt[]> =>
  reader
    .selectFrom('treasuryReceiptRun')
    .innerJoin('treasuryReceipt', 'treasuryReceipt.id', 'treasuryReceiptRun.receiptId')
    .select(['treasuryReceipt.id', 'treasuryReceipt.amount'])
    .where('treasuryReceiptRun.period', '=', period)
    .orderBy('treasuryReceipt.blockAt')
    .orderBy('treasuryReceipt.id')
    .execute()
