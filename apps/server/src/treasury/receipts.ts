import type { Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import { insertApproval, insertReceipt, lockReceipt, saveDropped } from './receipt-store.ts'

/** Income from outside as one operator enters it. */
export interface EnteredReceipt {
  /** Micro-USDT. */
  amount: bigint
  /** The payment: chain and hash, or the bank's own number; one payment is entered once. */
  paymentReference: string
  /** What it is for, and where that can be looked up. */
  evidence: string
  /** When the payment became final. */
  blockAt: Date
  operatorId: string
}

/**
 * Enters a receipt; answers its id. Refuses `receiptEntered` for a payment that was entered before,
 * and `receiptAhead` for one that has not happened yet.
 */
export async function enterReceipt(tx: Tx, receipt: EnteredReceipt): Promise<string> {
  const { operatorId, ...facts } = receipt
  const id = newUuid()
  const enteredAt = await houseNow(tx)
  if (facts.blockAt > enteredAt) refuse('receiptAhead')
  const row = { ...facts, id, enteredBy: operatorId, enteredAt }
  if (!(await insertReceipt(tx, row))) refuse('receiptEntered')
  return id
}

/**
 * One person's agreement; the run after the second one books it. Who entered it may be one of the
 * two. Refuses `notFound`, `stale` for a receipt that was dropped, and `approvedBefore` by the same person.
 */
export async function approveReceipt(
  tx: Tx,
  approval: { receiptId: string; operatorId: string },
): Promise<void> {
  const receipt = await lockReceipt(tx, approval.receiptId)
  if (!receipt) return refuse('notFound')
  if (receipt.droppedAt !== null) refuse('stale')
  if (!(await insertApproval(tx, { ...approval, approvedAt: await houseNow(tx) }))) {
    refuse('approvedBefore')
  }
}

/** A receipt that two people do not agree on: no run waits for it any more. Refuses `notFound` and `stale`. */
export async function dropReceipt(tx: Tx, receiptId: string): Promise<void> {
  const receipt = await lockReceipt(tx, receiptId)
  if (!receipt) return refuse('notFound')
  if (receipt.droppedAt !== null) refuse('stale')
  await saveDropped(tx, receiptId, await houseNow(tx))
}
