/*
 * The second computation works from the canonical text of a run's input alone, as anybody could who
 * has that text: amounts are still decimal strings here. It is written from rule book 2, apart from
 * the first one: only the names of what comes out, the text that is hashed, and the columns that long
 * lists are kept in, are shared.
 */

import type { IdColumn } from '../id-column.ts'

/** Amounts as the text tells them. */
type Told = string

/** The numbers of the rule book that it needs, as the text tells them. */
export interface ToldRules {
  readonly firstPrice: Told
  readonly subscriptionFloorPrice: Told
  readonly runCapacityUsdt: Told
  /** Not there where a run is filled evenly. */
  readonly memberGuaranteeUsdt?: Told
  readonly unspentToleranceUsdt: Told
  readonly feeToStaticBps: number
  readonly feeToDynamicBps: number
  readonly feeToOpsBps: number
  readonly exchangeFeeBps: number
  readonly incomeToStaticBps: number
  /** Income is released slowly where both of these are; before there was the third in their place. */
  readonly incomeReleaseDivisor?: Told
  readonly incomeReleaseBps?: number
  readonly unapprovedReceiptBps?: number
  readonly staticReleaseDivisor: Told
  /** Not there where positions have no cycles. */
  readonly cycleSettlements?: number
  readonly termCycles?: number
  readonly staticCapBps: number
  readonly splitTriggerPrice: Told
  readonly splitMultiple: number
  readonly roundCapUsdt: Told
  readonly reopenMinimumUsdt: Told
}

/** All positions, in the columns in which the text tells them. */
export interface ToldPositions {
  readonly ids: IdColumn
  readonly memberIds: IdColumn
  readonly quantities: BigInt64Array
  readonly openingValues: BigInt64Array
  readonly paid: BigInt64Array
  readonly unlockAsked: Int32Array
  /** Where positions have cycles. */
  readonly settlements?: Int32Array
  readonly renews?: Int32Array
}

/** The tree, in the columns in which the text tells it. */
export interface ToldNodes {
  readonly balancesLeft: BigInt64Array
  readonly balancesRight: BigInt64Array
  readonly countedFees: BigInt64Array
  readonly inviters: Int32Array
  readonly memberIds: IdColumn
  readonly paidInRound: BigInt64Array
  readonly parents: Int32Array
  readonly sides: Int32Array
  readonly standings: Int32Array
}

export interface ToldOrder {
  readonly id: string
  readonly memberId: string
  readonly amount: Told
}

export interface ToldRegion {
  readonly total: Told
  readonly members: number
}

export interface ToldInviter {
  readonly memberId: string
  readonly idx: number
  readonly depth: number
  readonly leftChain: number
  readonly rightChain: number
  readonly leftEnd: { readonly idx: number; readonly depth: number }
  readonly rightEnd: { readonly idx: number; readonly depth: number }
  readonly left: ToldRegion
  readonly right: ToldRegion
}

export interface ToldCandidate {
  readonly memberId: string
  readonly inviterId: string
  readonly choice: 'left' | 'right' | 'smaller'
}

/** Balances at the cut-off of a run that may share a loss among them. */
export interface ToldSharing {
  readonly most: Told
  readonly balances: readonly Told[]
  readonly holds: readonly { readonly id: string; readonly amount: Told }[]
}

/** An order that answers the prompt of a closed round. */
interface ToldReinvestment {
  readonly orderId: string
  readonly node: number
  readonly round: string
}

/** The input of a run as its canonical text, read. */
export interface ToldInput {
  readonly period: string
  readonly parameters: ToldRules & Readonly<Record<string, string | number>>
  readonly books: Readonly<Record<string, Told>>
  readonly carried: {
    readonly dynamicOff: Told
    readonly staffShare: Told
    readonly reserved: Told
  }
  readonly receipts?: readonly { readonly id: string; readonly amount: Told }[]
  readonly largestUnapproved?: Told
  readonly fees: readonly {
    readonly tradeId: string
    readonly memberId: string
    readonly node: number | null
    readonly coins: Told
    readonly outside: boolean
  }[]
  readonly statics: {
    readonly positions: ToldPositions
    readonly asked: readonly { readonly id: string; readonly quantity: Told }[]
  }
  readonly dynamics: {
    readonly enabled: boolean
    readonly balancesPairBps: number
    readonly roundCapBefore?: Told
    readonly nodes: ToldNodes
    readonly kept: readonly {
      readonly tradeId: string
      readonly memberId: string
      readonly node: number | null
      readonly volume: Told
    }[]
  }
  readonly redemptions: {
    readonly exchanges: readonly { readonly id: string; readonly quantity: Told }[]
    readonly undos: readonly { readonly id: string; readonly quantity: Told; readonly fill: Told }[]
  }
  readonly orders: readonly ToldOrder[]
  readonly placements: {
    readonly nextIdx: number
    readonly inviters: readonly ToldInviter[]
    readonly requests: readonly ToldCandidate[]
    readonly overdue: readonly ToldCandidate[]
  }
  readonly sharing?: ToldSharing
  readonly reinvestments?: readonly ToldReinvestment[]
}

const MICRO = 1_000_000n
const BPS = 10_000n

/** Coins at a price, the crumb left with those who stay. */
export const valueAt = (coins: bigint, price: bigint): bigint => (coins * price) / MICRO

/** So many ten-thousandths, rounded down. */
export const partOf = (amount: bigint, bps: number): bigint => (amount * BigInt(bps)) / BPS

/** So many ten-thousandths, rounded up. */
export const partUp = (amount: bigint, bps: number): bigint => {
  const exact = amount * BigInt(bps)
  return exact / BPS + (exact % BPS === 0n ? 0n : 1n)
}

/** R/N as a price with six digits, and whether a crumb was cut off. */
export function priceOf(
  reserve: bigint,
  coins: bigint,
  first: bigint,
): { down: bigint; up: bigint } {
  if (coins === 0n) return { down: first, up: first }
  const down = (reserve * MICRO) / coins
  return { down, up: down * coins === reserve * MICRO ? down : down + 1n }
}
