import type { Proposal } from './queries.ts'

/** The open proposal about a receipt; undefined where there is none. */
export const aboutReceipt = (
  proposals: readonly Proposal[],
  receiptId: string,
): Proposal | undefined =>
  proposals.find(({ subject }) => subject.kind === 'receipt' && subject.receipt?.id === receiptId)

/** The open proposal to book a payment as a cost; undefined where there is none. */
export const aboutPayment = (
  proposals: readonly Proposal[],
  transferId: string,
): Proposal | undefined =>
  proposals.find(({ subject }) => subject.kind === 'cost' && subject.transfer.id === transferId)

/** The open proposal about a transfer; undefined where there is none. */
export const aboutTransfer = (
  proposals: readonly Proposal[],
  transferId: string,
): Proposal | undefined =>
  proposals.find(
    ({ subject }) => subject.kind === 'explanation' && subject.transfer.id === transferId,
  )
