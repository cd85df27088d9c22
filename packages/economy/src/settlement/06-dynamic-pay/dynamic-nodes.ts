import type { Usdt } from '@banyan/domain'
import { IdColumn } from '../../id-column.ts'
import type { DynamicNodes } from './dynamic-facts.ts'

/**
 * One node, where a tree is small enough to be written node by node. A field that is left out is
 * zero or false.
 */
export interface NodeRow {
  readonly memberId: string
  /** Index of the placement parent, which is lower than the own; left out for the root. */
  readonly parent?: number
  readonly side?: 'left' | 'right'
  /** Index of the inviter's node; the parent's when left out. */
  readonly inviter?: number
  readonly balanceLeft?: Usdt
  readonly balanceRight?: Usdt
  readonly paidInRound?: Usdt
  readonly countedFees?: Usdt
  /** Bits of `standing`. */
  readonly standing?: number
}

/** The columns of a list of nodes. */
export const nodesOf = (rows: readonly NodeRow[]): DynamicNodes => ({
  memberIds: IdColumn.of(rows.map(row => row.memberId)),
  parents: Int32Array.from(rows, row => row.parent ?? -1),
  sides: Uint8Array.from(rows, row => (row.side === 'right' ? 1 : 0)),
  inviters: Int32Array.from(rows, row => row.inviter ?? row.parent ?? -1),
  balancesLeft: BigInt64Array.from(rows, row => row.balanceLeft ?? 0n),
  balancesRight: BigInt64Array.from(rows, row => row.balanceRight ?? 0n),
  paidInRound: BigInt64Array.from(rows, row => row.paidInRound ?? 0n),
  countedFees: BigInt64Array.from(rows, row => row.countedFees ?? 0n),
  standings: Uint8Array.from(rows, row => row.standing ?? 0),
})
