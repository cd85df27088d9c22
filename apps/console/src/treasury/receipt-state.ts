import type { Proposal, Receipt } from './queries.ts'

/**
 * How far a receipt is: `classify` waits for a first treasurer, `decide` for the second one.
 */
export const receiptPhases = ['classify', 'decide', 'confirming', 'booked', 'vanished'] as const
export type ReceiptPhase = (typeof receiptPhases)[number]

/** The phase of a receipt by the chain, its booking, and an open proposal about it. */
export function phaseOf(
  { state, booked }: Pick<Receipt, 'state' | 'booked'>,
  proposal: Proposal | undefined,
): ReceiptPhase {
  if (booked !== null) return 'booked'
  if (state !== 'final') return state
  return proposal ? 'decide' : 'classify'
}
