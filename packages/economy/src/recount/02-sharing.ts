import type { SettlementResult } from '../settlement/result.ts'
import type { InputSharing } from './input.ts'

/**
 * The amounts of a sharing, and the part that it takes of an amount: rounded up, so that nobody
 * keeps a unit too much.
 */
export interface SharedAgain {
  readonly sharing: NonNullable<SettlementResult['sharing']>
  readonly partOf: (amount: bigint) => bigint
}

/** Recomputes step 2's last resort from what is taken instead of what is kept; null when nothing is shared. */
export function shareAgain(left: bigint, pool: bigint, input: InputSharing): SharedAgain | null {
  let owed = pool
  const balances = input.balances.map(BigInt)
  for (const balance of balances) owed += balance
  let shared = left
  for (const bound of [BigInt(input.most), owed]) if (bound < shared) shared = bound
  if (shared === 0n) return null
  const partOf = (amount: bigint): bigint => {
    const exact = amount * shared
    return exact / owed + (exact % owed === 0n ? 0n : 1n)
  }
  const poolDynamic = partOf(pool)
  const taken = new BigInt64Array(balances.length)
  let dust = poolDynamic - shared
  for (const [i, balance] of balances.entries()) {
    const part = partOf(balance)
    taken[i] = part
    dust += part
  }
  const holds = input.holds.map(({ id, amount }) => ({
    id,
    amount: BigInt(amount) - partOf(BigInt(amount)),
  }))
  return { sharing: { shared, owed, poolDynamic, taken, holds, dust }, partOf }
}
