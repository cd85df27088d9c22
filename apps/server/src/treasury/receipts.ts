import type { Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import { insertApproval, insertReceipt, receiptExists } from './receipt-store.ts'

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

/** Enters a receipt; answers its id. Refuses `receiptEntered` for a payment that was entered before. */
export async function enterReceipt(tx: Tx, receipt: EnteredReceipt): Promise<string> {
  const { operatorId, ...facts } = receipt
  const id = newUuid()
  const row = { ...facts, id, enteredBy: operatorId, enteredAt: await houseNow(tx) }
  if (!(await insertReceipt(tx, row))) refuse('receiptEntered')
  return id
}

/**
 * One person's agreement; the run after the second one books it. Who entered it may be one of the
 * two. Refuses `notFound`, and `approvedBefore` by the same person.
 */
export async function approveReceipt(
  tx: Tx,
  approval: { receiptId: string; operatorId: string },
): Promise<void> {
  if (!(await receiptExists(tx, approval.receiptId))) refuse('notFound')
  if (!(await insertApproval(tx, { ...approval, approvedAt: await houseNow(tx) }))) {
    refuse('approvedBefore')
  }
}
