import { floorDiv, type Usdt } from '@banyan/domain'
import { least, sum } from '../../amounts.ts'
import { shareLoss } from './losses.ts'

/** An open hold on a member's balance: a pending withdrawal or subscription. */
export interface HeldAmount {
  readonly id: string
  /** Micro-USDT. */
  readonly amount: Usdt
}

/** Members' balances at the cut-off of a run that two people allowed to share a loss. Rule book 2.17. */
export interface SharingFacts {
  /** The most that was approved, micro-USDT. */
  readonly most: Usdt
  /** Members with a balance, by id. */
  readonly owners: readonly string[]
  /** What each of them has, available and held together, micro-USDT. */
  readonly balances: BigInt64Array
  /** What is held of it, by id. */
  readonly holds: readonly HeldAmount[]
}

/** A loss that reached POOL.dynamic and members: shared + dust = poolDynamic + everything taken. */
export interface Sharing {
  readonly shared: Usdt
  /** The pool and all balances, before. */
  readonly owed: Usdt
  /** What the pool bears. */
  readonly poolDynamic: Usdt
  /** What each member bears, in the order of the facts. */
  readonly taken: BigInt64Array
  /** The new amount of each hold, in the order of the facts. */
  readonly holds: readonly HeldAmount[]
  /** What rounding took beyond the loss: it goes to RISK. */
  readonly dust: Usdt
}

/** The remaining amount at the common rate: floor6(amount × (owed − shared) / owed). Rule book 2.17. */
export const keptOf = (amount: Usdt, { shared, owed }: Pick<Sharing, 'shared' | 'owed'>): Usdt =>
  floorDiv(amount * (owed - shared), owed)

/**
 * Shares what RISK, OPS, INCOME, POOL.static and RESERVE could not bear: the pool, each balance and
 * each hold at one rate. The approved amount is the limit, and nobody bears more than there is;
 * null when nothing is to be shared. Rule book 2.17.
 */
export function shareAmong(left: Usdt, pool: Usdt, facts: SharingFacts): Sharing | null {
  const balances = [pool, ...facts.balances]
  const owed = sum(balances)
  const shared = least(least(left, facts.most), owed)
  if (shared === 0n) return null
  const { kept, dust } = shareLoss(shared, balances)
  const taken = BigInt64Array.from(
    facts.balances,
    (balance, i) => balance - (kept[i + 1] as bigint),
  )
  return {
    shared,
    owed,
    taken,
    dust,
    poolDynamic: pool - (kept[0] as bigint),
    holds: facts.holds.map(({ id, amount }) => ({ id, amount: keptOf(amount, { shared, owed }) })),
  }
}
