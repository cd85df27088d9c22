import type { Usdt } from '@banyan/domain'
import { least, proRata, sum } from '../amounts.ts'
import type { Parameters } from '../parameters.ts'

/**
 * Each member's share of a run's capacity before edition 3. Everything was filled when it fitted;
 * otherwise each got a guarantee and a part of the rest in proportion, floor6. Guarantees that
 * exceeded the capacity were scaled in proportion. Micro-USDT.
 */
export function shareByGuarantee(
  demands: ReadonlyMap<string, Usdt>,
  p: Parameters,
): Map<string, Usdt> {
  const [capacity, guarantee] = [p.runCapacityUsdt, p.memberGuaranteeUsdt ?? 0n]
  const wanted = [...demands.values()]
  const named = (shares: readonly Usdt[]) =>
    new Map([...demands.keys()].map((memberId, i) => [memberId, shares[i] ?? 0n]))
  if (sum(wanted) <= capacity) return named(wanted)
  const first = wanted.map(demand => least(demand, guarantee))
  const guaranteed = sum(first)
  if (guaranteed >= capacity) return named(proRata(first, capacity))
  const rest = wanted.map((demand, i) => demand - (first[i] ?? 0n))
  const extra = proRata(rest, capacity - guaranteed)
  return named(first.map((part, i) => part + (extra[i] ?? 0n)))
}
