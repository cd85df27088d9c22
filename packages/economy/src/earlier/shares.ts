import type { Usdt } from '@banyan/domain'
import { least, proRata, sum } from '../amounts.ts'
import type { Parameters } from '../parameters.ts'

/**
 * What each member got of a run's capacity before edition 3: everything when it fitted; else a
 * guarantee to each and what was left in proportion, floor6; guarantees that alone exceeded the
 * capacity were scaled in proportion. Micro-USDT.
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
