import type { Usdt } from '@banyan/domain'
import { cutoffOf, type Period } from '../calendar.ts'
import { hasCycles } from '../earlier/cycles.ts'
import type { Receipt } from '../earlier/income.ts'
import { releasesIncome } from '../editions.ts'
import { IdColumn } from '../id-column.ts'
import { type Parameters, parametersV1 } from '../parameters.ts'
import type { Backing } from '../price.ts'
import type { SharingFacts } from './02-losses-and-income/sharing.ts'
import { cycleColumns, positionColumns, type StaticFacts } from './05-static-pay/static-columns.ts'
import type { DynamicFacts, TradeFee } from './06-dynamic-pay/dynamic-facts.ts'
import type { RedeemFacts } from './07-redemptions/redemption.ts'
import type { Reinvestment } from './08-rounds-reopened/reopening.ts'
import type { SubscriptionOrder } from './08-subscriptions/subscription.ts'
import type { PlacementFacts } from './10-placements/placement.ts'

/** The platform's own accounts, micro-units. Rule book 2.1. */
export interface Books extends Backing {
  readonly poolStatic: Usdt
  readonly poolDynamic: Usdt
  readonly ops: Usdt
  readonly risk: Usdt
  /** INCOME: received, approved, not yet released. Absent in runs of versions before edition 3. */
  readonly income?: Usdt
  /** −LOSS: what custody was found to lack and no run has booked yet. */
  readonly shortfall: Usdt
}

/** What a run leaves for step 2 of the next one; all of it is in POOL.dynamic, micro-USDT. */
export interface Carried {
  /** The dynamic share of its fees, when the module was off. */
  readonly dynamicOff: Usdt
  /** What nodes that are never paid have matched. */
  readonly staffShare: Usdt
  /** The open claims of carried balances and kept fees on the pool. Rule book 2.7. */
  readonly reserved: Usdt
}

/**
 * Everything that a run may read, frozen at its cut-off and the same on every read. Coin quantities
 * are in the units of the cut-off: no later split changes them. Every list has one order, named
 * where it is defined; ids are texts and amounts whole micro-units.
 */
export interface SettlementInput {
  readonly period: Period
  /** ISO 8601 UTC. */
  readonly cutoffAt: string
  /** The rule book of the run: the input alone is enough to recompute it. */
  readonly parameters: Parameters
  readonly books: Books
  readonly carried: Carried
  /** Before edition 3: by block time; ties by id. */
  readonly receipts?: readonly Receipt[]
  /** Before edition 3: the largest outside receipt that still waited for an approval; 0 without one. */
  readonly largestUnapproved?: Usdt
  /** Fees of finished trades, still in FEE.coin. By the instant of the release; ties by id. */
  readonly fees: readonly TradeFee[]
  readonly statics: StaticFacts
  readonly dynamics: NetworkFacts
  readonly redemptions: RedeemFacts
  /** Subscriptions, oldest first; ties by id. */
  readonly orders: readonly SubscriptionOrder[]
  readonly placements: PlacementFacts
  /**
   * Only in a run that two people allowed to share what the platform's own accounts do not cover.
   * Rule book 2.17.
   */
  readonly sharing?: SharingFacts
  /**
   * Orders of the run that answer the prompt of a closed round, in their order; only when that may
   * reopen it. Rule book 2.7.
   */
  readonly reinvestments?: readonly Reinvestment[]
}

/** The facts of the dynamic part besides the fees and the period. */
export type NetworkFacts = Omit<DynamicFacts, 'fees' | 'period'>

/** A period without requests and receipts: its run only computes the marks. */
export const quietInput = (
  period: Period,
  books: Books,
  parameters: Parameters = parametersV1,
): SettlementInput => ({
  period,
  cutoffAt: cutoffOf(period, parameters).toISOString(),
  parameters,
  books,
  carried: { dynamicOff: 0n, staffShare: 0n, reserved: 0n },
  ...(releasesIncome(parameters) ? {} : { receipts: [], largestUnapproved: 0n }),
  fees: [],
  statics: {
    positions: hasCycles(parameters) ? cycleColumns([]) : positionColumns([]),
    asked: [],
  },
  dynamics: emptyNetwork(parameters),
  redemptions: { exchanges: [], undos: [] },
  orders: [],
  placements: { nextIdx: 0, inviters: [], requests: [], overdue: [] },
})

/** A platform without a tree, its dynamic module off. */
export const emptyNetwork = (p: Parameters = parametersV1): NetworkFacts => ({
  enabled: false,
  balancesPairBps: p.pairBps,
  nodes: {
    memberIds: IdColumn.of([]),
    parents: new Int32Array(),
    sides: new Uint8Array(),
    inviters: new Int32Array(),
    balancesLeft: new BigInt64Array(),
    balancesRight: new BigInt64Array(),
    paidInRound: new BigInt64Array(),
    countedFees: new BigInt64Array(),
    standings: new Uint8Array(),
  },
  kept: [],
})
