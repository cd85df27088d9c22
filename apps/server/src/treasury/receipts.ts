import type { ReceiptKind } from '@banyan/domain'
import type { Receipts, ShownReceipt } from '../deposits/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { type BookingContext, bookReceipt, refuseUnbookable } from './booking.ts'
import * as store from './receipt-store.ts'

/** The dependencies of classifying receipts. */
export interface ReceiptContext extends BookingContext {
  receipts: Receipts
}

/**
 * What one treasurer states about a receipt on the chain: everything except its amount and time.
 */
export interface ReceiptProposal {
  /** The id of the receipt on the chain. */
  receiptId: string
  kind: ReceiptKind
  /** The payer. */
  payer: string
  /** The purpose, and where it can be looked up. */
  evidence: string
  operatorId: string
}

/**
 * Proposes a classification of a receipt; returns the proposal's id. Nothing moves. Refuses
 * `notFound`, `receiptNotFinal`, `receiptEntered` beside an open proposal or a booking, and what
 * cannot be booked.
 */
export async function classifyReceipt(
  context: ReceiptContext,
  tx: Tx,
  { operatorId, ...classification }: ReceiptProposal,
): Promise<string> {
  const { row } = await lockFinal(context.receipts, tx, classification.receiptId)
  await refuseUnbookable(context, tx, { kind: classification.kind, amount: row.amount })
  const id = newUuid()
  const proposed = { proposedBy: operatorId, proposedAt: await systemNow(tx) }
  if (!(await store.insertClassification(tx, { id, ...classification, ...proposed })))
    refuse('receiptEntered')
  return id
}

/**
 * The second person's approval books the receipt, once for ever. Refuses `notFound`, `stale` for a
 * dropped proposal, `receiptNotOnChain` for income that was entered by hand, `secondPersonNeeded`,
 * `receiptNotFinal`, and what cannot be booked.
 */
export async function approveReceipt(
  context: ReceiptContext,
  tx: Tx,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<void> {
  const { receipts } = context
  const classification = await store.lockClassification(tx, id)
  if (!classification)
    return refuse((await store.isTyped(tx, id)) ? 'receiptNotOnChain' : 'notFound')
  if (classification.droppedAt !== null) refuse('stale')
  if (classification.proposedBy === operatorId) refuse('secondPersonNeeded')
  const { row } = await lockFinal(receipts, tx, classification.receiptId)
  const bookedAt = await systemNow(tx)
  const { kind, receiptId } = classification
  await store.saveApproved(tx, id, { approvedBy: operatorId, approvedAt: bookedAt })
  await store.insertBooking(tx, {
    receiptId,
    classificationId: id,
    kind,
    amount: row.amount,
    bookedAt,
  })
  await receipts.markBooked(tx, receiptId, bookedAt)
  await bookReceipt(context, tx, { id: receiptId, kind, amount: row.amount, bookedAt })
  await announce(tx, [{ memberId: null, topic: 'custody', subject: null }])
}

/**
 * Drops a proposal on which two people do not agree; another can be made. Income that was entered
 * by hand ends with its proposal.
 */
export async function dropReceipt(tx: Tx, id: string): Promise<void> {
  const classification = await store.lockClassification(tx, id)
  if (!classification) return (await store.isTyped(tx, id)) ? undefined : refuse('notFound')
  if (classification.droppedAt !== null || classification.approvedAt !== null) refuse('stale')
  await store.saveDropped(tx, id, await systemNow(tx))
}

/** A final receipt that is not booked, locked. */
async function lockFinal(receipts: Receipts, tx: Tx, id: string): Promise<ShownReceipt> {
  const shown = await receipts.lock(tx, id)
  if (!shown) return refuse('notFound')
  const { state, confirmations, needed } = shown.wire
  if (state !== 'final') refuse('receiptNotFinal', { confirmations, needed })
  if (shown.row.bookedAt !== null) refuse('receiptEntered')
  return shown
}

/**
 * The proposals about receipts, each with the chain's data. Typed: entered by hand, before receipts
 * came from the chain.
 */
export type Proposed =
  | { id: string; classification: store.ClassificationRow; receipt: ShownReceipt }
  | { id: string; typed: store.TypedReceiptRow }

export async function proposedReceipts(
  { receipts }: Pick<ReceiptContext, 'receipts'>,
  reader: Database | Tx,
  ids: readonly string[],
): Promise<Proposed[]> {
  const classifications = await store.findClassifications(reader, ids)
  const shown = await receipts.byId(
    reader,
    classifications.map(one => one.receiptId),
  )
  const typed = await store.findTyped(reader, ids)
  return [
    ...classifications.map(one => {
      const receipt = shown.get(one.receiptId)
      if (!receipt) throw new Error(`proposal ${one.id} is about no receipt`)
      return { id: one.id, classification: one, receipt }
    }),
    ...typed.map(one => ({ id: one.id, typed: one })),
  ]
}
