import type { Leaf, Usdt } from '@banyan/domain'
import type { Period } from '../../calendar.ts'
import type { IdColumn } from '../../id-column.ts'

/**
 * The nodes of the placement tree that were final before the run, in columns: entry i is the node
 * of index i. A parent comes before its children, so one pass from the end visits children first.
 * Columns, because a tree of ten million has to be hashed and added up within seconds.
 */
export interface DynamicNodes {
  readonly memberIds: IdColumn
  /** Index of the placement parent; −1 for the root, which is node 0. */
  readonly parents: Int32Array
  /** The side under the parent: 0 left, 1 right. */
  readonly sides: Uint8Array
  /** Index of the inviter's node; −1 for the root. */
  readonly inviters: Int32Array
  /** Volume that earlier runs left unmatched, micro-USDT. */
  readonly balancesLeft: BigInt64Array
  readonly balancesRight: BigInt64Array
  /** Direct and pairing pay of the round of this run so far, micro-USDT. */
  readonly paidInRound: BigInt64Array
  /** Own fees of earlier runs that count towards being effective in this one, micro-USDT. */
  readonly countedFees: BigInt64Array
  /** Bits of `standing`. */
  readonly standings: Uint8Array
}

/** The standing of a node's member at the cut-off, in bits. Rule book 2.7, 2.9. */
export const standing = {
  /** The module is on in the member's country, and the distributed member is active. */
  distributed: 1,
  /** E-mail bound and not frozen. */
  sound: 2,
  /** The platform's root, staff or a test account: never payable; what it matches goes to RESERVE. */
  insider: 4,
  /** Before edition 4: away for a year and warned in time; what it carries lapses before the run's volume. */
  lapsed: 8,
} as const

/** Whether the member of a node has a standing. */
export const hasStanding = (
  { standings }: Pick<DynamicNodes, 'standings'>,
  node: number,
  bit: number,
): boolean => ((standings[node] as number) & bit) !== 0

/** The fee of an OTC trade that was finished before the cut-off. In the order of the releases; ties by id. */
export interface TradeFee {
  /** The trade's id. */
  readonly tradeId: string
  /** The seller, who paid it. */
  readonly memberId: string
  /** The seller's node; null while the seller is not in the tree. */
  readonly node: number | null
  /** Fee coins in the units of the cut-off. */
  readonly coins: Leaf
  /** The buyer is outside the seller's own inviter line, so it counts towards being effective. */
  readonly outside: boolean
}

/** Volume of a member who was not in the tree when the fee was collected. In the order of the fees. */
export interface KeptVolume {
  readonly tradeId: string
  readonly memberId: string
  /** The member's node since; null while still pending: kept on. */
  readonly node: number | null
  readonly volume: Usdt
}

/** All facts of the dynamic part of a run, frozen at its cut-off. Rule book 2.7. */
export interface DynamicFacts {
  readonly period: Period
  /** The module's switch: while it is off, fees are no volume and nobody is paid. */
  readonly enabled: boolean
  /** The pair rate under which the balances were carried here, basis points. */
  readonly balancesPairBps: number
  /**
   * The cap of a round in the run before, micro-USDT; only where this run's is lower, so that runs
   * without such a change have the bytes that they had.
   */
  readonly roundCapBefore?: Usdt
  readonly nodes: DynamicNodes
  readonly fees: readonly TradeFee[]
  readonly kept: readonly KeptVolume[]
}
