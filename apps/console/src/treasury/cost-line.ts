import type { Proposal, ShownCost } from './queries.ts'

/** How far a payment is: `classify` waits for a first treasurer, `decide` for the second one. */
type CostPhase = 'classify' | 'decide' | 'confirming' | 'booked'

/** A payment with the open proposal about it. */
export interface CostLine {
  cost: ShownCost
  proposal: Proposal | undefined
  phase: CostPhase
}
