import type { StaticOutcome } from '../settlement/05-static-pay/static-columns.ts'
import { type InputPositions, type InputRules, partOf } from './input.ts'

/** Recomputes step 5. */
export function recountStatic(
  pool: bigint,
  positions: InputPositions,
  rules: InputRules,
): StaticOutcome {
  const { ids, quantities, openingValues, paid } = positions
  const released = pool / BigInt(rules.staticReleaseDivisor)
  let weight = 0n
  for (const quantity of quantities) weight += quantity
  const amounts = new BigInt64Array(ids.length)
  const endings = new Uint8Array(ids.length)
  let left = pool
  for (let i = 0; i < ids.length; i++) {
    const before = paid[i] ?? 0n
    const upToCap = partOf(openingValues[i] ?? 0n, rules.staticCapBps) - before
    // Whole shares of the pool; the fractional rest stays there.
    const product = released * (quantities[i] ?? 0n)
    const share = (product - (product % weight)) / weight
    const isFull = share >= upToCap
    const amount = !isFull ? share : upToCap > 0n ? upToCap : 0n
    amounts[i] = amount
    left -= amount
    // 1: by the cap; 2: by the term, where there is one; 0: continues.
    if (isFull) endings[i] = 1
    else if (isPastTerm(positions, i, rules)) endings[i] = 2
  }
  return { released, weight, amounts, endings, left }
}

/** Under older rules: a number of cycles of a number of settlements. */
function isPastTerm({ settlements }: InputPositions, i: number, rules: InputRules): boolean {
  const { cycleSettlements, termCycles } = rules
  if (cycleSettlements === undefined || termCycles === undefined) return false
  return (settlements?.[i] ?? 0) >= termCycles * cycleSettlements
}
