import type { Leaf, Usdt } from '@banyan/domain'
import { IdColumn } from '../../id-column.ts'

/** An open position, frozen at a cut-off. */
export interface StaticPosition {
  readonly id: string
  readonly memberId: string
  /** Locked coins in the units of the run, micro-LEAF: its weight. */
  readonly quantity: Leaf
  /** What the coins were worth at the guide price at opening, micro-USDT; a split does not change it. */
  readonly openingValue: Usdt
  /** All static pay before this run, micro-USDT. */
  readonly paid: Usdt
  /** Its owner requested the unlock before the cut-off. */
  readonly unlockAsked: boolean
}

/** The extra fields of a position where versions have cycles. */
export interface PositionCycle {
  /** Settlements that it has shared in, including this one. */
  readonly settlements: number
  /** The standing choice for a cycle's end: renew, or unlock. */
  readonly renews: boolean
}

/**
 * Positions in columns: a million of them are a few blocks of memory instead of a million objects,
 * which a run would copy more often than read. 1 is yes, 0 is no.
 */
export interface PositionColumns {
  readonly ids: IdColumn
  readonly memberIds: IdColumn
  readonly quantities: BigInt64Array
  readonly openingValues: BigInt64Array
  readonly paid: BigInt64Array
  readonly unlockAsked: Uint8Array
  /** The fields of `PositionCycle`; present before edition 6, and in no later run. */
  readonly settlements?: Int32Array
  readonly renews?: Uint8Array
}

/** The facts of the static part of a run, each list in the order of ids. */
export interface StaticFacts {
  readonly positions: PositionColumns
  readonly asked: readonly AskedPosition[]
}

/**
 * Converts positions from rows to columns.
 * @throws RangeError for more units than eight bytes hold: nine million million of the asset.
 */
export const positionColumns = (rows: readonly StaticPosition[]): PositionColumns => ({
  ids: IdColumn.of(rows.map(one => one.id)),
  memberIds: IdColumn.of(rows.map(one => one.memberId)),
  quantities: amountColumn(rows.map(one => one.quantity)),
  openingValues: amountColumn(rows.map(one => one.openingValue)),
  paid: amountColumn(rows.map(one => one.paid)),
  unlockAsked: Uint8Array.from(rows, one => Number(one.unlockAsked)),
})

/** The same for runs before edition 6. */
export const cycleColumns = (
  rows: readonly (StaticPosition & PositionCycle)[],
): PositionColumns => ({
  ...positionColumns(rows),
  settlements: Int32Array.from(rows, one => one.settlements),
  renews: Uint8Array.from(rows, one => Number(one.renews)),
})

/** @throws RangeError when the column cannot hold an amount. */
export function amountColumn(amounts: readonly bigint[]): BigInt64Array {
  const column = BigInt64Array.from(amounts)
  amounts.forEach((amount, i) => {
    if (column[i] !== amount) throw new RangeError(`${amount} is too large for its column`)
  })
  return column
}

/** Why a position stops sharing for good: what it was paid reached its cap, or before edition 6 its term was over. */
export type EliminationReason = 'cap' | 'term'

/** What a run pays positions, in their order. */
export interface StaticOutcome {
  /** D, what the pool offers in this run, micro-USDT. */
  readonly released: Usdt
  /** W, all weights, micro-LEAF. */
  readonly weight: Leaf
  /** One for each position, micro-USDT. */
  readonly amounts: BigInt64Array
  /** One for each position: by its place in `endings`. */
  readonly endings: Uint8Array
  /** What stays in the pool: the part that was not released, the rest above caps, and rounding. */
  readonly left: Usdt
}

/** The codes of `StaticOutcome.endings`; 0 continues. */
export const endings: readonly (EliminationReason | null)[] = [null, 'cap', 'term']

/** A run's pay of a position. */
export interface StaticPay {
  readonly positionId: string
  readonly memberId: string
  readonly weight: Leaf
  readonly amount: Usdt
  readonly paidAfter: Usdt
  readonly eliminated: EliminationReason | null
}

/** The pays of an outcome in rows, in the order of its positions. */
export const paysOf = (positions: PositionColumns, outcome: StaticOutcome): StaticPay[] =>
  Array.from(outcome.amounts, (_, i) => payAt(positions, outcome, i))

/** The eliminated ones among them. */
export function eliminatedOf(positions: PositionColumns, outcome: StaticOutcome): StaticPay[] {
  const gone: StaticPay[] = []
  outcome.endings.forEach((ending, i) => {
    if (ending > 0) gone.push(payAt(positions, outcome, i))
  })
  return gone
}

function payAt(positions: PositionColumns, outcome: StaticOutcome, i: number): StaticPay {
  const amount = outcome.amounts[i] as bigint
  return {
    positionId: positions.ids.at(i),
    memberId: positions.memberIds.at(i),
    weight: positions.quantities[i] as bigint,
    amount,
    paidAfter: (positions.paid[i] as bigint) + amount,
    eliminated: endings[outcome.endings[i] as number] ?? null,
  }
}

/** All that an outcome pays, micro-USDT. */
export function staticPaid({ amounts }: StaticOutcome): Usdt {
  let paid = 0n
  for (const amount of amounts) paid += amount
  return paid
}

/** A position that was asked for before the cut-off and opens in this run. */
export type AskedPosition = Pick<StaticPosition, 'id' | 'memberId' | 'quantity'>
