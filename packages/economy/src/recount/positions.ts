import type { StaticOutcome } from '../static-columns.ts'
import type { StaticTurn } from '../static-outcome.ts'
import { partOf, type ToldPositions, type ToldRules, valueAt } from './told.ts'

/** Recomputes step 5. */
export function recountStatic(
  pool: bigint,
  positions: ToldPositions,
  rules: ToldRules,
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
function isPastTerm({ settlements }: ToldPositions, i: number, rules: ToldRules): boolean {
  const { cycleSettlements, termCycles } = rules
  if (cycleSettlements === undefined || termCycles === undefined) return false
  return (settlements?.[i] ?? 0) >= termCycles * cycleSettlements
}

/** Recomputes step 9. */
export function recountTurns(
  positions: ToldPositions,
  asked: readonly { readonly id: string; readonly quantity: string }[],
  endings: Uint8Array,
  price: bigint,
  { cycleSettlements }: ToldRules,
): StaticTurn {
  const opened = asked.map(({ id, quantity }) => ({
    positionId: id,
    openingValue: valueAt(BigInt(quantity), price),
  }))
  const stays: string[] = []
  const unlocked: StaticTurn['unlocked'][number][] = []
  endings.forEach((ending, i) => {
    if (ending !== 0) return
    const isAsked = positions.unlockAsked[i] === 1
    const settlements = positions.settlements?.[i] ?? 0
    const atEnd =
      cycleSettlements !== undefined && settlements > 0 && settlements % cycleSettlements === 0
    if (!isAsked && !atEnd) return
    const [positionId, memberId] = [positions.ids.at(i), positions.memberIds.at(i)]
    if (!isAsked && positions.renews?.[i] === 1) stays.push(positionId)
    else if (cycleSettlements === undefined) unlocked.push({ positionId, memberId })
    else unlocked.push({ positionId, memberId, reason: isAsked ? 'asked' : 'cycle' })
  })
  return cycleSettlements === undefined
    ? { opened, unlocked }
    : { opened, unlocked, renewed: stays }
}
