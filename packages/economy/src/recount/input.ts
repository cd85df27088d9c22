/*
 * The second computation works from the canonical text of a run's input alone, as anybody could who
 * has that text: amounts are still decimal strings here. It is written from rule book 2, apart from
 * the first one: only the types of results, the text that is hashed, the columns of long lists, and
 * the names of the rule book's numbers are shared.
 */

import type { IdColumn } from '../id-column.ts'

/** An amount as it is in the text, micro-units. */
type AmountText = string

/** The numbers of the rule book that the second computation needs, as they are in the text. */
export interface InputRules {
  readonly firstPrice: AmountText
  readonly subscriptionFloorPrice: AmountText
  readonly runCapacityUsdt: AmountText
  /** Absent where a run is filled evenly. */
  readonly memberGuaranteeUsdt?: AmountText
  readonly unspentToleranceUsdt: AmountText
  readonly feeToStaticBps: number
  readonly feeToDynamicBps: number
  readonly feeToOpsBps: number
  readonly exchangeFeeBps: number
  readonly incomeToStaticBps: number
  /** Income is released slowly where both of these exist; older rules have the third in their place. */
  readonly incomeReleaseDivisor?: AmountText
  readonly incomeReleaseBps?: number
  readonly unapprovedReceiptBps?: number
  readonly staticReleaseDivisor: AmountText
  /** Absent where positions have no cycles. */
  readonly cycleSettlements?: number
  readonly termCycles?: number
  readonly staticCapBps: number
  readonly splitTriggerPrice: AmountText
  readonly splitMultiple: number
  readonly roundCapUsdt: AmountText
  readonly reopenMinimumUsdt: AmountText
}

/** All positions, in columns as in the text. */
export interface InputPositions {
  readonly ids: IdColumn
  readonly memberIds: IdColumn
  readonly quantities: BigInt64Array
  readonly openingValues: BigInt64Array
  readonly paid: BigInt64Array
  readonly unlockAsked: Int32Array
  /** Present where positions have cycles. */
  readonly settlements?: Int32Array
  readonly renews?: Int32Array
}

/** The tree, in columns as in the text. */
export interface InputNodes {
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

export interface InputOrder {
  readonly id: string
  readonly memberId: string
  readonly amount: AmountText
}

export interface InputRegion {
  readonly total: AmountText
  readonly members: number
}

export interface InputInviter {
  readonly memberId: string
  readonly idx: number
  readonly depth: number
  readonly leftChain: number
  readonly rightChain: number
  readonly leftEnd: { readonly idx: number; readonly depth: number }
  readonly rightEnd: { readonly idx: number; readonly depth: number }
  readonly left: InputRegion
  readonly right: InputRegion
}

export interface InputCandidate {
  readonly memberId: string
  readonly inviterId: string
  readonly choice: 'left' | 'right' | 'smaller'
}

/** Balances at the cut-off of a run that may share a loss among them. */
export interface InputSharing {
  readonly most: AmountText
  readonly balances: readonly AmountText[]
  readonly holds: readonly { readonly id: string; readonly amount: AmountText }[]
}

/** An order that answers the prompt of a closed round. */
interface InputReinvestment {
  readonly orderId: string
  readonly node: number
  readonly round: string
}

/** The input of a run as its canonical text, read. */
export interface RecountInput {
  readonly period: string
  readonly parameters: InputRules & Readonly<Record<string, string | number>>
  readonly books: Readonly<Record<string, AmountText>>
  readonly carried: {
    readonly dynamicOff: AmountText
    readonly staffShare: AmountText
    readonly reserved: AmountText
  }
  readonly receipts?: readonly { readonly id: string; readonly amount: AmountText }[]
  readonly largestUnapproved?: AmountText
  readonly fees: readonly {
    readonly tradeId: string
    readonly memberId: string
    readonly node: number | null
    readonly coins: AmountText
    readonly outside: boolean
  }[]
  readonly statics: {
    readonly positions: InputPositions
    readonly asked: readonly {
      readonly id: string
      readonly memberId: string
      readonly quantity: AmountText
    }[]
  }
  readonly dynamics: {
    readonly enabled: boolean
    readonly balancesPairBps: number
    readonly roundCapBefore?: AmountText
    readonly nodes: InputNodes
    readonly kept: readonly {
      readonly tradeId: string
      readonly memberId: string
      readonly node: number | null
      readonly volume: AmountText
    }[]
  }
  readonly redemptions: {
    readonly exchanges: readonly { readonly id: string; readonly quantity: AmountText }[]
    readonly undos: readonly {
      readonly id: string
      readonly quantity: AmountText
      readonly fill: AmountText
    }[]
  }
  readonly orders: readonly InputOrder[]
  readonly placements: {
    readonly nextIdx: number
    readonly inviters: readonly InputInviter[]
    readonly requests: readonly InputCandidate[]
    readonly overdue: readonly InputCandidate[]
  }
  readonly sharing?: InputSharing
  readonly reinvestments?: readonly InputReinvestment[]
}

const MICRO = 1_000_000n
const BPS = 10_000n

/** The value of coins at a price, rounded down: the rest stays in the reserve. */
export const valueAt = (coins: bigint, price: bigint): bigint => (coins * price) / MICRO

/** Basis points of an amount, rounded down. */
export const partOf = (amount: bigint, bps: number): bigint => (amount * BigInt(bps)) / BPS

/** Basis points of an amount, rounded up. */
export const partUp = (amount: bigint, bps: number): bigint => {
  const exact = amount * BigInt(bps)
  return exact / BPS + (exact % BPS === 0n ? 0n : 1n)
}

/** R/N as a price with six digits, rounded down and up. */
export function priceOf(
  reserve: bigint,
  coins: bigint,
  first: bigint,
): { down: bigint; up: bigint } {
  if (coins === 0n) return { down: first, up: first }
  const down = (reserve * MICRO) / coins
  return { down, up: down * coins === reserve * MICRO ? down : down + 1n }
}
