import type { ReceiptKind } from '@banyan/domain'
import { type Period, parametersV1, type Receipt } from '@banyan/economy'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { TreasuryBooking, TreasuryClassification, TreasuryReceipt } from './generated.ts'

export type ClassificationRow = Omit<Selectable<TreasuryClassification>, 'kind'> & {
  kind: ReceiptKind
}
/** Income that operators entered by hand, before receipts came from the chain. */
export type TypedReceiptRow = Selectable<TreasuryReceipt>

/** Returns false when the receipt has an open proposal or an approval. */
export async function insertClassification(
  tx: Tx,
  row: Insertable<TreasuryClassification>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('treasuryClassification')
    .values(row)
    .onConflict(conflict => conflict.column('receiptId').where('droppedAt', 'is', null).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Locked until the transaction ends: it is either approved or dropped. */
export const lockClassification = async (
  tx: Tx,
  id: string,
): Promise<ClassificationRow | undefined> =>
  (await tx
    .selectFrom('treasuryClassification')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as ClassificationRow | undefined

export const findClassifications = async (
  reader: Database | Tx,
  ids: readonly string[],
): Promise<ClassificationRow[]> =>
  ids.length === 0
    ? []
    : ((await reader
        .selectFrom('treasuryClassification')
        .selectAll()
        .where('id', 'in', ids)
        .execute()) as ClassificationRow[])

export async function saveApproved(
  tx: Tx,
  id: string,
  approval: { approvedBy: string; approvedAt: Date },
): Promise<void> {
  await tx.updateTable('treasuryClassification').set(approval).where('id', '=', id).execute()
}

export async function saveDropped(tx: Tx, id: string, droppedAt: Date): Promise<void> {
  await tx.updateTable('treasuryClassification').set({ droppedAt }).where('id', '=', id).execute()
}

/** Books a receipt: the database accepts it once, and only as two people classified it. */
export async function insertBooking(tx: Tx, row: Insertable<TreasuryBooking>): Promise<void> {
  await tx.insertInto('treasuryBooking').values(row).execute()
}

/** The classification of a receipt by two people, and when it was booked. */
export interface Booking {
  kind: ReceiptKind
  payer: string
  evidence: string
  bookedAt: Date
}

/** The bookings of these receipts, by receipt. */
export async function bookingsOf(
  reader: Database | Tx,
  receiptIds: readonly string[],
): Promise<Map<string, Booking>> {
  if (receiptIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('treasuryBooking')
    .innerJoin('treasuryClassification as said', 'said.id', 'treasuryBooking.classificationId')
    .select(['treasuryBooking.receiptId', 'said.kind', 'payer', 'evidence', 'bookedAt'])
    .where('treasuryBooking.receiptId', 'in', receiptIds)
    .execute()
  return new Map(
    rows.map(({ receiptId, kind, ...row }) => [receiptId, { ...row, kind: kind as ReceiptKind }]),
  )
}

/** Income booked before a cut-off, of a block before it, that no run has taken. */
export async function waitingIncome(tx: Database | Tx, cutoff: Date): Promise<Receipt[]> {
  const { rows } = await sql<Receipt>`
    select receipt.id, receipt.amount
    from treasury_booking booking join custody_receipt receipt on receipt.id = booking.receipt_id
    where booking.kind = 'income' and booking.booked_at < ${cutoff} and receipt.block_at < ${cutoff}
      and not exists (select from treasury_booking_run taken
        where taken.receipt_id = booking.receipt_id)
    order by receipt.id`.execute(tx)
  return rows
}

/** Smaller receipts are not waited for: anybody can send them. Micro-USDT. */
const LEAST_WAITED_FOR = 1_000_000n

/**
 * Whether final money of a block before this instant has come to the platform's addresses without
 * being classified.
 */
export async function hasUnclassified(reader: Database | Tx, before: Date): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from custody_receipt where state = 'final' and taken_back_at is null
      and booked_at is null and amount >= ${LEAST_WAITED_FOR} and block_at < ${before}) as has`.execute(
    reader,
  )
  return rows[0]?.has ?? false
}

/** Step 1: assigns income to a run. */
export async function takeReceipts(
  tx: Tx,
  period: Period,
  receipts: readonly Receipt[],
): Promise<void> {
  if (receipts.length === 0) return
  const rows = receipts.map(({ id: receiptId }) => ({ receiptId, period }))
  await tx.insertInto('treasuryBookingRun').values(rows).execute()
}

/**
 * The receipts of a run by block time, ties by id; for runs before receipts came from the chain, in
 * the order of entry.
 */
export async function receiptsOfRun(reader: Database | Tx, period: Period): Promise<Receipt[]> {
  const { rows } = await sql<Receipt>`
    select id, amount from (
      select receipt.id, receipt.amount, receipt.block_at
      from treasury_booking_run taken join custody_receipt receipt on receipt.id = taken.receipt_id
      where taken.period = ${period}
      union all
      select typed.id, typed.amount, typed.block_at
      from treasury_receipt_run taken join treasury_receipt typed on typed.id = taken.receipt_id
      where taken.period = ${period}) receipt
    order by block_at, id`.execute(reader)
  return rows
}

export const findTyped = async (
  reader: Database | Tx,
  ids: readonly string[],
): Promise<TypedReceiptRow[]> =>
  ids.length === 0
    ? []
    : reader.selectFrom('treasuryReceipt').selectAll().where('id', 'in', ids).execute()

export const isTyped = async (tx: Tx, id: string): Promise<boolean> =>
  (await findTyped(tx, [id])).length > 0

/**
 * The money that the books hold on unproven statements: income entered by hand and booked, and
 * founding money without a known receipt. Micro-USDT.
 */
export async function typedTotal(reader: Database | Tx): Promise<bigint> {
  const { rows } = await sql<{ typed: bigint }>`
    select coalesce((select sum(receipt.amount) from treasury_receipt receipt
        join treasury_receipt_run taken on taken.receipt_id = receipt.id
        join settlement_run run on run.period = taken.period and run.published_at is not null), 0)
      + coalesce((select ${parametersV1.genesisUsdt}::numeric from treasury_founding
        where receipt_id is null), 0) as typed`.execute(reader)
  return rows[0]?.typed ?? 0n
}
