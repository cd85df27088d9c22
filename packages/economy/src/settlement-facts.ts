import type { Leaf, Usdt } from '@banyan/domain'
import type { Period } from './calendar.ts'
import type { Backing } from './price.ts'
import type { SubscriptionOrder } from './subscription.ts'

/*
 * What a run may look at: frozen at its cut-off, the same whenever it is asked for. Coin quantities
 * are in the units of the cut-off: a later split does not change them. Every list is in the order
 * that is named, ties by id; ids are texts and amounts whole micro-units.
 */

/** The house's own accounts as the cut-off found them. Rule book 2.1. */
export interface Books extends Backing {
  readonly poolStatic: Usdt
  readonly poolDynamic: Usdt
  readonly ops: Usdt
  readonly risk: Usdt
  /** −LOSS: what custody was found to lack and no run has booked yet. */
  readonly shortfall: Usdt
}

/** What the run before left for step 2 of this one; all in POOL.dynamic. */
export interface Carried {
  /** The dynamic share of fees that came while the module was off. */
  readonly dynamicOff: Usdt
  /** What staff, test and root nodes matched. */
  readonly staffShare: Usdt
  /** What carried balances and kept fees may still ask of the pool. Rule book 2.7. */
  readonly reserved: Usdt
}

/** Outside income: approved by two, its block before the cut-off. By block time. */
export interface Receipt {
  readonly id: string
  readonly amount: Usdt
}

/** The fee of a finished trade, still in FEE.coin. By the instant of the release. */
export interface CollectedFee {
  readonly tradeId: string
  /** The seller, who paid it. */
  readonly memberId: string
  readonly quantity: Leaf
}

/** Coins queued to be redeemed. By the instant of asking. */
export interface ExchangeRequest {
  readonly id: string
  readonly memberId: string
  readonly quantity: Leaf
}

/** A first fill whose owner wants it undone. By the instant of asking. */
export interface UndoRequest {
  readonly subscriptionId: string
  readonly memberId: string
  /** The coins of the fill, which its owner still has. */
  readonly quantity: Leaf
  /** What was paid for them. */
  readonly filled: Usdt
}

/** A position as the run before left it. In the order of opening. */
export interface PositionFact {
  readonly id: string
  readonly memberId: string
  /** Locked coins. */
  readonly weight: Leaf
  readonly openingValue: Usdt
  readonly paid: Usdt
  /** Runs that it has shared in, this one not counted. */
  readonly settlements: number
  /** Its owner asked for its end before the cut-off. */
  readonly unlockAsked: boolean
  /** What happens at the end of its cycle. */
  readonly atCycleEnd: 'renew' | 'unlock'
}

/** Coins that are to be locked in step 9. By the instant of asking. */
export interface ActivationRequest {
  readonly id: string
  readonly memberId: string
  readonly quantity: Leaf
}

/** A node of the placement tree, final before this run. By index: a parent comes before its children. */
export interface NodeFact {
  readonly memberId: string
  /** −1 for the root. */
  readonly parentIdx: number
  readonly side: 'left' | 'right'
  /** The index of the inviter's node; −1 without one. */
  readonly inviterIdx: number
  /** Carried volume, micro-USDT. */
  readonly balanceLeft: Usdt
  readonly balanceRight: Usdt
  /** Dynamic pay of the round so far. */
  readonly paidInRound: Usdt
  /** May be paid in this run for invitees, and for pairs. Rule book 2.9. */
  readonly payableDirect: boolean
  readonly payablePairs: boolean
}

/** Who is to be placed in step 10: requests by time, then the overdue by registration. */
export interface PlacementRequest {
  readonly memberId: string
  readonly inviterId: string
  readonly side: 'left' | 'right' | 'smaller'
}

/** Everything a run may look at, frozen at its cut-off. Rule book 2.16. */
export interface SettlementInput {
  readonly period: Period
  /** ISO 8601 UTC. */
  readonly cutoffAt: string
  readonly parametersVersion: number
  /** Is network pay switched on in this run? */
  readonly dynamicOn: boolean
  readonly books: Books
  readonly carried: Carried
  readonly receipts: readonly Receipt[]
  /** The largest outside receipt that still waits for an approval; 0 without one. Rule book 2.3 (5). */
  readonly largestUnapproved: Usdt
  readonly fees: readonly CollectedFee[]
  readonly positions: readonly PositionFact[]
  readonly activations: readonly ActivationRequest[]
  readonly exchanges: readonly ExchangeRequest[]
  readonly undos: readonly UndoRequest[]
  /** Oldest first; ties by id. */
  readonly orders: readonly SubscriptionOrder[]
  readonly nodes: readonly NodeFact[]
  readonly placements: readonly PlacementRequest[]
}
