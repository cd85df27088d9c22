import { ceilDiv, floorDiv, type Usdt } from '@banyan/domain'
import { type Parameters, parametersV1 } from '../../parameters.ts'

/** What POOL.dynamic must keep for carried volume and for volume of members who wait for their place. */
export interface Claims {
  /** All balances of all nodes, payable or not, both sides. */
  readonly balances: Usdt
  /** Volume kept for pending members. */
  readonly kept: Usdt
}

/**
 * Reserved = ceil6(pair/2 × balances) + ceil6((direct + pair/(2(1−δ))) × kept): the most that
 * matches can still claim from the pool. A match takes M from both sides and pays pair × M. Rule
 * book 2.7.
 */
export function reservedFor({ balances, kept }: Claims, p: Parameters = parametersV1): Usdt {
  const [rate, base] = wholeTreeRate(p)
  return ceilDiv(balances * BigInt(p.pairBps), 20_000n) + ceilDiv(kept * rate, base)
}

/** direct + pair/(2(1−δ)) as a fraction: the most that a fee pays all inviters and nodes above it. */
function wholeTreeRate(p: Parameters): [bigint, bigint] {
  const rest = p.decayDenominator - p.decayNumerator
  const rate = 2n * BigInt(p.directBps) * rest + BigInt(p.pairBps) * p.decayDenominator
  return [rate, 20_000n * rest]
}

/**
 * Returns what the pool holds above all claims, never less than 0: it moves to RESERVE at the end
 * of a month. Rule book 2.7.
 */
export function dynamicSurplus(state: {
  pool: Usdt
  /** Already due to RESERVE: the dynamic share of a run without the module, and what insiders matched. */
  due: Usdt
  reserved: Usdt
}): Usdt {
  const free = state.pool - state.due - state.reserved
  return free > 0n ? free : 0n
}

/**
 * Rescales a balance for a pair rate that has risen since it was carried: floor(balance × p/p'), so
 * that the pool still covers it. Rule book 2.7.
 */
export const rescaledBalance = (balance: Usdt, fromBps: number, toBps: number): Usdt =>
  toBps > fromBps ? floorDiv(balance * BigInt(fromBps), BigInt(toBps)) : balance
